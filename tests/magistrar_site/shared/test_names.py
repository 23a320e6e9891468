from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.names import clean_name, fold_name, name_key, plain_name


@pytest.mark.parametrize(
    "typed, folded",
    [
        ("Jürgen Müller", "juergen mueller"),
        ("JUERGEN  MUELLER", "juergen mueller"),
        ("Ju\u0308rgen Mu\u0308ller", "juergen mueller"),  # decomposed, as some phones send it
        ("Weiß", "weiss"),
        ("WEISS", "weiss"),
        ("Özdemir", "oezdemir"),
        ("Renée de l'Hôpital", "renee de l hopital"),
        ("Łukasz Ørsted", "lukasz orsted"),
        ("Иван", "иван"),
        (" \t ", ""),
        ("!!!", ""),
    ],
)
def test_fold_name_finds_the_same_person_however_typed(typed: str, folded: str) -> None:
    assert fold_name(typed) == folded


def test_clean_name_drops_what_cannot_be_seen() -> None:
    assert clean_name("  Anna\u200b \x00 Berger\n") == "Anna Berger"
    assert clean_name("An\u200dna \u202eBerger\u202c \u200fe\u200b\u0301") == "Anna Berger é"
    assert clean_name("\u3164\u2800") == ""


@pytest.mark.parametrize(
    "name",
    [
        "علی\u200cرضا",  # Persian
        "ശ്രീ മോഹന്\u200d",  # Malayalam, a half letter at the end
        "ශ්\u200dරී",  # Sinhala
        "Anna 👩🏽\u200d🚀 🏳️\u200d🌈",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Bert",
    ],
)
def test_name_keeps_what_joins_its_letters_and_emoji(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "one, other",
    [
        ("हरि", "हरी"),
        ("বাবু", "বিবি"),
        ("สมชาย", "สมชัย"),
        ("ハハ", "ババ"),
        ("はは", "ばば"),
        ("ពៅ", "ពូ"),
        ("ལྷ་མོ", "ལྷ་མི"),
        ("김민수", "김민주"),
        ("Андрей", "Андреи"),
    ],
)
def test_marks_that_make_another_word_are_part_of_every_key(one: str, other: str) -> None:
    assert all(key(one) != key(other) for key in (name_key, fold_name, plain_name))


@pytest.mark.parametrize(
    "one, other, is_same",
    [
        ("Jürgen Müller", "JUERGEN  MUELLER", True),
        ("Jürgen Müller", "Jurgen Muller", False),
        ("Hämäläinen", "Hamalainen", False),
        ("Nguyễn Đức Tú", "Nguyen Duc Tu", False),
        ("Nguyễn Văn Tú", "Nguyễn Văn Tư", False),
        ("Åse Ørsted", "Aase Orsted", False),
        ("Işık", "IŞIK", False),  # a capital I may be either letter
        ("İrem", "irem", True),
        ("محمد", "مُحَمَّد", False),
        ("علی رضا", "علي رضا", False),  # one letter on two keyboards
        ("אבי", "אָבִי", False),
        ("Ёлкин", "Елкин", False),
        ("ﾊﾞﾊﾞ", "ババ", True),
        ("Ｄｏｒａ", "dora", True),
        ("علی\u200cرضا", "علیرضا", True),
    ],
)
def test_names_without_the_marks_that_people_leave_out_may_be_the_same(one: str, other: str, is_same: bool) -> None:
    assert plain_name(one) == plain_name(other)
    assert (name_key(one) == name_key(other)) is is_same


def test_folded_name_always_fits_where_it_is_stored() -> None:
    assert len(fold_name("\ufdfa" * 100)) <= 220


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold_name(fold_name(text)) == fold_name(text)
    assert name_key(name_key(text)) == name_key(text)
    assert clean_name(clean_name(text)) == clean_name(text)
