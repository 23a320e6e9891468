"""Editions of the elemental duel: board, decks, limits and rulings, each value with its provenance.

An edition is data. `read_edition` makes one playable; `SHIPPED_EDITIONS` holds those that come with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

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
from games.engine.core.multiplayer import MOST_SEATS
from games.engine.systems.elemental.board import Board, Boundary
from games.engine.systems.elemental.cards import CARDS, ELEMENTS

Small = Annotated[int, Meta(ge=1, le=999)]
Copies = Annotated[int, Meta(ge=0, le=99)]
LEAST_SIDE, MOST_SIDE = 2, 26


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of each card a deck has."""

    attack: Stated[dict[str, Copies]]
    defense: Stated[dict[str, Copies]]


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of each deck are dealt to each player (E5)."""

    attack: Stated[Small]
    defense: Stated[Small]


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rulings where the rulebook can be read in two ways (EH15, EH7)."""

    half: Stated[Literal["down", "up"]]
    boundary: Stated[Boundary]


class EditionData(EditionHead, frozen=True, forbid_unknown_fields=True):
    """An edition as its file holds it. `players`: the least and the most (E1). `board`: rows from the top, M magenta, W
    white (E2, EH1). `corners`: by number of players, in seat order (E3). `star_spots`: a token lies on each (E7, EH3).
    `health`: lives at the start (E6). `counters`: the key's element counters the value's. `rounds`: the limit, None
    without one."""

    players: Stated[tuple[int, int]]
    board: Stated[list[str]]
    corners: Stated[dict[str, list[str]]]
    star_spots: Stated[list[str]]
    decks: Decks
    counters: dict[str, Stated[str]]
    hand: Hand
    health: Stated[Small]
    health_max: Stated[Small]
    knock_out_health: Stated[Annotated[int, Meta(ge=0, le=999)]]
    sudden_duel_stars: Stated[Small]
    star_draw_stars: Stated[Small]
    star_draw_cards: Stated[Small]
    rounds: Stated[Small | None]
    rulings: Rulings


class Fought(NamedTuple):
    """What a defense card is worth against an attack, the damage that is left, and whether half a point was rounded."""

    value: int
    damage: int
    is_rounded: bool


class Edition(PlayableEdition[EditionData]):
    """A playable edition: the data, its content hash, and what the judge looks up in it.

    `stars`: the star spots as a set; `star_spots`: each by its name. `corners`: the spots where the seats start, by
    number of players. `fought`: what comes of an attack, by its card and the card shown in defense. `assumed`: the
    names of its assumed values. `spots_of`: star spots by their names, as a set.
    """

    def __init__(self, data: EditionData) -> None:
        super().__init__(data)
        self.least_players, self.most_players = data.players.value
        self.board = Board(data.board.value, data.rulings.boundary.value)
        spots = self.board.spots
        self.star_spots = {name: spots[name] for name in data.star_spots.value}
        self.stars = sum(self.star_spots.values())
        self.corners = {
            number: [spots[name] for name in data.corners.value[str(number)]]
            for number in range(self.least_players, self.most_players + 1)
        }
        self.counters = {element: stated.value for element, stated in data.counters.items()}
        self.rounds_up = data.rulings.half.value == "up"
        self.fought = {attack: {card: self._fought(attack, card) for card in (None, *CARDS)} for attack in CARDS}
        self.spots_of = lru_cache(maxsize=1 << 12)(self._spots_of)
        self.assumed = frozenset(_assumed_names(data))

    def _spots_of(self, names: tuple[str, ...]) -> int:
        """Star spots by their names, as a set; 0 where one isn't a star spot or is named twice."""
        if len(set(names)) != len(names) or not self.star_spots.keys() >= set(names):
            return 0
        return sum(self.star_spots[name] for name in names)

    def _fought(self, attack: str, card: str | None) -> Fought:
        """What comes of a defense card, or of none, against an attack (E20, EH9)."""
        value, is_rounded = (0, False) if card is None else self._worth(attack, card)
        return Fought(value, max(0, int(attack[1]) - value), is_rounded)

    def gained(self, lives: int) -> tuple[int, bool]:
        """The lives of a player after knocking somebody out (E21), and whether any were lost to the most (EH16)."""
        wanted, most = lives + self.data.knock_out_health.value, self.data.health_max.value
        return min(wanted, most), wanted > most

    def _worth(self, attack: str, defense: str) -> tuple[int, bool]:
        """The value of a defense card against an attack (E17 to E19, EH15), and whether half a point was rounded."""
        value = int(defense[1])
        if self.counters.get(attack[0]) == defense[0]:
            return (value + self.rounds_up) // 2, value % 2 == 1
        if self.counters.get(defense[0]) == attack[0]:
            return value * 2, False
        return value, False


