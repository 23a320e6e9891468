"""A made-up format whose tables have three seats, which shows that the service knows no format by name."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from tournaments.formats.core.format import FormatOptions, Option
from tournaments.formats.core.state import RoundPairing, RoundTables, StageState, Table
from tournaments.models.rules import EventRules
from tournaments.services.events.presets import Preset

POINT = 18  # units of a point: whatever three share, it comes out even


class Herons:
    """Threes in the order of the points so far, equal ones by number; those who are left over have a bye."""

    key = "herons"
    name = "Herons"
    predetermined = False
    table_sizes = range(3, 4)
    minimum_entrants = 3
    maximum_entrants = None
    options: tuple[Option, ...] = ()

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        return 3

    def points_scale(self, options: FormatOptions) -> int:
        return POINT

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """ValueError, as of every format of tables for more than two."""
        raise ValueError("a round of tables isn't made of pairs")

    def seat(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundTables:
        playing = [one for one in state.entrants if not one.withdrawn and one.number not in state.absent]
        order = [one.number for one in sorted(playing, key=lambda one: (-one.points, one.number))]
        seated = len(order) - len(order) % 3
        tables = [Table(tuple(order[at : at + 3])) for at in range(0, seated, 3)]
        return RoundTables((*tables, *(Table((number,)) for number in order[seated:])))

    def points_of_table(
        self, places: Sequence[int], options: FormatOptions, forfeited: Collection[int] = ()
    ) -> tuple[int, ...]:
        return tuple(0 if seat in forfeited else worth(places, place) for seat, place in enumerate(places, 1))

    def points_of_bye(self, options: FormatOptions) -> int:
        return POINT // 2


def worth(places: Sequence[int], own: int) -> int:
    """The first gets a point and the second a third of one; shared places are worth their mean."""
    alike = places.count(own)
    return sum((POINT, POINT // 3, 0)[place - 1] for place in range(own, own + alike)) // alike


HERONS = Herons()
TOY_TABLES = Preset(
    key="toy-tables",
    name="Tables of three",
    explanation="The made-up game at tables of three.",
    format=HERONS.key,
    rules=EventRules(edition="toy-1", tie_breaks=("TOY_WON",), agreement="half"),
    system="toy",
)
