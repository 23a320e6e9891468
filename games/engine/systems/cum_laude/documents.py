"""The documents of Magia Cum Laude: a record, a sheet or a score, as typed values read from JSON.

Decoding is strict. An unknown field, a missing one, a wrong type or name is refused with a `ShapeError`; 1.0 and true
are no integers, null never stands for "left out", and of a repeated key the last one counts. What needs the edition
(tiles, spells, orders, missions) or several members together is checked by `check_shape`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine.core.documents import DocumentReader, ShapeError
from games.engine.core.multiplayer import SEATS, is_placing
from games.engine.systems.cum_laude.edition import DEFAULT_EDITION, Edition
from games.engine.systems.cum_laude.names import CARDS, COLOURS, EXAMINER, Colour, Crystal

RECORD_FORMAT = "cum-laude-record/1"
SHEET_FORMAT = "cum-laude-sheet/1"
SCORE_FORMAT = "cum-laude-score/1"
FORMATS: tuple[str, ...] = (RECORD_FORMAT, SHEET_FORMAT, SCORE_FORMAT)

Players = Annotated[int, Meta(ge=2, le=6)]
Count = Annotated[int, Meta(ge=0)]
Figure = Literal["red", "black", "yellow", "green", "blue", "brown", "examiner"]
Uncovered = Literal["before", "moved", "acted"]


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The base of all parts of a document: immutable, strict, compared by value."""


class Take(_Value, frozen=True, rename={"giver": "from", "crystal": "take"}):
    """A crystal that the arriving apprentice takes from another (L23)."""

    giver: Colour
    crystal: Crystal


class Exam(_Value, frozen=True):
    """The outcome for an apprentice that fails: it loses a crystal, which is put `on` a tile, or is given one (L25)."""

    who: Colour
    lose: Crystal | UnsetType = UNSET
    on: str | UnsetType = UNSET
    give: Crystal | UnsetType = UNSET


class Action(_Value, frozen=True, rename={"giver": "from", "taker": "to"}):
    """An additional action (L29). Exactly one of step, steal, give, places and again; `check_shape` sees to it."""

    step: str | UnsetType = UNSET
    exams: tuple[Exam, ...] | UnsetType = UNSET
    steal: Crystal | UnsetType = UNSET
    giver: str | UnsetType = UNSET
    give: Crystal | UnsetType = UNSET
    taker: str | UnsetType = UNSET
    places: tuple[Colour, Colour] | UnsetType = UNSET
    again: bool | UnsetType = UNSET

    @property
    def symbol(self) -> str:
        """The letter on the cards that allow it."""
        if self.step is not UNSET:
            return "s"
        if self.places is not UNSET:
            return "p"
        return "a" if self.again is not UNSET else "t"


class Turn(_Value, frozen=True, rename={"giver": "from"}):
    """One turn, or a second turn. Neither cards nor a tile: a pass."""

    name: Figure
    giver: str | UnsetType = UNSET
    drew: str | UnsetType = UNSET
    cards: Annotated[tuple[str, ...], Meta(min_length=1)] | UnsetType = UNSET
    to: str | UnsetType = UNSET
    takes: tuple[Take, ...] | UnsetType = UNSET
    exams: tuple[Exam, ...] | UnsetType = UNSET
    action: Action | UnsetType = UNSET
    order: Uncovered | UnsetType = UNSET
    discard: tuple[str, ...] | UnsetType = UNSET
    finish: bool | UnsetType = UNSET

    @property
    def is_again(self) -> bool:
        """Whether a second turn follows."""
        return self.action is not UNSET and self.action.again is True


class SetUp(_Value, frozen=True):
    """The deal and the layout. `crystals`: a letter for each crystal tile. `pile`: the draw pile from its top."""

    crystals: str
    spells: dict[Colour, str]
    missions: dict[str, str]
    orders: dict[str, str]
    hands: dict[str, tuple[str, ...]]
    pile: tuple[str, ...]
    extra: str | UnsetType = UNSET


class Record(_Value, frozen=True, tag_field="format", tag=RECORD_FORMAT):
    """The deal and every choice of a game."""

    players: Players
    starter: str
    setup: SetUp
    turns: tuple[Turn, ...]
    edition: str = DEFAULT_EDITION
    change_places: bool = False
    claim: dict[str, int] | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET


class Stock(_Value, frozen=True):
    """The crystals of a master's stock."""

    white: Count = 0
    blue: Count = 0
    red: Count = 0


