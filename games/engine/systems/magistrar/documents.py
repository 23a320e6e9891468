"""What players submit: a record, a sheet or a score, as typed values read from JSON.

Decoding is strict. An unknown field, a missing one, a wrong type, letter or length is refused with a `ShapeError`;
1.0 and true are no integers, null never stands for "left out", and of a repeated key the last one counts. Whether an
edition, mage or card exists is asked later, of the edition; whether the play was legal, of the judge.
"""

import json
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

RECORD_FORMAT = "magistrar-record/1"
SHEET_FORMAT = "magistrar-sheet/1"
SCORE_FORMAT = "magistrar-score/1"
FORMATS: tuple[str, ...] = (RECORD_FORMAT, SHEET_FORMAT, SCORE_FORMAT)
DEFAULT_EDITION = "spiel-das-2021"

DUELS_IN_A_GAME = 5
POSITIONS = 6
GOLDEN_IN_THE_BOX = 4  # R29

TOKEN_LETTERS = "LDSG"
PAWN_LETTERS = "WMS-"
MOVE_LETTERS = "LD."

Side = Literal["white", "black"]
Direction = Literal["L", "D"]
Count = Annotated[int, Meta(ge=0)]
MoveLetters = Annotated[str, Meta(pattern=r"\A[LD.]*\Z")]


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What all parts of a document share: immutable, strict, compared by value."""


class SideRows(_Value, frozen=True):
    """Six letters for each side, position 1 first."""

    white: str
    black: str


class SideMoves(_Value, frozen=True):
    """One letter (L, D or `.`) for each super or golden energy that the side won, in position order."""

    white: str = ""
    black: str = ""


class SideInts(_Value, frozen=True):
    """One integer for each side."""

    white: int
    black: int


class SideCounts(_Value, frozen=True):
    """One integer from 0 for each side."""

    white: Count
    black: Count


class SideMages(_Value, frozen=True):
    """The mage of each side."""

    white: str
    black: str


class Variants(_Value, frozen=True):
    """The variants played; one that isn't played is UNSET."""

    mages: SideMages | UnsetType = UNSET
    duel_cards: tuple[str, ...] | UnsetType = UNSET
    golden: SideCounts | UnsetType = UNSET


NO_VARIANTS = Variants()


class ExchangeTokens(_Value, frozen=True, tag_field="spell", tag="exchange_tokens"):
    """R23: the two tokens that face each other at `position` change sides for this duel."""

    by: Side
    position: int


class StrengthenPawn(_Value, frozen=True, tag_field="spell", tag="strengthen_pawn"):
    """R24: the pawn at `position` of the side's row counts 1 stronger."""

    by: Side
    position: int


class Reinforcement(_Value, frozen=True, tag_field="spell", tag="reinforcement"):
    """R27: as `StrengthenPawn`, given by the duel card."""

    by: Side
    position: int


class Surge(_Value, frozen=True, tag_field="spell", tag="surge"):
    """R25: the scoring pawn moves further in one direction."""

    by: Side
    direction: Direction


class Triumph(_Value, frozen=True, tag_field="spell", tag="triumph"):
    """R27: the duel card's extra move; `.` waives it."""

    by: Side
    direction: Literal["L", "D", "."]


Spell = ExchangeTokens | StrengthenPawn | Reinforcement | Surge | Triumph


class RecordDuel(_Value, frozen=True):
    """One duel of a record: what was drawn and placed, in which order, and every choice."""

    tokens: SideRows
    pawns: SideRows
    order: tuple[int, ...] | UnsetType = UNSET
    moves: SideMoves = SideMoves()
    spells: tuple[Spell, ...] = ()


class Record(_Value, frozen=True, tag_field="format", tag=RECORD_FORMAT):
    """Every token, pawn, order and choice of a game of 0 to 5 duels."""

    starter: Side
    duels: Annotated[tuple[RecordDuel, ...], Meta(max_length=DUELS_IN_A_GAME)]
    edition: str = DEFAULT_EDITION
    variants: Variants = NO_VARIANTS
    claim: SideInts | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET


class SideHaul(_Value, frozen=True):
    """What one side won in a duel: tokens of light and dark, a direction letter for each super and golden energy."""

    light: Count = 0
    dark: Count = 0
    super: MoveLetters = ""
    golden: MoveLetters = ""


class SheetDuel(_Value, frozen=True):
    """One duel of a sheet: what each side won, and the choices that can't be derived from that."""

    white: SideHaul
    black: SideHaul
    spells: tuple[Spell, ...] = ()


