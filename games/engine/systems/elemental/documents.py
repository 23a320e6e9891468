"""The documents of the elemental duel: a record or a score, as typed values read from JSON.

Decoding is strict. An unknown field, a missing one, a wrong type or letter is refused with a `ShapeError`; 1.0 and true
are no integers, null never stands for "left out", and of a repeated key the last one counts. What needs the edition
(the number of players, the cards dealt) is checked by `check_shape`, and the play by the judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine.core.documents import DocumentReader, ShapeError
from games.engine.core.multiplayer import SEATS, is_placing
from games.engine.systems.elemental.board import MOVES
from games.engine.systems.elemental.cards import CARDS, slip_entry
from games.engine.systems.elemental.edition import DEFAULT_EDITION, Edition

RECORD_FORMAT = "elemental-record/1"
SCORE_FORMAT = "elemental-score/1"
FORMATS: tuple[str, ...] = (RECORD_FORMAT, SCORE_FORMAT)

DeckName = Literal["attack", "defense"]
Count = Annotated[int, Meta(ge=0)]


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The base of all parts of a document: immutable, strict, compared by value."""


class Duel(_Value, frozen=True):
    """A duel with those whom the mover met: the attacker's card, and the defenders' cards by seat."""

    attack: str
    defense: dict[str, str] = {}


class SuddenDuel(_Value, frozen=True):
    """A duel for stars (E12). `returns`: the star spots where the used tokens were put."""

    target: str
    attack: str
    returns: tuple[str, ...]
    defense: str | UnsetType = UNSET


class StarDraw(_Value, frozen=True):
    """A draw for stars (E14)."""

    deck: DeckName
    returns: tuple[str, ...]


class Turn(_Value, frozen=True):
    """One turn: the two legs as walked, and what the mover did then."""

    move: str
    duel: Duel | UnsetType = UNSET
    sudden: tuple[SuddenDuel, ...] = ()
    star_draws: tuple[StarDraw, ...] = ()


class Record(_Value, frozen=True, tag_field="format", tag=RECORD_FORMAT):
    """Every throw, way, card and use of stars. `slips`: the cards of each seat, dealt ones first, blanks between."""

    players: int
    starter: str
    slips: dict[str, str]
    turns: tuple[Turn, ...]
    edition: str = DEFAULT_EDITION
    claim: dict[str, int] | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET


class Score(_Value, frozen=True, tag_field="format", tag=SCORE_FORMAT):
    """Each seat's place, health and, where known, stars at the end of a complete game."""

    players: int
    placings: dict[str, int]
    health: dict[str, Count]
    stars: dict[str, Count] | UnsetType = UNSET
    edition: str = DEFAULT_EDITION
    starter: str | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET


Document = Record | Score


READER: DocumentReader[Document] = DocumentReader(Document)  # type: ignore[arg-type] # a union


def check_shape(document: Document, edition: Edition) -> None:
    """ShapeError for what the types can't say: seats, moves, cards, slips and claims."""
    if not edition.least_players <= document.players <= edition.most_players:
        raise ShapeError(
            f"players: from {edition.least_players} to {edition.most_players}, not {document.players} - at `$.players`"
        )
    seats = SEATS[document.players]
    if document.starter is not UNSET:
        _require_seat(document.starter, seats, "starter")
    if isinstance(document, Record):
        _check_record(document, edition, seats)
    else:
        for name in ("placings", "health", "stars"):
            if getattr(document, name) is not UNSET:
                _require_all(getattr(document, name), seats, name)
        _require_placing(document.placings, seats, "placings")


def _check_record(record: Record, edition: Edition, seats: tuple[str, ...]) -> None:
    _require_all(record.slips, seats, "slips")
    dealt = edition.data.hand.attack.value + edition.data.hand.defense.value
    for seat, slip in record.slips.items():
        entries = slip.split(" ")
        if len(entries) < dealt:
            raise ShapeError(f"{dealt} cards are dealt, not {len(entries)} - at `$.slips.{seat}`")
        for number, text in enumerate(entries):
            if text not in CARDS and (number < dealt or slip_entry(text) is None):
                raise ShapeError(f"entry {number + 1} is no card: {text!r} - at `$.slips.{seat}`")
    for number, turn in enumerate(record.turns):
        if turn.move not in MOVES:
            raise ShapeError(f"a move is two legs, like N3E5, not {turn.move!r} - at `$.turns[{number}].move`")
        if turn.duel or turn.sudden:
            _check_duels(turn, number, seats)
    check_claim(record)


def check_claim(record: Record) -> None:
    """ShapeError where what the players wrote down places nobody, or isn't possible (M3)."""
    if record.claim is not UNSET:
        seats = SEATS[record.players]
        _require_all(record.claim, seats, "claim")
        _require_placing(record.claim, seats, "claim")


def _check_duels(turn: Turn, number: int, seats: tuple[str, ...]) -> None:
    if turn.duel:
        for seat, card in turn.duel.defense.items():
            _require_card(card, number)
            _require_seat(seat, seats, f"turns[{number}].duel.defense")
        _require_card(turn.duel.attack, number)
    for sudden in turn.sudden:
        _require_seat(sudden.target, seats, f"turns[{number}].sudden")
        _require_card(sudden.attack, number)
        if sudden.defense is not UNSET:
            _require_card(sudden.defense, number)


def _require_card(card: str, number: int) -> None:
    if card not in CARDS:
        raise ShapeError(f"no card: {card!r} - at `$.turns[{number}]`")


def _require_seat(seat: str, seats: Iterable[str], place: str) -> None:
    if seat not in seats:
        raise ShapeError(f"there is no seat {seat!r} - at `$.{place}`")


def _require_all(values: Mapping[str, object], seats: tuple[str, ...], place: str) -> None:
    if values.keys() != set(seats):
        raise ShapeError(f"exactly the seats 1 to {len(seats)} are needed - at `$.{place}`")


def _require_placing(places: Mapping[str, int], seats: tuple[str, ...], name: str) -> None:
    if not is_placing([places[seat] for seat in seats]):
        raise ShapeError(f"a place is 1 + the number of seats placed better - at `$.{name}`")
