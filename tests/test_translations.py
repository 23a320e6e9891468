"""The catalogues say everything that the interface says, in the game's own words, and are what Django reads."""

from __future__ import annotations

import datetime
import re
from collections import Counter

import pytest
from babel.messages.catalog import Catalog, Message
from django.template import Context, Template
from django.utils import translation

from games.engine.systems.magistrar import messages
from games.engine.systems.magistrar.system import MAGISTRAR
from games.pages.magistrar.reports import WORDS, sentence_of
from tests.catalogues import (
    LANGUAGES,
    compiled_catalogue,
    is_translated,
    read_catalogue,
    said_in_sources,
    said_in_template,
    template_catalogue,
)
from tournaments.formats.core.tiebreaks.catalogue import catalogue as tie_break_catalogue
from tournaments.formats.core.tiebreaks.rulesets import RULESETS
from tournaments.formats.registry import FORMATS
from tournaments.models.numbers import DEFAULT_SYSTEM, number_columns
from tournaments.web.event_settings.form import CHOICES

PLACEHOLDER = re.compile(r"%(?:\((\w+)\))?[sd%]")
# The words of the game that the rulebooks fix: English, German, Dutch. Beginnings of words, so that endings may follow.
# Longer words are looked for first: a spell pawn is no pawn besides.
FIXED_WORDS = (
    ("golden super energ", r"goldene[nr]? Superenergie", r"gouden superenergie"),
    ("super energ", r"Superenergie", r"superenergie"),
    ("light energy", r"helle[nr]? Energie", r"heldere energie"),
    ("dark energy", r"dunkle[nr]? Energie", r"duistere energie"),
    ("energy token", r"Energieplättchen", r"energiefiche"),
    ("energy track", r"Energieleiste", r"energiespoor"),
    ("scoring pawn", r"Wertungskegel", r"scorepion"),
    ("spell pawn", r"Figur", r"figu(?:ur|ren)"),
    ("duel marker", r"Duellmarker", r"duelmarker"),
    ("duel card", r"Duellkarte", r"duelkaart"),
    ("mage card", r"Magierkarte", r"magiërkaart"),
    ("special spell", r"Spezialzauber", r"speciale spreuk"),
    ("starting player", r"Startspieler", r"startspeler"),
    ("encounter", r"Begegnung", r"ontmoeting"),
    ("sudden duel", r"Blitzduell", r"plotselinge? duel"),
    ("duel", r"Duell", r"duel"),
    (r"mages?\b", r"Magier", r"magiër"),
    ("honoris", r"Honoris", r"Honoris"),
    (r"star draws?\b", r"Sternz[uü]g", r"sterrentrekking"),
    ("star spot", r"Sternfeld", r"sterrenveld"),
    ("attack card", r"Angriffskarte", r"aanvalskaart"),
    ("defense card", r"Verteidigungskarte", r"verdedigingskaart"),
    ("examiner", r"Prüfer", r"examinator"),
    (r"crystals?\b", r"Kristall", r"kristal"),
    (r"oriels?\b", r"Erker", r"erker"),
    ("draw pile", r"Nachziehstapel", r"trekstapel"),
    (r"victory points?\b", r"Siegpunkt", r"overwinningspunt"),
    ("truly equal", r"wahrlich ebenbürtig", r"echt gelijk"),
)

# A tie-break of FIDE's, whose "encounter" is a game between two players (C.07 6).
NOT_OF_THE_GAME = ("direct encounter",)