def _assumed_names(data: EditionData) -> Iterator[str]:
    stated = {
        **{name: getattr(data, name) for name in ("board", "corners", "star_spots", "health_max", "rounds")},
        "decks.attack": data.decks.attack,
        "decks.defense": data.decks.defense,
        "rulings.half": data.rulings.half,
        "rulings.boundary": data.rulings.boundary,
    }
    return (name for name, each in stated.items() if each.provenance == "assumed")


_PLAYERS = _("The number of players goes from %(least)s to %(most)s at most, the smaller number first.")
_RECTANGLE = _("The board needs %(least)s to %(most)s rows of the same length, of M and W alone.")
_CORNERS = _("For %(number)s players there must be %(number)s different spots of the board.")
_STAR_SPOTS = _("Star spots must be different spots of the board.")
_TOO_FEW_STARS = _("A use costs %(number)s stars, and there are %(most)s star spots.")
_NO_CARD = _("“%(card)s” is not a card: a card is an element (f, w, g, n) and a value from 1 to 9.")
_TOO_FEW_CARDS = _("The deck has %(number)s cards; %(least)s are dealt to %(most)s players.")
_NO_COUNTER = _("Only f, w and g counter each other.")
_TOO_HEALTHY = _("Players start with %(number)s lives, but the most is %(most)s.")


def edition_problems(data: EditionData) -> Iterator[Problem]:
    """Everything in a well-shaped edition that can't be played: dotted place, English template, parameters."""
    least, most = data.players.value
    if not 2 <= least <= most <= MOST_SEATS:
        yield "players", _PLAYERS, {"least": 2, "most": MOST_SEATS}
        return
    rows = data.board.value
    if (
        not LEAST_SIDE <= len(rows) <= MOST_SIDE
        or not LEAST_SIDE <= len(rows[0]) <= MOST_SIDE
        or any(len(row) != len(rows[0]) or not set(row) <= set("MW") for row in rows)
    ):
        yield "board", _RECTANGLE, {"least": LEAST_SIDE, "most": MOST_SIDE}
        return
    spots = Board(rows, "move").spots
    for number in range(least, most + 1):
        names = data.corners.value.get(str(number), [])
        if len(set(names)) != number or len(names) != number or not set(names) <= spots.keys():
            yield f"corners.{number}", _CORNERS, {"number": number}
    stars = data.star_spots.value
    if len(set(stars)) != len(stars) or not set(stars) <= spots.keys():
        yield "star_spots", _STAR_SPOTS, {}
    for name in ("sudden_duel_stars", "star_draw_stars"):
        if getattr(data, name).value > len(stars):
            yield name, _TOO_FEW_STARS, {"number": getattr(data, name).value, "most": len(stars)}
    for name in ("attack", "defense"):
        cards = getattr(data.decks, name).value
        for card in cards.keys() - CARDS:
            yield f"decks.{name}.{card}", _NO_CARD, {"card": card}
        needed = getattr(data.hand, name).value
        if sum(cards.values()) < needed * most:
            params: dict[str, str | int] = {"number": sum(cards.values()), "least": needed, "most": most}
            yield f"decks.{name}", _TOO_FEW_CARDS, params
    for element, countered in data.counters.items():
        if element not in ELEMENTS or countered.value not in ELEMENTS:
            yield f"counters.{element}", _NO_COUNTER, {}
    if data.health.value > data.health_max.value:
        yield "health", _TOO_HEALTHY, {"number": data.health.value, "most": data.health_max.value}


def make_edition(data: EditionData) -> Edition:
    """Make well-shaped edition data playable. Raises EditionError with everything that is wrong."""
    refuse_problems(edition_problems(data))
    return Edition(data)


def read_edition(data: bytes | str) -> Edition:
    """The playable edition of a JSON file. Raises EditionError, whatever the input."""
    return make_edition(edition_data(data, EditionData))


SHIPPED_EDITIONS: dict[str, Edition] = shipped_editions(__package__, read_edition)
DEFAULT_EDITION = "elemental-2022"