class Sheet(_Value, frozen=True, tag_field="format", tag=SHEET_FORMAT):
    """Per duel what each side won, for a game of 0 to 5 duels."""

    starter: Side
    duels: Annotated[tuple[SheetDuel, ...], Meta(max_length=DUELS_IN_A_GAME)]
    edition: str = DEFAULT_EDITION
    variants: Variants = NO_VARIANTS
    claim: SideInts | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET


class Score(_Value, frozen=True, tag_field="format", tag=SCORE_FORMAT):
    """Each side's Honoris and duel markers at the end of a complete game."""

    honoris: SideInts
    markers: SideCounts
    edition: str = DEFAULT_EDITION
    starter: Side | UnsetType = UNSET
    variants: Variants = NO_VARIANTS
    meta: dict[str, Any] | UnsetType = UNSET


Document = Record | Sheet | Score


class ShapeError(ValueError):
    """The input isn't a document. `detail` says what is wrong and where, in English.

    `format`, `edition`: as sent, where they are strings.
    """

    def __init__(self, detail: str, *, format: str | None = None, edition: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.format = format
        self.edition = edition


_DECODER: msgspec.json.Decoder[Document] = msgspec.json.Decoder(Document)
_ENCODER = msgspec.json.Encoder()
_LONGEST_NUMBER = 4000  # digits; Python refuses to convert more than 4300 at once


def decode_quickly(data: bytes | str) -> Document | None:
    """The document, its rows not yet looked at; None where `decode_document` must see what is wrong, if anything is."""
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def decode_document(data: bytes | str) -> Document:
    """Read one document from JSON (bytes are UTF-8). Raises `ShapeError`, whatever the input."""
    try:
        document = _DECODER.decode(data)
        refuse_wrong_letters(document)
    except (msgspec.DecodeError, ValueError, RecursionError):
        # The quick decoder also refuses what is right: a repeated key whose earlier value is wrong, and numbers and
        # strings in `meta` beyond its range. The patient one settles it, and knows what was sent.
        return document_from_builtins(_loads(data))
    return document


def document_from_builtins(value: object) -> Document:
    """The document of an already decoded JSON value. Raises `ShapeError`, whatever the value."""
    try:
        document: Document = msgspec.convert(value, Document)
        refuse_wrong_letters(document)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ShapeError(str(error), format=_sent(value, "format"), edition=_sent(value, "edition")) from error
    return document


def sent_edition(data: bytes | str) -> str | None:
    """The edition that the JSON of an object names itself, None where it leaves the edition out."""
    return _sent(_loads(data), "edition")


def _sent(value: object, member: str) -> str | None:
    sent = value.get(member) if isinstance(value, dict) else None
    return sent if isinstance(sent, str) else None


def encode_document(document: Document) -> bytes:
    """The document as JSON in UTF-8; what has its default is left out."""
    return _ENCODER.encode(document)


def refuse_wrong_letters(document: Document, behind: int = 0) -> None:
    """Raise `ShapeError` for a row of a record that isn't made of the right letters in the right number.

    The first `behind` duels aren't looked at.
    """
    if not isinstance(document, Record):
        return
    for number, duel in enumerate(document.duels[behind:], behind):
        for name, rows, letters in (
            ("tokens", duel.tokens, TOKEN_LETTERS),
            ("pawns", duel.pawns, PAWN_LETTERS),
            ("moves", duel.moves, MOVE_LETTERS),
        ):
            for side, row in (("white", rows.white), ("black", rows.black)):
                if row.strip(letters) or (rows is not duel.moves and len(row) != POSITIONS):
                    raise ShapeError(f"Expected {_EXPECTED_LETTERS[name]} - at `$.duels[{number}].{name}.{side}`")


_EXPECTED_LETTERS = {
    "tokens": "six letters of L, D, S, G",
    "pawns": "six letters of S, M, W, -",
    "moves": "letters of L, D, `.`",
}


def _loads(data: bytes | str) -> object:
    """Decode JSON patiently: strict grammar, strict UTF-8, last key counts, numbers of any length."""
    try:
        text = data if isinstance(data, str) else bytes(data).decode("utf-8")
        value: object = json.loads(text, parse_int=_parse_int, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ShapeError("The JSON is nested too deeply") from error
    except ValueError as error:
        raise ShapeError(f"Not JSON in UTF-8: {error}") from error
    return value


def _parse_int(digits: str) -> int:
    return int(digits[:_LONGEST_NUMBER])


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON value")
