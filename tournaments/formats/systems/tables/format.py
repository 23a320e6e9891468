"""Rounds of tables: everybody plays in every round, at tables of more than two, with others than before."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from tournaments.formats.core.format import (
    FormatOptionError,
    FormatOptions,
    Option,
    OptionValue,
    TableSizeError,
    check_entrant_count,
    option_values,
)
from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.state import Pair, RoundPairing, RoundTables, StageState, Table
from tournaments.formats.systems.tables.explain import why_bye, why_table
from tournaments.formats.systems.tables.points import (
    BY_SIZE,
    LINEAR,
    PODIUM,
    RULES,
    PlacePoints,
    PointsListError,
    place_points,
)
from tournaments.formats.systems.tables.schedule import schedule
from tournaments.formats.systems.tables.seating import seat_ahead, seat_round
from tournaments.formats.systems.tables.sizes import TableSizes

SMALLEST, LARGEST = 2, 6
MOST_ROUNDS = 30
LISTED = (PODIUM, BY_SIZE)


class Tables:
    """The first round is by lots or in snake order by rating, later ones by the standings; or all rounds are made
    ahead, and results don't matter. The unit of points follows from the sizes and the points of a place."""

    key = "tables"
    name = _("Rounds of tables")
    predetermined = False
    table_sizes = range(SMALLEST, LARGEST + 1)
    minimum_entrants = 3
    maximum_entrants: int | None = None
    options: tuple[Option, ...] = (
        Option("rounds", 0, _("Rounds"), minimum=0, maximum=MOST_ROUNDS),
        Option("size", 4, _("Players at a table, where it comes out even"), minimum=SMALLEST, maximum=LARGEST),
        Option("least", 3, _("Players at the smallest table"), minimum=SMALLEST, maximum=LARGEST),
        Option("most", 4, _("Players at the largest table"), minimum=SMALLEST, maximum=LARGEST),
        Option("first", "lots", _("First round"), choices=("lots", "snake")),
        Option("points", LINEAR, _("Points of a place"), choices=RULES),
        Option("list", "", _("Points listed, such as “5 3 2 1”, or by size “3: 4 2 0; 4: 5 3 2 1”")),
        Option("ahead", False, _("All rounds are made at once, whatever the results")),
    )

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """The rounds asked for; by default two more than enough for one winner of winners of tables to be left."""
        check_entrant_count(self, entrant_count)
        values = self._values(options)
        winners, rounds = entrant_count, 2
        while winners > 1:
            winners, rounds = -(-winners // int(values["size"])), rounds + 1
        return int(values["rounds"]) or rounds

    def seat(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundTables:
        """The next round, or any one of a schedule made ahead. Blocked with fewer players than the least table has.
        ValueError for a round that isn't the next."""
        values, sizes = self._values(options), self.sizes(options)
        if round_number != state.rounds_done + 1:
            raise ValueError(f"round {round_number} can't be made after {state.rounds_done} rounds")
        if values["ahead"]:
            seated = seat_ahead(state, round_number, rng, sizes)
        else:
            seated = seat_round(state, round_number, rng, sizes, str(values["first"]))
        if not seated.tables:
            here = sum(not entrant.withdrawn and entrant.number not in state.absent for entrant in state.entrants)
            if not here:
                return RoundTables((), (("nobody", ()),))
            return RoundTables((), (("tables_too_few", (("count", here), ("least", sizes.least))),))
        tables = [Table(seats, why_table(seated, seats, state)) for seats in seated.tables]
        return RoundTables((*tables, *(Table((number,), why_bye(seated, number)) for number in seated.byes)))

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """The round as pairs, where no table has more than two. ValueError otherwise."""
        if self.sizes(options).most > 2:
            raise ValueError("a round of tables isn't made of pairs")
        made = self.seat(state, round_number, rng, options)
        pairs = (
            Pair(table.seats[0], table.seats[1] if len(table.seats) > 1 else None, table.why) for table in made.tables
        )
        return RoundPairing(tuple(pairs), made.blocked)

    def sizes(self, options: FormatOptions) -> TableSizes:
        """The sizes of the tables. FormatOptionError where they don't fit together."""
        values = option_values(self, options)
        size, least, most = (int(values[key]) for key in ("size", "least", "most"))
        if least > size:
            raise FormatOptionError("least", f"least is at most the size, {size}, not {least}")
        if most < size:
            raise FormatOptionError("most", f"most is at least the size, {size}, not {most}")
        return TableSizes(size, least, most)

    def check_options(self, options: FormatOptions) -> None:
        """FormatOptionError where the sizes, or the points and the sizes, don't fit together."""
        self._points(options)

    def options_for(self, players: Collection[int]) -> dict[str, OptionValue]:
        """The default sizes that so many can play at, else the nearest one; no others where all fit."""
        default = self.sizes({})
        playable = sorted(size for size in self.table_sizes if size in players)
        if not playable:
            return {}
        size = min(playable, key=lambda one: (abs(one - default.preferred), -one))
        near = range(min(default.least, size), max(default.most, size) + 1)
        least = next((one + 1 for one in range(size, near[0] - 1, -1) if one not in players), near[0])
        most = next((one - 1 for one in near if one > size and one not in players), near[-1])
        if (size, least, most) == (default.preferred, default.least, default.most):
            return {}
        return {"size": size, "least": least, "most": most}

    def check_sizes(self, options: FormatOptions, players: Collection[int]) -> None:
        """TableSizeError at the size that isn't one of `players`."""
        sizes = self.sizes(options)
        for key, size in (("size", sizes.preferred), ("least", sizes.least), ("most", sizes.most)):
            if size not in players:
                raise TableSizeError(key, f"no game for {size} players")
        between = [size for size in range(sizes.least, sizes.most) if size not in players]
        if between:
            raise TableSizeError("least" if between[0] < sizes.preferred else "most", f"no game for {between[0]}")

    def points_scale(self, options: FormatOptions) -> int:
        """How many units make one point: the least number with which every mean of shared places is whole."""
        return self._points(options).scale

    def points_of_table(
        self, places: Sequence[int], options: FormatOptions, forfeited: Collection[int] = ()
    ) -> tuple[int, ...]:
        """The points of each seat, by the places in the order of the seats. `forfeited` are seats from 1 on."""
        return self._points(options).of_table(places, forfeited)

    def points_of_bye(self, options: FormatOptions) -> int:
        """What a bye is worth: the middle place of a table of the preferred size, or the mean of the middle two."""
        return self._points(options).bye

    def opens_ahead(self, options: FormatOptions) -> bool:
        return bool(option_values(self, options)["ahead"])

    def rounds_ahead(self, entrant_count: int, rounds: int, options: FormatOptions) -> tuple[RoundTables, ...]:
        """All rounds for the pairing numbers 1..n, as `seat` gives them while everybody plays."""
        made = schedule(entrant_count, self.sizes(options), rounds)
        return tuple(
            RoundTables(tuple(Table(tuple(player + 1 for player in table)) for table in round_)) for round_ in made
        )

    def _values(self, options: FormatOptions) -> dict[str, OptionValue]:
        """The options, checked against each other too."""
        self._points(options)
        return option_values(self, options)

    def _points(self, options: FormatOptions) -> PlacePoints:
        values = option_values(self, options)
        rule, text = str(values["points"]), str(values["list"])
        if text and rule not in LISTED:
            raise FormatOptionError("list", f"points are listed for {' and '.join(LISTED)} only, not for {rule}")
        try:
            return place_points(rule, text, self.sizes(options))
        except PointsListError as error:
            raise FormatOptionError("list", str(error)) from error