def _forms(words: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


@pytest.fixture(scope="module")
def said() -> Catalog:
    return template_catalogue(said_in_sources())


@pytest.fixture(scope="module", params=LANGUAGES)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return read_catalogue(request.param)


def test_extraction_finds_every_kind_of_mark_in_a_template():
    source = """{% load i18n %}
    {% translate "One" %}{% translate "Two" context "numbers" %}{{ _("Three") }}
        {% blocktranslate count n=many %}{{ n }} duel{% plural %}{{ n }} duels{% endblocktranslate %}
    {# not marked #}{% blocktranslate trimmed %}
      It isn't
      short.
    {% endblocktranslate %}"""

    found = [(said.singular, said.plural, said.context) for said in said_in_template(source, "page.html")]

    assert found == [
        ("One", "", None),
        ("Two", "", "numbers"),
        ("Three", "", None),
        ("%(n)s duel", "%(n)s duels", None),
        ("It isn't short.", "", None),
    ]


def test_catalogue_has_exactly_what_the_sources_say(catalogue: Catalog, said: Catalog):
    wanted = {(message.context, _forms(message.id)) for message in _messages(said)}
    kept = {(message.context, _forms(message.id)) for message in _messages(catalogue)}

    assert (sorted(wanted - kept, key=str), sorted(kept - wanted, key=str)) == ([], []), "run `make messages`"


def test_every_message_is_translated_and_none_is_fuzzy(catalogue: Catalog):
    open_ones = [message.id for message in _messages(catalogue) if not is_translated(message) or message.fuzzy]

    assert open_ones == []


def test_plural_messages_have_as_many_forms_as_the_language(catalogue: Catalog):
    wrong = [
        message.id
        for message in _messages(catalogue)
        if message.pluralizable and len(_forms(message.string)) != catalogue.num_plurals
    ]

    assert wrong == []


def test_translations_keep_the_placeholders(catalogue: Catalog):
    """The last form, the plural, holds all; a singular may say "one" for its number."""
    wrong = []
    for message in _messages(catalogue):
        originals, strings = _forms(message.id), _forms(message.string)
        pairs = list(zip(originals, strings, strict=True)) if message.pluralizable else [(originals[0], strings[0])]
        for original, string in pairs:
            if Counter(PLACEHOLDER.findall(original)).keys() != Counter(PLACEHOLDER.findall(string)).keys():
                wrong.append((original, string))

    assert wrong == []


def test_translations_keep_the_marks_of_a_page(catalogue: Catalog):
    """What is markup in the original is the same markup in the translation, and white space at the ends stays."""
    tag = re.compile(r"</?\w[^>]*>")
    wrong = []
    for message in _messages(catalogue):
        original, strings = _forms(message.id)[0], _forms(message.string)
        for string in strings:
            if tag.findall(original) != tag.findall(string) or original.endswith(" ") != string.endswith(" "):
                wrong.append((original, string))

    assert wrong == []


def test_compiled_catalogue_says_what_the_translators_wrote(catalogue: Catalog):
    compiled = compiled_catalogue(str(catalogue.locale))

    wrote = {(message.context, _forms(message.id)): _forms(message.string) for message in _messages(catalogue)}
    reads = {(message.context, _forms(message.id)): _forms(message.string) for message in _messages(compiled)}

    assert reads == wrote, "run `make messages`"


def test_fixed_words_of_the_game_are_the_rulebooks(catalogue: Catalog):
    column = 1 + LANGUAGES.index(str(catalogue.locale))
    wrong = []
    for message in _messages(catalogue):
        left = PLACEHOLDER.sub("", _forms(message.id)[-1].lower())
        for phrase in NOT_OF_THE_GAME:
            left = left.replace(phrase, "")
        for words in FIXED_WORDS:
            pattern = re.compile(rf"\b{words[0]}")
            if pattern.search(left):
                left = pattern.sub("", left)
                if not re.search(words[column], _forms(message.string)[-1], re.IGNORECASE):
                    wrong.append((words[column], _forms(message.id)[-1], _forms(message.string)[-1]))

    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_engine_is_said_in_the_language(language: str):
    with translation.override(language):
        same = [template for template in messages._TEMPLATES.values() if translation.gettext(template) == template]

    assert same == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Duel 2, encounter 4: White has no weak pawn left."),
        ("de", "Duell 2, Begegnung 4: Von der Stärke „schwach“ hat Weiß keine Figur mehr."),
        ("nl", "Duel 2, ontmoeting 4: van de sterkte “zwak” heeft Wit geen figuur meer."),
    ],
)
def test_violation_is_said_with_its_words_in_the_readers_language(language: str, sentence: str):
    found = messages.violation("pawn_supply", "R2", duel=2, side="white", position=4, pawn="weak")
    as_stored = {name: getattr(found, name) for name in found.__struct_fields__}

    with translation.override(language):
        assert sentence_of("magistrar", as_stored) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "de",
            "Zeile 1, Spalte 9: Das Format ist magistrar-record/1, magistrar-sheet/1 oder magistrar-score/1, nicht",
        ),
        ("nl", "Regel 1, kolom 9: Het formaat is magistrar-record/1, magistrar-sheet/1 of magistrar-score/1, niet"),
    ],
)
def test_mistake_in_the_notation_is_said_in_the_readers_language(language: str, sentence: str):
    report = MAGISTRAR.check_text('[Format "golden"]\n')
    found = report.violations[0]
    as_stored = {name: getattr(found, name) for name in found.__struct_fields__}

    with translation.override(language):
        said = sentence_of("magistrar", as_stored)

    assert said.startswith(sentence)
    assert "golden" in said  # what somebody typed isn't translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_formats_has_a_word(language: str):
    with translation.override(language):
        words = {name: str(word) for name, word in WORDS.items()}
    same = {name for name, word in words.items() if word.lower() == name.replace("_", " ")}

    assert same <= {"super", "golden", "triumph"}


def test_every_word_of_the_tournament_formats_is_marked_for_translation(said: Catalog):
    formats = FORMATS.values()
    options = [option for each in formats for option in each.options]
    words = {each.name for each in formats}
    words |= {
        word
        for each in tie_break_catalogue(number_columns(DEFAULT_SYSTEM)).values()
        for word in (each.words.name, each.words.meaning, each.words.modifier, each.words.number)
    } - {""}
    words |= {word for each in RULESETS.values() for word in (each.name, each.explained)} | {
        option.label for option in options
    }

    assert words - {message.id for message in _messages(said)} == set()
    assert {choice for option in options for choice in option.choices} - CHOICES.keys() == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "word", "day"),
    [("de", "Turniere", "6. März 2026"), ("nl", "Toernooien", "6 maart 2026"), ("en", "Events", "6 Mar 2026")],
)
def test_pages_speak_the_browsers_language(client, language: str, word: str, day: str):
    page = client.get("/", headers={"accept-language": language})

    assert f'<html lang="{language}"' in page.text
    assert word in page.text
    with translation.override(language):
        shown = Template('{{ day|date:"DATE_FORMAT" }}').render(Context({"day": datetime.date(2026, 3, 6)}))
    assert shown == day


def test_messages_are_words_and_their_apostrophes_curly(catalogue: Catalog):
    """In English a message without a letter is a slip, and so is a straight apostrophe: templates and code say ’ alike.

    Not looked at: what migrations keep (help texts of models, names of choices), and allauth's own sentences.
    """
    straight = re.compile(r"\w'\w")
    wrong = [
        text
        for message in _messages(catalogue)
        if not all(re.search("/models/|/enums.py|library_words", place) for place, _line in message.locations)
        for text in (*_forms(message.id), *_forms(message.string))
        if straight.search(text) or text.startswith("|") or not re.search(r"[^\W\d_]", text)
    ]

    assert wrong == []
