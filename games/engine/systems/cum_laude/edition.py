"""Editions of Magia Cum Laude: board, cards, spells, orders, missions and points, each with its provenance.

An edition is data. `read_edition` makes one playable; `SHIPPED_EDITIONS` holds those that come with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.engine.core.editions import (
    EditionHead,
    PlayableEdition,
    Problem,
    Stated,
    edition_data,
    refuse_problems,
    shipped_editions,
)
from games.engine.core.messages import gettext_noop as _
from games.engine.systems.cum_laude.names import CARDS, COLOURS, CRYSTALS, SYMBOLS, Colour, Counts, Crystal, counts_of
from games.engine.systems.cum_laude.tower import BLACK, WHITE, Oriel, Tower

Copies = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=-99, le=99)]
RowName = Annotated[str, Meta(pattern=r"\A[a-z]\Z")]
RowColours = Annotated[str, Meta(pattern=r"\A[WGB]{1,26}\Z")]

MOST_PLAYERS = 6
SPELL_SIZE, ORDER_SIZE = 6, 5
LEAST_SPELLS, LEAST_ORDERS, LEAST_MISSIONS = 6, 7, 6


class OrielData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"ways_in": "in", "ways_out": "out"}):
    """A start tile: its colour, its only neighbour, and the colours of the cards that lead in and out."""

    colour: Literal["white", "black"]
    door: str
    ways_in: list[Colour]
    ways_out: list[Colour]


class BoardData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tower. `rows`: each row's first number and the colours of its tiles. `directions`: by the card's colour, as
    [rows, numbers]."""

    rows: Annotated[dict[RowName, tuple[Annotated[int, Meta(ge=1, le=26)], RowColours]], Meta(min_length=1)]
    desk: str
    directions: dict[Colour, tuple[Annotated[int, Meta(ge=-3, le=3)], Annotated[int, Meta(ge=-3, le=3)]]]
    oriels: dict[Colour, OrielData]


class MovementCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of each kind there are of each colour."""

    plain: Copies
    step: Copies
    trade: Copies
    again: Copies
    places: Copies


class PointsData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points (L36)."""

    spell: Points
    finish: Points
    finish_shared: Points
    order: Points
    matching: Points
    mismatching: Points


class CountsData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards dealt, held at most, needed for the examiner, and drawn on each colour of tile."""

    hand: Annotated[int, Meta(ge=1, le=20)]
    hand_limit: Annotated[int, Meta(ge=1, le=60)]
    examiner_cards: Annotated[int, Meta(ge=1, le=20)]
    white: Copies
    gray: Copies
    black: Copies


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which spells count for finishing and points: all complete ones, or only those that were turned (LH20)."""

    counting_spell: Stated[Literal["complete", "passed"]]


class EditionData(EditionHead, frozen=True, forbid_unknown_fields=True):
    """An edition as its file holds it. `orders`: the number on each order. `missions`: the four numbered colours."""

    crystals: Stated[dict[Crystal, Copies]]
    board: Stated[BoardData]
    movement_cards: Stated[MovementCards]
    spells: Stated[list[str]]
    orders: Stated[dict[str, int]]
    missions: Stated[dict[str, list[str]]]
    points: Stated[PointsData]
    counts: Stated[CountsData]
    rulings: Rulings


class Edition(PlayableEdition[EditionData]):
    """A playable edition: the data, its content hash, and what the judge looks up in it.

    `crystals`: how many there are. `spells`, `orders`: crystals by name. `missions`: the numbers of their two
    apprentices. `assumed`: the names of its assumed values.
    """

    def __init__(self, data: EditionData) -> None:
        super().__init__(data)
        self.tower = _tower(data.board.value)
        white, blue, red = (data.crystals.value[crystal] for crystal in ("white", "blue", "red"))
        self.crystals: Counts = (white, blue, red)
        self.spells = {name: counts_of(name) for name in data.spells.value}
        self.orders = {name: counts_of(name) for name in data.orders.value}
        self.missions = {name: tuple(map(list[str](COLOURS).index, name.split("-"))) for name in data.missions.value}
        self.assumed = frozenset(_assumed_names(data))

    def third_colour(self, mission: str, order: str) -> int:
        """The apprentice that an extra order adds to a mission with two players (L7)."""
        return COLOURS.index(self.data.missions.value[mission][self.data.orders.value[order] - 1])

    def cards_played_with(self, *, change_places: bool) -> dict[str, int]:
        """How many of each movement card are in the game (L5)."""
        return _cards(self.data.movement_cards.value, change_places=change_places)


def _tower(board: BoardData) -> Tower:
    colours = {"white": WHITE, "black": BLACK}
    oriels = {
        colour: Oriel(colours[oriel.colour], oriel.door, oriel.ways_in, oriel.ways_out)
        for colour, oriel in board.oriels.items()
    }
    return Tower(dict(board.rows), board.desk, dict(board.directions), oriels)


