"""The text notation: lossless both ways, patient with typists, exact about what it can't read."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.derive import score_of, sheet_of
from games.engine.systems.magistrar.documents import (
    ExchangeTokens,
    Record,
    RecordDuel,
    Reinforcement,
    Score,
    Sheet,
    SheetDuel,
    SideCounts,
    SideHaul,
    SideInts,
    SideMages,
    SideMoves,
    SideRows,
    StrengthenPawn,
    Surge,
    Triumph,
    Variants,
    decode_document,
    encode_document,
)
from games.engine.systems.magistrar.notation import (
    NotationError,
    format_notation,
    looks_like_notation,
    parse_notation,
)
from games.engine.systems.magistrar.notation_words import TAGS
from games.engine.systems.magistrar.random_player import random_record, random_variants
from tests.extent import examples

SIDES = st.sampled_from(["white", "black"])
NAMES = st.from_regex(r"\A[a-z][a-z0-9_]{0,12}\Z")
INTEGERS = st.integers(-(10**20), 10**20)
COUNTS = st.integers(0, 10**15)
LETTERS = st.text("LD.", max_size=6)


def rows(letters: str):
    row = st.text(letters, min_size=6, max_size=6)
    return st.builds(SideRows, row, row)


def often_unset(strategy):
    return st.one_of(st.just(UNSET), strategy)


SPELLS = st.lists(
    st.one_of(
        *(st.builds(kind, SIDES, st.integers(-2, 12)) for kind in (ExchangeTokens, StrengthenPawn, Reinforcement)),
        st.builds(Surge, SIDES, st.sampled_from("LD")),
        st.builds(Triumph, SIDES, st.sampled_from("LD.")),
    ),
    max_size=3,
).map(tuple)
RECORD_DUELS = st.builds(
    RecordDuel,
    rows("LDSG"),
    rows("SMW-"),
    often_unset(st.lists(st.integers(-2, 12), max_size=6).map(tuple)),
    st.builds(SideMoves, LETTERS, LETTERS),
    SPELLS,
)
HAULS = st.builds(SideHaul, COUNTS, COUNTS, LETTERS, LETTERS)
SHEET_DUELS = st.builds(SheetDuel, HAULS, HAULS, SPELLS)
VARIANTS = st.builds(
    Variants,
    often_unset(st.builds(SideMages, NAMES, NAMES)),
    often_unset(st.lists(NAMES, max_size=4).map(tuple)),
    often_unset(st.builds(SideCounts, COUNTS, COUNTS)),
)
JSON = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
COMMENTS = st.lists(
    st.fixed_dictionaries({"duel": st.integers(-1, 6), "text": st.text("ab {};\n\r\u2028“", max_size=6)}), max_size=4
).map(lambda comments: sorted(comments, key=lambda comment: comment["duel"]))
META_KEYS = st.one_of(st.text(max_size=6), NAMES, st.sampled_from([*TAGS, "comments", "Event", "cards", "mage"]))
META = often_unset(
    st.builds(
        lambda meta, comments: meta | comments,
        st.dictionaries(META_KEYS, JSON, max_size=4),
        st.fixed_dictionaries({}, optional={"comments": COMMENTS}),
    )
)
EDITIONS = st.just("spiel-das-2021") | st.from_regex(r"\A[a-z0-9][a-z0-9._-]{0,10}\Z")
CLAIMS = often_unset(st.builds(SideInts, INTEGERS, INTEGERS))
DOCUMENTS = st.one_of(
    st.builds(Record, SIDES, st.lists(RECORD_DUELS, max_size=5).map(tuple), EDITIONS, VARIANTS, CLAIMS, META),
    st.builds(Sheet, SIDES, st.lists(SHEET_DUELS, max_size=5).map(tuple), EDITIONS, VARIANTS, CLAIMS, META),
    st.builds(
        Score,
        st.builds(SideInts, INTEGERS, INTEGERS),
        st.builds(SideCounts, COUNTS, COUNTS),
        EDITIONS,
        often_unset(SIDES),
        VARIANTS,
        META,
    ),
)


@examples(150)
@given(DOCUMENTS)
def test_notation_of_any_document_reads_back_the_same(document):
    text = format_notation(document)
    assert parse_notation(text) == document
    assert looks_like_notation(text)


@examples(100)
@given(st.integers(0, 2**32))
def test_notation_of_a_game_survives_json_and_a_mail(seed):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng))
    for document in (record, sheet_of(record), score_of(record)):
        text = format_notation(document)
        tags, gap, duels = text.partition("\n\n")
        wrapped = tags + gap + duels.replace(" ", "\n")
        quoted = "".join(f"> > {line}\r\n" for line in wrapped.split("\n"))
        assert parse_notation("\ufeff" + wrapped) == document
        assert parse_notation(quoted) == document
        assert decode_document(encode_document(parse_notation(text))) == document


def read_or_refusal(text: str):
    try:
        return parse_notation(text)
    except NotationError as error:
        return error


@examples(200)
@given(st.text() | st.text('[]{};/"“”12.LDSGMW- \n\\'))
def test_parse_notation_of_any_text_raises_nothing_else(text):
    answer = read_or_refusal(text)
    assert isinstance(answer, Record | NotationError)


@examples(200)
@given(st.integers(0, 50), st.data())
def test_parse_notation_of_a_slip_is_refused_in_its_place_or_read(seed, data):
    rng = random.Random(seed)
    text = format_notation(random_record(rng, variants=random_variants(rng)))
    at = data.draw(st.integers(0, len(text)))
    slip = data.draw(st.text('[]{};/"12.LDSGMW- \nx', max_size=2))
    text = text[:at] + slip + text[at + data.draw(st.integers(0, 2)) :]
    answer = read_or_refusal(text)
    if isinstance(answer, NotationError):
        assert 1 <= answer.line <= text.count("\n") + 1
        assert 1 <= answer.column <= len(text.split("\n")[answer.line - 1]) + 1
    else:
        assert decode_document(encode_document(answer)) == answer


RECORD = Record(
    starter="white",
    duels=(
        RecordDuel(
            SideRows("LDDSLD", "DDLLGD"),
            SideRows("MWS-MW", "SMWW-S"),
            (3, 1, 2, 6),
            SideMoves("L", "."),
            (StrengthenPawn("white", 2), Surge("black", "D")),
        ),
        RecordDuel(SideRows("LLLLLL", "DDDDDD"), SideRows("SSSSSS", "WWWWWW")),
    ),
    variants=Variants(SideMages("wotan", "silas"), ("clash", "eclipse"), SideCounts(0, 1)),
    claim=SideInts(-5, 20),
    meta={"Event": "Club evening"},
)
TEXT = """\
[Format "magistrar-record/1"]
[Starter "white"]
[Mages "wotan/silas"]
[DuelCards "clash eclipse"]
[Golden "0/1"]
[Claim "-5/20"]
[Event "Club evening"]

1. LDDSLD/DDLLGD MWS-MW/SMWW-S order 3126 moves L/. white strengthens 2 black surges D
2. LLLLLL/DDDDDD SSSSSS/WWWWWW
"""


def test_format_notation_writes_tags_and_a_line_a_duel():
    assert format_notation(RECORD) == TEXT
    assert parse_notation(TEXT) == RECORD


def test_format_notation_of_a_sheet_writes_what_was_won():
    duels = (
        SheetDuel(SideHaul(2, 1, "L"), SideHaul(), (Triumph("white", "."),)),
        SheetDuel(SideHaul(golden=".D"), SideHaul(dark=3)),
    )
    assert format_notation(Sheet("black", duels, edition="house")) == (
        '[Format "magistrar-sheet/1"]\n[Edition "house"]\n[Starter "black"]\n\n'
        "1. 2L 1D SL / - white triumphs .\n2. G.D / 3D\n"
    )


def test_format_notation_of_a_score_is_all_tags():
    score = Score(SideInts(24, 10), SideCounts(2, 1), starter="black")
    assert format_notation(score) == (
        '[Format "magistrar-score/1"]\n[Starter "black"]\n[Honoris "24/10"]\n[Markers "2/1"]\n'
    )


def test_format_notation_keeps_comments_where_they_belong():
    comments = [{"duel": 0, "text": "lots"}, {"duel": 1, "text": "two\nlines"}, {"duel": 2, "text": "a } brace"}]
    document = replace(RECORD, meta={"comments": comments, "table": 4})
    text = format_notation(document)
    assert text.split("\n")[6:] == [
        '[Meta {"table": 4}]',
        "{lots}",
        "",
        "1. LDDSLD/DDLLGD MWS-MW/SMWW-S order 3126 moves L/. white strengthens 2 black surges D",
        "{two",
        "lines}",
        "2. LLLLLL/DDDDDD SSSSSS/WWWWWW",
        "; a } brace",
        "",
    ]
    assert parse_notation(text) == document


@pytest.mark.parametrize(
    "meta",
    [
        {},
        {"comments": []},
        {"comments": "none"},
        {"comments": [{"duel": 0, "text": " padded"}]},
        {"comments": [{"duel": 0, "text": "} and\nline"}]},
        {"comments": [{"duel": 0, "text": "return\r"}]},
        {"comments": [{"duel": 3, "text": "later than the last duel"}]},
        {"comments": [{"duel": 1, "text": "b"}, {"duel": 0, "text": "a"}]},
        {"comments": [{"duel": True, "text": "a"}]},
        {"comments": [{"duel": 0, "text": 1}]},
        {"comments": [{"duel": 0, "text": "a", "by": "Anna"}]},
        {"comments": ["a"]},
        {"format": "x", "Starter": "y", "starters": "z", "a-b": "c", "half": "\ud800", "é": "ü", "line": "a\nb"},
    ],
)
def test_format_notation_puts_what_fits_no_tag_into_meta(meta):
    text = format_notation(replace(RECORD, meta=meta))
    assert "\n[Meta {" in text
    assert parse_notation(text).meta == meta


@pytest.mark.parametrize(
    "document",
    [
        replace(RECORD, edition="No Such"),
        replace(RECORD, variants=Variants(mages=SideMages("a/b", "c"))),
        replace(RECORD, variants=Variants(duel_cards=("",))),
    ],
)
def test_format_notation_of_an_impossible_name_is_refused(document):
    with pytest.raises(ValueError, match="No edition, mage or card can be called"):
        format_notation(document)


def test_format_notation_of_a_bottomless_meta_is_refused():
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(ValueError, match="nested too deeply"):
        format_notation(replace(RECORD, meta={"deep": nested}))


HEAD = '[Starter "white"]\n'
DUEL = "LLLLLL/DDDDDD SSSSSS/WWWWWW"


@pytest.mark.parametrize(
    "text",
    [
        TEXT.lower().replace("club evening", "Club evening").replace("event", "Event"),
        TEXT.replace("-", "–").replace("magistrar–record", "magistrar-record"),
        TEXT.replace('[Format "magistrar-record/1"]', "[ Format record ]"),
        TEXT.replace('[Format "magistrar-record/1"]', ""),
        TEXT.replace('"white"', "“white”").replace('"Club evening"', "„Club evening“"),
        TEXT.replace('"Club evening"', "Club  evening "),
        TEXT.replace("wotan/silas", "Wotan / Silas"),
        TEXT.replace("LDDSLD/DDLLGD", "LDD SLD / DDL LGD"),
        TEXT.replace("1. ", "1.").replace("3126", "3 1 2 6"),
        TEXT.replace("3126", "3,1,2,6"),
        TEXT.replace("order 3126 moves L/.", "moves L/. order 3126"),
        TEXT.replace("white strengthens 2 black surges D", "WHITE Strengthens +2 Black surges d"),
        TEXT.replace("\n", "\r"),
    ],
)
def test_parse_notation_is_patient_with_typists(text):
    assert parse_notation(text) == RECORD


def test_parse_notation_reads_every_clause_of_a_record():
    text = HEAD + "1. " + DUEL + " order - moves /ld. white exchanges 3 black reinforces 6 white triumphs ."
    assert parse_notation(text).duels[0] == RecordDuel(
        SideRows("LLLLLL", "DDDDDD"),
        SideRows("SSSSSS", "WWWWWW"),
        (),
        SideMoves("", "LD."),
        (ExchangeTokens("white", 3), Reinforcement("black", 6), Triumph("white", ".")),
    )


def test_parse_notation_reads_a_sheet_without_blanks():
    text = HEAD + "[Format sheet]\n1.2l1dsl/3D g. 2.–/ s.. black surges L"
    assert parse_notation(text).duels == (
        SheetDuel(SideHaul(2, 1, "L"), SideHaul(dark=3, golden=".")),
        SheetDuel(SideHaul(), SideHaul(super=".."), (Surge("black", "L"),)),
    )


def test_parse_notation_keeps_comments_with_the_duel_they_follow():
    text = (
        "; typed by Anna\n" + HEAD + "{ lots }\n1. LLLLLL/DDDDDD { first\nrow } SSSSSS/WWWWWW ; why?\n2. " + DUEL + "{}"
    )
    assert parse_notation(text).meta == {
        "comments": [
            {"duel": 0, "text": "typed by Anna"},
            {"duel": 0, "text": "lots"},
            {"duel": 1, "text": "first\nrow"},
            {"duel": 1, "text": "why?"},
            {"duel": 2, "text": ""},
        ]
    }


def test_parse_notation_reads_escapes_in_quotation_marks():
    meta = parse_notation(HEAD + r'[Event "a \"b\" \\ \n ]"]').meta
    assert meta == {"Event": r'a "b" \ \n ]'}


def test_parse_notation_adds_notes_to_meta():
    assert parse_notation(HEAD + '[Meta {"table": [4]}]\n[Event x]\n').meta == {"table": [4], "Event": "x"}
    assert parse_notation(HEAD + "[Meta {}]").meta == {}
    assert parse_notation(HEAD).meta is UNSET


RECORD_HEAD = HEAD + "1. "
SHEET_HEAD = HEAD + "[Format sheet]\n1. "
SCORE = "[Format score]\n[Honoris 1/2]\n[Markers 0/1]\n"


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        ("", 1, 1, "The tag Starter is missing."),
        ("[Format score]\n[Markers 0/1]", 1, 1, "The tag Honoris is missing."),
        ("[Format score]\n[Honoris 0/1]", 1, 1, "The tag Markers is missing."),
        ("[1]", 1, 2, "A tag begins with its name: letters, digits and “_”."),
        (HEAD + "[Event x\ny]", 3, 1, "The tag isn’t closed: “]” is missing."),
        (HEAD + '[Event "x" y]', 2, 12, "The tag isn’t closed: “]” is missing."),
        (HEAD + '[Event "x\n"]', 2, 8, "The quotation mark isn’t closed on this line."),
        (HEAD + "[Event x]\n[Event y]", 3, 2, "The tag Event appears twice."),
        (HEAD + "[starter black]", 2, 2, "The tag Starter appears twice."),
        (HEAD + '[Meta {"Event": 1}]\n[Event x]', 3, 8, "The tag Event appears twice."),
        (HEAD + '[Meta {"comments": 1}]\n {x}', 3, 2, "The tag comments appears twice."),
        (HEAD + "[Mage wotan]", 2, 2, "There is no tag Mage. Did you mean Mages? If not, put it in the tag Meta."),
        (HEAD + "[Meta 1]", 2, 7, 'The tag Meta holds a JSON object, such as {"table": 4}.'),
        (HEAD + '[Meta {"a": }]', 2, 13, "This isn’t JSON."),
        (HEAD + "[Meta " + "[" * 100_000, 2, 7, "This isn’t JSON."),
        (HEAD + "[Honoris 1/2]", 2, 10, "The tag Honoris doesn’t belong to this format."),
        (SCORE + "[Claim 1/2]", 4, 8, "The tag Claim doesn’t belong to this format."),
        (SCORE + "\n 1. 2L / -", 5, 2, "A score has no duels."),
        (
            "[Format chess]",
            1,
            9,
            "The format is magistrar-record/1, magistrar-sheet/1 or magistrar-score/1, not “chess”.",
        ),
        ('[Starter "Anna"]', 1, 10, "The starter is white or black, not “Anna”."),
        (
            HEAD + "[Mages wotan]",
            2,
            8,
            "Expected here: white’s and black’s values with a slash between them, such as “wotan/bahar”.",
        ),
        (
            HEAD + "[Mages wotan/]",
            2,
            8,
            "Expected here: white’s and black’s values with a slash between them, such as “wotan/bahar”.",
        ),
        (
            HEAD + "[Claim 1/2/3]",
            2,
            8,
            "Expected here: white’s and black’s numbers with a slash between them, such as “24/10”.",
        ),
        (
            HEAD + "[Claim 1/x]",
            2,
            8,
            "Expected here: white’s and black’s numbers with a slash between them, such as “24/10”.",
        ),
        (HEAD + "[Golden 1/-1]", 2, 9, "These numbers can’t be negative."),
        (HEAD + "{x", 2, 1, "This comment isn’t closed: “}” is missing."),
        (HEAD + "Anna", 2, 1, "Duel 1 is expected here, beginning with “1.”."),
        (HEAD + "2. " + DUEL, 2, 1, "Duel 1 is expected here, beginning with “1.”."),
        (RECORD_HEAD + DUEL + "\n[Event x]", 3, 1, "Tags go before the first duel."),
        (HEAD + "".join(f"{n}. {DUEL}\n" for n in range(1, 7)), 7, 1, "A game has no more than 5 duels."),
        (RECORD_HEAD, 2, 4, "Six tokens of white are needed here; there are 0."),
        (RECORD_HEAD + "LLLLL/DDDDDD", 2, 9, "Six tokens of white are needed here; there are 5."),
        (RECORD_HEAD + "LLLLLL/DDDD\n2. ", 3, 1, "Six tokens of black are needed here; there are 4."),
        (RECORD_HEAD + "LLLLLLL/DDDDDD", 2, 10, "This is a seventh token of white; six are needed."),
        (RECORD_HEAD + "LLLLLL L/DDDDDD", 2, 11, "This is a seventh token of white; six are needed."),
        (RECORD_HEAD + "LLLXLL/DDDDDD", 2, 7, "“X” is not a token: L is light, D dark, S super, G golden."),
        (RECORD_HEAD + "LLLLLL x", 2, 11, "A slash is needed between white’s and black’s tokens."),
        (RECORD_HEAD + "LLLLLL/DDDDDD moves L/", 2, 18, "Six places of white’s pawns are needed here; there are 0."),
        (
            RECORD_HEAD + "LLLLLL/DDDDDD SSSSSS/wwwwwww",
            2,
            31,
            "This is a seventh place of black’s pawns; six are needed.",
        ),
        (RECORD_HEAD + "LLLLLL/DDDDDD SSDSSS/", 2, 20, "“D” is not a pawn: S is strong, M medium, W weak, - none."),
        (RECORD_HEAD + "LLLLLL/DDDDDD SSSSSS", 2, 24, "A slash is needed between white’s and black’s pawns."),
        (
            RECORD_HEAD + DUEL + " pass",
            2,
            32,
            "“pass” isn’t understood. Expected here: an order, moves, or a spell of white or black.",
        ),
        (
            RECORD_HEAD + DUEL + " /",
            2,
            32,
            "“/” isn’t understood. Expected here: an order, moves, or a spell of white or black.",
        ),
        (
            SHEET_HEAD + "2L / - order 1",
            3,
            11,
            "“order” isn’t understood. Expected here: an order, moves, or a spell of white or black.",
        ),
        (RECORD_HEAD + DUEL + " order 1 order 2", 2, 40, "The duel has an order already."),
        (RECORD_HEAD + DUEL + " moves L/ moves /", 2, 41, "The duel has moves already."),
        (
            RECORD_HEAD + DUEL + " moves L",
            2,
            39,
            "A slash is needed between white’s and black’s moves, as in “LD/.”.",
        ),
        (
            RECORD_HEAD + DUEL + " order\n2. ",
            3,
            1,
            "Expected here: the encounters in the order played, such as “312645”, or “-” for none.",
        ),
        (
            RECORD_HEAD + DUEL + " order 1-2",
            2,
            38,
            "Expected here: the encounters in the order played, such as “312645”, or “-” for none.",
        ),
        (
            RECORD_HEAD + DUEL + " white",
            2,
            37,
            "Expected here: what the side does (exchanges, strengthens, reinforces, surges or triumphs).",
        ),
        (
            RECORD_HEAD + DUEL + " white sings 3",
            2,
            38,
            "Expected here: what the side does (exchanges, strengthens, reinforces, surges or triumphs).",
        ),
        (RECORD_HEAD + DUEL + " white strengthens x", 2, 50, "Expected here: the encounter of the spell."),
        (RECORD_HEAD + DUEL + " white surges .", 2, 45, "Expected here: the direction of the spell, L or D."),
        (RECORD_HEAD + DUEL + " white surges", 2, 44, "Expected here: the direction of the spell, L or D."),
        (
            RECORD_HEAD + DUEL + " white triumphs 5",
            2,
            47,
            "Expected here: the direction of the spell, L, D, or “.” for none.",
        ),
        (SHEET_HEAD + "/ 1L", 3, 4, "Expected here: what white won, such as “2L 1D SL”, or “-” for nothing."),
        (SHEET_HEAD + "2L / S", 3, 9, "Expected here: what black won, such as “2L 1D SL”, or “-” for nothing."),
        (SHEET_HEAD + "2L 1L", 3, 7, "“L” appears twice here for white."),
        (SHEET_HEAD + "1D2L1L / -", 3, 8, "“L” appears twice here for white."),
        (SHEET_HEAD + "2L - / 1L", 3, 7, "“/” is expected here, not “-”."),
        (SHEET_HEAD + "2L", 3, 6, "“/” is expected here."),
    ],
)
def test_parse_notation_says_where_it_does_not_understand(text, line, column, message):
    with pytest.raises(NotationError) as caught:
        parse_notation(text)
    error = caught.value
    assert (error.line, error.column, error.message) == (line, column, message)
    assert str(error) == f"Line {line}, column {column}: {message}"
    assert (error.template % error.params).lower() == message.lower()


@pytest.mark.parametrize(
    "text, expected",
    [
        (TEXT, True),
        ("\ufeff\n > [ Format record]", True),
        ("; a comment\n[Format record]", True),
        ('{"format": "magistrar-record/1"}', False),
        ("[1, 2]", False),
        ('["a"]', False),
        ("", False),
    ],
)
def test_looks_like_notation_tells_it_from_json(text, expected):
    assert looks_like_notation(text) is expected


def test_examples_of_the_documentation_are_in_the_notation():
    page = (Path(__file__).parents[5] / "docs/formats/notation.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```\n(\[.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert [type(parse_notation(example)) for example in examples] == [Record, Sheet, Score]
