"""A game as it stands: what lies where, and what each figure and master has."""

from __future__ import annotations

from games.engine.core.multiplayer import SEATS
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import CARDS, COLOURS, EXAMINER_NUMBER, Counts

CRYSTAL_LETTERS = "WBR"


class Spell:
    """An apprentice's spell: the crystals it needs, those it holds, and whether it was turned at an exam (L24)."""

    __slots__ = ("held", "is_passed", "missing", "needed")

    def __init__(self, needed: Counts) -> None:
        self.needed = needed
        self.held = [0, 0, 0]
        self.missing = sum(needed)
        self.is_passed = False

    @property
    def is_complete(self) -> bool:
        return not self.missing

    def can_use(self, crystal: int) -> bool:
        """Whether the spell still lacks a crystal of that colour (LH12)."""
        return self.held[crystal] < self.needed[crystal]

    def add(self, crystal: int) -> None:
        self.held[crystal] += 1
        self.missing -= 1

    def remove(self, crystal: int) -> None:
        self.held[crystal] -= 1
        self.missing += 1


class Master:
    """A master: mission (the numbers of its apprentices), order, hand and stock."""

    __slots__ = ("hand", "is_fulfilled", "mission", "order", "stock")

    def __init__(self, mission: tuple[int, ...], order: Counts, hand: list[str]) -> None:
        self.mission = mission
        self.order = order
        self.hand = hand
        self.stock = [0, 0, 0]
        self.is_fulfilled = False

    def can_uncover(self) -> bool:
        """Whether the order may be uncovered: the stock is exactly the order (L27)."""
        return not self.is_fulfilled and tuple(self.stock) == self.order


class State:
    """The whole table. `at`: the tile of each figure, the examiner last. `crystals`: by tile; None where there is none
    any more. `drawn`: cards taken from the draw pile, of `pile_size`. `discarded`: the last one on top."""

    def __init__(self, record: Record, edition: Edition) -> None:
        setup = record.setup
        self.edition = edition
        self.tower = edition.tower
        self.counts_passed_only = edition.data.rulings.counting_spell.value == "passed"
        self.seats = SEATS[record.players]
        self.spells = [Spell(edition.spells[setup.spells[colour]]) for colour in COLOURS]
        self.masters = [
            Master(
                mission_colours(edition, setup.missions[seat], setup.extra or None),
                edition.orders[setup.orders[seat]],
                list(setup.hands[seat]),
            )
            for seat in self.seats
        ]
        self.at = [*self.tower.oriels, self.tower.desk]
        letters = map(CRYSTAL_LETTERS.index, setup.crystals)
        self.crystals: dict[int, int] = dict(zip(self.tower.crystal_tiles, letters, strict=True))
        self.pile = setup.pile
        cards = edition.cards_played_with(change_places=record.change_places)
        self.pile_size = sum(cards.values()) - edition.data.counts.value.hand * record.players
        self.drawn = 0
        self.discarded: list[str] = []
        self.ended: str | None = None
        self.finishers: list[int] = []

    def apprentices_at(self, tile: int) -> list[int]:
        """The apprentices on a tile, in colour order."""
        return [figure for figure in range(EXAMINER_NUMBER) if self.at[figure] == tile]

    def is_empty(self, tile: int) -> bool:
        """Whether a lost crystal may be put on a crystal tile (LH15)."""
        if tile in self.crystals:
            return False
        if tile not in self.at:
            return True
        return not any(other not in self.crystals and other not in self.at for other in self.tower.crystal_tiles)

    def counts(self, figure: int) -> bool:
        """Whether an apprentice's spell counts for finishing and points (LH20)."""
        spell = self.spells[figure]
        return spell.is_passed if self.counts_passed_only else spell.is_complete

    def may_finish(self, met: list[int]) -> list[int]:
        """The masters who may end the game when these apprentices meet the examiner or the desk (L34)."""
        return [
            seat
            for seat, master in enumerate(self.masters)
            if any(figure in met for figure in master.mission) and all(map(self.counts, master.mission))
        ]

    def can_move(self, figure: int, seat: int) -> bool:
        """Whether a master can move an apprentice with some choice of the hand's cards (LH7)."""
        master = self.masters[seat]
        start = self.at[figure]
        reached = self.tower.reachable(start, figure, [CARDS[card] for card in master.hand]) & ~(1 << start)
        if not master.is_fulfilled:
            return bool(reached)
        barred = 0
        for tile, crystal in self.crystals.items():
            if not self.spells[figure].can_use(crystal):
                barred |= 1 << tile
        return bool(reached & ~barred)


def mission_colours(edition: Edition, mission: str, extra: str | None) -> tuple[int, ...]:
    """The apprentices of a mission; with two players the extra order adds a third (L7)."""
    colours = edition.missions[mission]
    return (*colours, edition.third_colour(mission, extra)) if extra else colours