class Master(_Value, frozen=True):
    """The mission, order and stock of a master at the end."""

    mission: str
    order: str
    fulfilled: bool = False
    stock: Stock = Stock()


class Sheet(_Value, frozen=True, tag_field="format", tag=SHEET_FORMAT):
    """How things lie at the end of a game."""

    players: Players
    masters: dict[str, Master]
    complete_spells: tuple[Colour, ...]
    finishers: tuple[str, ...] = ()
    extra: str | UnsetType = UNSET
    spells: dict[Colour, str] | UnsetType = UNSET
    edition: str = DEFAULT_EDITION
    starter: str | UnsetType = UNSET
    change_places: bool = False
    claim: dict[str, int] | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET


class Score(_Value, frozen=True, tag_field="format", tag=SCORE_FORMAT):
    """Victory points and, where known, the crystals that match each order, at the end of a game."""

    players: Players
    vp: dict[str, int]
    tie_break: dict[str, Annotated[int, Meta(ge=0, le=5)]] | UnsetType = UNSET
    edition: str = DEFAULT_EDITION
    starter: str | UnsetType = UNSET
    change_places: bool = False
    claim: dict[str, int] | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET


Document = Record | Sheet | Score


READER: DocumentReader[Document] = DocumentReader(Document)  # type: ignore[arg-type] # a union


def check_shape(document: Document, edition: Edition) -> None:
    """ShapeError for what the types can't say."""
    seats = SEATS[document.players]
    if document.starter is not UNSET and document.starter not in seats:
        raise _broken(f"there is no seat {document.starter!r}", "starter")
    if document.claim is not UNSET:
        _require_seats(document.claim, seats, "claim")
        if not is_placing([document.claim[seat] for seat in seats]):
            raise _broken("a place is 1 + the number of seats placed better", "claim")
    if isinstance(document, Record):
        check_set_up(document.setup, edition, seats)
        for number, turn in enumerate(document.turns):
            check_turn(turn, edition, seats, f"turns[{number}]")
    elif isinstance(document, Sheet):
        _check_sheet(document, edition, seats)
    else:
        _require_seats(document.vp, seats, "vp")
        if document.tie_break is not UNSET:
            _require_seats(document.tie_break, seats, "tie_break")


def check_turn(turn: Turn, edition: Edition, seats: Collection[str], place: str) -> None:
    """ShapeError for what the types of a turn can't say. `place`: of the turn in its record."""
    if turn.giver is not UNSET or turn.drew is not UNSET:
        if turn.giver is UNSET or turn.drew is UNSET:
            raise _broken("from and drew belong together", place)
        _require_known((turn.giver,), seats, "seat", place)
        _require_known((turn.drew,), CARDS, "card", place)
    if turn.cards is UNSET or turn.to is UNSET:
        _check_pass(turn, place)
    else:
        _require_known(turn.cards, CARDS, "card", place)
        _require_known((turn.to,), edition.tower.numbers, "tile", place)
    if turn.takes is not UNSET and turn.name == EXAMINER:
        raise _broken("the examiner takes nothing", place)
    if turn.exams:
        _check_exams(turn.exams, edition, place)
    if turn.action is not UNSET:
        _check_action(turn.action, edition, seats, f"{place}.action")
    if turn.discard is not UNSET:
        _require_known(turn.discard, CARDS, "card", place)
        if turn.is_again:
            raise _broken("cards are discarded after the second turn", place)
    if turn.finish is not UNSET:
        _check_finish(turn, place)


def _broken(sentence: str, place: str) -> ShapeError:
    return ShapeError(f"{sentence} - at `$.{place}`")


def _require_seats(values: Mapping[str, object], seats: tuple[str, ...], place: str) -> None:
    if values.keys() != set(seats):
        raise _broken(f"exactly the seats 1 to {len(seats)} are needed", place)


def _require_known(names: Iterable[str], known: Collection[str], what: str, place: str) -> None:
    for name in names:
        if name not in known:
            raise _broken(f"there is no {what} {name!r}", place)


def _require_different(names: Collection[str], what: str, place: str) -> None:
    if len(set(names)) < len(names):
        raise _broken(f"each {what} once", place)


def _check_pass(turn: Turn, place: str) -> None:
    if turn.cards is not UNSET or turn.to is not UNSET:
        raise _broken("cards and to belong together", place)
    others = (turn.takes, turn.exams, turn.action, turn.finish)
    if any(each is not UNSET for each in others) or turn.order not in (UNSET, "before"):
        raise _broken("a pass has nothing but a figure, an uncovered order and discarded cards", place)