def _cards(cards: MovementCards, *, change_places: bool) -> dict[str, int]:
    by_symbol = {symbol: getattr(cards, name) for name, symbol in SYMBOLS.items()} | {"": cards.plain}
    by_symbol["" if change_places else "p"] -= cards.places
    return {card: by_symbol[card[1:]] for card in CARDS}


def _assumed_names(data: EditionData) -> Iterator[str]:
    for name in ("board", "missions", "movement_cards", "orders", "spells"):
        if getattr(data, name).provenance == "assumed":
            yield name
    if data.rulings.counting_spell.provenance == "assumed":
        yield "rulings"


_CRYSTALS = _("The edition needs white, blue and red crystals: as many as there are crystal tiles, or more.")
_DIRECTIONS = _("There must be six directions in opposite pairs, one for each colour.")
_ORIELS = _("There must be an oriel for each colour.")
_DESK = _("The desk must be a tile of the board.")
_DOOR = _("The door “%(door)s” is not a tile of the board.")
_PORTALS = _("No two portals may be neighbours.")
_REACHABLE = _("Every tile must be reachable from the desk by steps.")
_SPELLS = _("At least %(least)s different spells of %(size)s crystals are needed, written as three digits.")
_ORDERS = _("At least %(least)s orders of %(size)s crystals are needed, each with a number from 1 to 4.")
_MISSIONS = _("At least %(least)s missions of two colours are needed, each with the other four colours.")
_TOO_FEW_CARDS = _("Six hands and one more card need %(least)s cards; there are %(number)s.")


def edition_problems(data: EditionData) -> Iterator[Problem]:
    """Everything in a well-shaped edition that can't be played: dotted place, English template, parameters."""
    yield from _board_problems(data.board.value)
    tiles = sum(len(colours) for _first, colours in data.board.value.rows.values()) - 1
    if set(data.crystals.value) != set(CRYSTALS) or sum(data.crystals.value.values()) < tiles:
        yield "crystals", _CRYSTALS, {}
    spells, orders, missions = data.spells.value, data.orders.value, data.missions.value
    if (
        len(spells) < LEAST_SPELLS
        or len(set(spells)) < len(spells)
        or not all(_sums(name, SPELL_SIZE) for name in spells)
    ):
        yield "spells", _SPELLS, {"least": LEAST_SPELLS, "size": SPELL_SIZE}
    if (
        len(orders) < LEAST_ORDERS
        or not all(_sums(name, ORDER_SIZE) for name in orders)
        or not all(1 <= number <= 4 for number in orders.values())
    ):
        yield "orders", _ORDERS, {"least": LEAST_ORDERS, "size": ORDER_SIZE}
    if len(missions) < LEAST_MISSIONS or any(
        sorted([*name.split("-"), *others]) != sorted(COLOURS) or name.count("-") != 1
        for name, others in missions.items()
    ):
        yield "missions", _MISSIONS, {"least": LEAST_MISSIONS}
    cards = data.movement_cards.value
    needed = MOST_PLAYERS * data.counts.value.hand + 1
    for change_places in (False, True):
        counts = _cards(cards, change_places=change_places)
        if min(counts.values()) < 0 or sum(counts.values()) < needed:
            yield "movement_cards", _TOO_FEW_CARDS, {"least": needed, "number": sum(counts.values())}


def _sums(name: str, size: int) -> bool:
    return len(name) == 3 and name.isascii() and name.isdigit() and sum(counts_of(name)) == size


def _board_problems(board: BoardData) -> Iterator[Problem]:
    tiles = {f"{row}{first + place}" for row, (first, colours) in board.rows.items() for place in range(len(colours))}
    steps = set(board.directions.values())
    if (
        set(board.directions) != set(COLOURS)
        or len(steps) < len(COLOURS)
        or {(-up, -along) for up, along in steps} != steps
    ):
        yield "board.directions", _DIRECTIONS, {}
        return
    if set(board.oriels) != set(COLOURS):
        yield "board.oriels", _ORIELS, {}
        return
    if board.desk not in tiles:
        yield "board.desk", _DESK, {}
        return
    strange = {colour: oriel.door for colour, oriel in board.oriels.items() if oriel.door not in tiles}
    for colour, door in strange.items():
        yield f"board.oriels.{colour}.door", _DOOR, {"door": door}
    if strange:
        return
    if any(oriel.door == board.desk for oriel in board.oriels.values()):
        yield "board.oriels", _PORTALS, {}
    tower = _tower(board)
    reached, before = 1 << tower.desk, 0
    while reached != before:
        before, reached = reached, reached | tower.any_step(reached)
    if reached & tower.tiles != tower.tiles:
        yield "board.rows", _REACHABLE, {}


def make_edition(data: EditionData) -> Edition:
    """Make well-shaped edition data playable. Raises EditionError with everything that is wrong."""
    refuse_problems(edition_problems(data))
    return Edition(data)


def read_edition(data: bytes | str) -> Edition:
    """The playable edition of a JSON file. Raises EditionError, whatever the input."""
    return make_edition(edition_data(data, EditionData))


SHIPPED_EDITIONS: dict[str, Edition] = shipped_editions(__package__, read_edition)
DEFAULT_EDITION = "spieltrieb-2017"
