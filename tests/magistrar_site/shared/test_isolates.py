"""Names that are written from right to left, inside sentences."""

from __future__ import annotations

from django.template import Context, Template

from magistrar_site.shared.isolates import FSI, PDI, Name, NameField, isolated, isolated_list

HEBREW, ARABIC = "אבי כהן", "علی\u200cرضا 7"


def test_only_names_from_right_to_left_are_isolated_and_only_once() -> None:
    assert isolated(HEBREW) == isolated(isolated(HEBREW)) == f"{FSI}{HEBREW}{PDI}"
    assert isolated("Zoë 7 : 2") == "Zoë 7 : 2"
    assert isolated_list([HEBREW, "Zoë"], " – ") == f"{FSI}{HEBREW}{PDI} – Zoë"


def test_template_isolates_names_in_text_attributes_and_sentences_and_escapes_them() -> None:
    one, other = Name(HEBREW), Name(f"<{ARABIC}>")
    template = Template(
        '{% load i18n %}{{ one }} – {{ other }}, 7 : 2<a title="{{ one }}">'
        "{% blocktranslate with name=one %}Points of {{ name }}: 7{% endblocktranslate %}"
    )
    said_one, said_other = f"{FSI}{HEBREW}{PDI}", f"{FSI}&lt;{ARABIC}&gt;{PDI}"
    assert template.render(Context({"one": one, "other": other})) == (
        f'{said_one} – {said_other}, 7 : 2<a title="{said_one}">Points of {said_one}: 7'
    )


def test_name_of_the_database_is_data_as_typed() -> None:
    field = NameField(max_length=100)
    assert isinstance(field.from_db_value(HEBREW), Name)
    assert field.from_db_value(HEBREW) == HEBREW
    assert type(field.from_db_value("Zoë")) is str
    assert field.clone().deconstruct()[1] == "django.db.models.CharField"