def _check_extra(extra: str | UnsetType, edition: Edition, seats: tuple[str, ...], place: str) -> None:
    if (extra is not UNSET) != (len(seats) == 2):
        raise _broken("an extra order is needed with two players and no others", place)
    if extra is not UNSET:
        _require_known((extra,), edition.orders, "order", place)


def _check_spells(spells: Mapping[Colour, str], edition: Edition, place: str) -> None:
    if len(spells) != len(COLOURS):
        raise _broken("each apprentice has a spell", place)
    _require_known(spells.values(), edition.spells, "spell", place)


def check_set_up(setup: SetUp, edition: Edition, seats: tuple[str, ...]) -> None:
    tiles = len(edition.tower.crystal_tiles)
    if len(setup.crystals) != tiles or not set(setup.crystals) <= set("WBR"):
        raise _broken(f"{tiles} letters W, B or R", "setup.crystals")
    _check_spells(setup.spells, edition, "setup.spells")
    for name in ("missions", "orders", "hands"):
        _require_seats(getattr(setup, name), seats, f"setup.{name}")
    _require_known(setup.missions.values(), edition.missions, "mission", "setup.missions")
    _require_known(setup.orders.values(), edition.orders, "order", "setup.orders")
    _check_extra(setup.extra, edition, seats, "setup.extra")
    size = edition.data.counts.value.hand
    for seat, hand in setup.hands.items():
        if len(hand) != size:
            raise _broken(f"{size} cards are dealt", f"setup.hands.{seat}")
        _require_known(hand, CARDS, "card", f"setup.hands.{seat}")
    _require_known(setup.pile, CARDS, "card", "setup.pile")


def _check_exams(exams: Iterable[Exam], edition: Edition, place: str) -> None:
    for exam in exams:
        loses = exam.lose is not UNSET and exam.on is not UNSET and exam.give is UNSET
        gets = exam.lose is UNSET and exam.on is UNSET and exam.give is not UNSET
        if not (loses or gets):
            raise _broken("an exam has lose and on, or give", place)
        if exam.on is not UNSET and edition.tower.numbers.get(exam.on) not in edition.tower.crystal_tiles:
            raise _broken(f"there is no crystal tile {exam.on!r}", place)


_ACTION_MEMBERS = (
    {"step"},
    {"step", "exams"},
    {"steal", "giver"},
    {"give", "taker"},
    {"places"},
    {"again"},
)


def _check_action(action: Action, edition: Edition, seats: Collection[str], place: str) -> None:
    given = {name for name in action.__struct_fields__ if getattr(action, name) is not UNSET}
    if given not in _ACTION_MEMBERS:
        raise _broken("an action is one of step, steal, give, places and again", place)
    if action.step is not UNSET and not 1 << edition.tower.numbers.get(action.step, 0) & edition.tower.tiles:
        raise _broken(f"there is no tile {action.step!r} of the board", place)
    if action.exams:
        _check_exams(action.exams, edition, place)
    _require_known((seat for seat in (action.giver, action.taker) if seat is not UNSET), seats, "seat", place)
    if action.places is not UNSET and action.places[0] == action.places[1]:
        raise _broken("two different apprentices change places", place)
    if action.again is False:
        raise _broken("again is true or left out", place)


def _check_finish(turn: Turn, place: str) -> None:
    if turn.finish is not True:
        raise _broken("finish is true or left out", place)
    if turn.discard is not UNSET:
        raise _broken("nothing is discarded once the game has ended", place)
    if turn.order not in (UNSET, "before"):
        raise _broken("no order is uncovered once the game has ended", place)
    if turn.action is not UNSET and turn.action.step is UNSET:
        raise _broken("only a step can end the game", place)
    last_exams = turn.exams if turn.action is UNSET else turn.action.exams
    if last_exams is not UNSET:
        raise _broken("no exam follows once the game has ended", place)


def _check_sheet(sheet: Sheet, edition: Edition, seats: tuple[str, ...]) -> None:
    _require_seats(sheet.masters, seats, "masters")
    _require_known((master.mission for master in sheet.masters.values()), edition.missions, "mission", "masters")
    _require_known((master.order for master in sheet.masters.values()), edition.orders, "order", "masters")
    _require_different(sheet.complete_spells, "spell", "complete_spells")
    _require_known(sheet.finishers, seats, "seat", "finishers")
    _require_different(sheet.finishers, "seat", "finishers")
    _check_extra(sheet.extra, edition, seats, "extra")
    if sheet.spells is not UNSET:
        _check_spells(sheet.spells, edition, "spells")
