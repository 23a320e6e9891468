"""The tower: tiles, oriels and where movements lead (L13 to L18, L21, LH9 to LH11).

A tile is a number; a set of tiles is an integer with one bit for each. Tiles of a row have consecutive numbers with a
gap between rows, so that a step in a direction is one shift of a whole set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.engine.systems.cum_laude.names import COLOURS, Colour

WHITE, GRAY, BLACK = "W", "G", "B"


class Tower:
    """A board of an edition.

    `numbers` and `names`: tiles by name and back, oriels included. `tiles`: the tiles of the board as a set, without
    oriels. `portals`: the desk and the oriels as a set. `oriels`: by apprentice. `crystal_tiles`: where crystals lie
    at the start, all but the seven start tiles (LH2), in the order of names. `colour`: white, gray or black by tile.
    """

    def __init__(
        self,
        rows: Mapping[str, tuple[int, str]],
        desk: str,
        directions: Mapping[Colour, tuple[int, int]],
        oriels: Mapping[Colour, Oriel],
    ) -> None:
        reach = max(abs(along) for _up, along in directions.values())
        width = max(first + len(colours) for first, colours in rows.values()) + 2 * reach
        self.numbers: dict[str, int] = {}
        self.colour: dict[int, str] = {}
        lowest = min(map(ord, rows))
        for row, (first, colours) in sorted(rows.items()):
            place = ord(row) - lowest  # a letter that is left out is a row without tiles
            for along, colour in enumerate(colours, first):
                number = self.numbers[f"{row}{along}"] = place * width + along
                self.colour[number] = colour
        self.desk = self.numbers[desk]
        self.colour[self.desk] = GRAY  # LH5
        self.crystal_tiles = [number for number in self.numbers.values() if number != self.desk]
        self.tiles = mask_of(self.numbers.values())
        self.shifts = [directions[colour][0] * width + directions[colour][1] for colour in COLOURS]
        self.oriels: list[int] = []
        self._ways_in: list[list[tuple[int, int]]] = [[] for _ in COLOURS]  # by card colour: door and oriel as sets
        self._ways_out: list[list[tuple[int, int]]] = [[] for _ in COLOURS]
        self._doors: list[tuple[int, int]] = []
        beyond = (max(map(ord, rows)) - lowest + 2) * width
        for place, colour in enumerate(COLOURS):
            oriel, number = oriels[colour], beyond + place
            self.numbers[f"{colour}-oriel"] = number
            self.colour[number] = oriel.colour
            self.oriels.append(number)
            door_set, oriel_set = 1 << self.numbers[oriel.door], 1 << number
            self._doors.append((door_set, oriel_set))
            for card in oriel.ways_in:
                self._ways_in[COLOURS.index(card)].append((door_set, oriel_set))
            for card in oriel.ways_out:
                self._ways_out[COLOURS.index(card)].append((oriel_set, door_set))
        self.names = {number: name for name, number in self.numbers.items()}
        self.portals = mask_of([self.desk, *self.oriels])

    # --- Apprentices --------------------------------------------------------------------------------------------

    def jumps(self, places: int) -> int:
        """The places and, from a portal, all portals (L21)."""
        return places | self.portals if places & self.portals else places

    def step(self, places: int, card: int) -> int:
        """Where a step in the direction of a card's colour leads from any of the places (L14)."""
        shift = self.shifts[card]
        reached = (places << shift if shift > 0 else places >> -shift) & self.tiles
        for door, oriel in self._ways_in[card]:
            if places & door:
                reached |= oriel
        for oriel, door in self._ways_out[card]:
            if places & oriel:
                reached |= door
        return reached

    def any_step(self, places: int) -> int:
        """Where a step in any direction leads (L13)."""
        reached = 0
        for shift in self.shifts:
            reached |= places << shift if shift > 0 else places >> -shift
        reached &= self.tiles
        for door, oriel in self._doors:
            if places & door:
                reached |= oriel
            if places & oriel:
                reached |= door
        return reached

    def by_colour(self, start: int, steps: int) -> int:
        """Where an apprentice can end after so many steps in any direction, jumps included."""
        places = self.jumps(1 << start)
        for _step in range(steps):
            places = self.jumps(self.any_step(places))
        return places

    def by_direction(self, start: int, cards: Sequence[int]) -> int:
        """Where an apprentice can end after the steps of these card colours in order, jumps included."""
        places = self.jumps(1 << start)
        for card in cards:
            places = self.jumps(self.step(places, card))
        return places

    def reachable(self, start: int, colour: int, hand: Sequence[int]) -> int:
        """Where an apprentice can end with any choice of the hand's cards, in any order and in either way (LH7)."""
        reached = 0
        places = self.jumps(1 << start)
        for _step in range(hand.count(colour)):
            places = self.jumps(self.any_step(places))
            reached |= places
        seen: set[tuple[int, ...]] = set()
        left = tuple(hand.count(card) for card in range(len(COLOURS)))
        waiting = [(self.jumps(1 << start), left)]
        while waiting:
            places, left = waiting.pop()
            for card, number in enumerate(left):
                after = self.jumps(self.step(places, card)) if number else 0
                if after:
                    rest = (*left[:card], number - 1, *left[card + 1 :])
                    reached |= after
                    if (after, *rest) not in seen:
                        seen.add((after, *rest))
                        waiting.append((after, rest))
        return reached

    # --- The examiner -------------------------------------------------------------------------------------------

    def neighbours(self, tile: int) -> int:
        """The tiles beside a tile; oriels are walls (LH11)."""
        reached = 0
        for shift in self.shifts:
            reached |= 1 << (tile + shift) if tile + shift >= 0 else 0
        return reached & self.tiles

    def line_ends(self, tile: int, apprentices: int) -> Iterator[int]:
        """Where the examiner's lines end: on the first tile with an apprentice, or before the wall (L17)."""
        for shift in self.shifts:
            end, ahead = tile, tile + shift
            while ahead >= 0 and 1 << ahead & self.tiles:
                end = ahead
                if 1 << ahead & apprentices:
                    break
                ahead += shift
            if end != tile:
                yield end


class Oriel:
    """A start tile outside the tower: its colour, its only neighbour, and the cards whose steps lead in and out."""

    def __init__(self, colour: str, door: str, ways_in: Sequence[Colour], ways_out: Sequence[Colour]) -> None:
        self.colour, self.door, self.ways_in, self.ways_out = colour, door, ways_in, ways_out


def mask_of(tiles: Iterable[int]) -> int:
    """The tiles as a set."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask
