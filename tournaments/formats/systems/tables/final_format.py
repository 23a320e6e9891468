"""Final tables after a stage of tables: seeded in snake order, the best of each table go on, down to one last table."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

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
from tournaments.formats.core.state import CellKind, RoundPairing, RoundTables, StageState, Table, Why
from tournaments.formats.systems.tables.final_rounds import (
    FinalRound,
    FinalRules,
    Standing,
    final_rounds,
    standing_after,
)
from tournaments.formats.systems.tables.points import LINEAR, PlacePoints, place_points
from tournaments.formats.systems.tables.sizes import TableSizes
from tournaments.formats.systems.tables.straight import snake_cut

SMALLEST, LARGEST = 2, 6
MOST_ENTRANTS = 256
WINNERS, BEST = "winners", "best"
EXTRA_GAME, LOTS = "game", "lots"


class FinalTables:
    """Pairing numbers are the seeds. Places decide who goes on, and those of the last table lead the ranking. Whoever
    has left leaves the place to the next of the same table."""

    key = "final_tables"
    name = _("Final tables")
    predetermined = False
    table_sizes = range(SMALLEST, LARGEST + 1)
    minimum_entrants = 2
    maximum_entrants: int | None = MOST_ENTRANTS
    options: tuple[Option, ...] = (
        Option("size", 4, _("Players at a final table"), minimum=SMALLEST, maximum=LARGEST),
        Option("least", 2, _("Players at the smallest table"), minimum=SMALLEST, maximum=LARGEST),
        Option("onward", 1, _("How many of each table go on"), minimum=1, maximum=LARGEST - 1),
        Option("chosen", BEST, _("Who plays in the final"), choices=(BEST, WINNERS)),
        Option("ties", EXTRA_GAME, _("Ties on who goes on"), choices=(EXTRA_GAME, LOTS)),
    )

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """Rounds at most: each but the last may need extra games of those tied, which are a round of their own."""
        check_entrant_count(self, entrant_count)
        rules = self.rules(options)
        rounds = 1
        while len(tables := self._cut(entrant_count, rules)) > 1:
            entrant_count = sum(rules.onward_of(size) for size in tables)
            rounds += 2 if rules.by_game else 1
        return rounds

    def seat(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundTables:
        """The next round: tables of the final, or extra games. Blocked by games without places, and when all is
        decided. ValueError for a round that isn't the next."""
        if round_number != state.rounds_done + 1:
            raise ValueError(f"round {round_number} can't be made after {state.rounds_done} rounds")
        rules, missing = self.rules(options), _withdrawn(state) | state.absent
        rounds = final_rounds(state, rules)
        if not rounds:
            present = [number for number in _seeds(state) if number not in missing]
            return self._tables(present, rules, rng, number=1)
        last = rounds[-1]
        if last.undecided:
            return RoundTables((), tuple(("final_undecided", (("table", one.number),)) for one in last.undecided))
        if len(last.tables) == 1:
            return RoundTables((), (("final_decided", ()),))
        outcome = standing_after(state, last, rules, missing)
        if outcome.extra_games:
            tables = [
                Table(
                    tuple(_shuffled(found.tied, rng)),
                    (("final_extra", (("players", _listed(found.tied)), ("open", found.open_places))),),
                )
                for found in outcome.extra_games
            ]
            return RoundTables(tuple(tables))
        if len(outcome.going) < 2:
            return RoundTables((), (("final_decided", ()),))
        return self._tables(outcome.going, rules, rng, number=len(rounds) + 1, outcome=outcome)

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """ValueError: a final of tables isn't made of pairs."""
        raise ValueError("a round of final tables isn't made of pairs")

    def rules(self, options: FormatOptions) -> FinalRules:
        """The options as rules. FormatOptionError where they don't fit together."""
        values = option_values(self, options)
        size, least, onward = (int(values[key]) for key in ("size", "least", "onward"))
        if least > size:
            raise FormatOptionError("least", f"least is at most the size, {size}, not {least}")
        if onward >= size:
            raise FormatOptionError("onward", f"fewer than {size} of a table of {size} go on, not {onward}")
        return FinalRules(size, least, onward, by_game=values["ties"] == EXTRA_GAME)

    def check_options(self, options: FormatOptions) -> None:
        """FormatOptionError where the numbers of players don't fit together."""
        self.rules(options)

    def options_for(self, players: Collection[int]) -> dict[str, OptionValue]:
        """The default size where the game can be played by so many, else the nearest one; the smallest table is the
        smallest that can be played without a gap."""
        playable = sorted(size for size in self.table_sizes if size in players)
        if not playable:
            return {}
        size = min(playable, key=lambda one: (abs(one - 4), -one))
        least = size
        while least - 1 in playable:
            least -= 1
        return {} if (size, least) == (4, 2) else {"size": size, "least": least}

    def check_sizes(self, options: FormatOptions, players: Collection[int]) -> None:
        """TableSizeError at the size that isn't one of `players`."""
        rules = self.rules(options)
        for key, size in (("size", rules.size), ("least", rules.least)):
            if size not in players:
                raise TableSizeError(key, f"no game for {size} players")
        between = [size for size in range(rules.least, rules.size) if size not in players]
        if between:
            raise TableSizeError("least", f"no game for {between[0]}")

    def check_entrants(self, entrant_count: int, options: FormatOptions) -> None:
        """ValueError unless so many fill equal tables at the start, or one last table."""
        rules = self.rules(options)
        check_entrant_count(self, entrant_count)
        if entrant_count % rules.size and not rules.least <= entrant_count <= rules.size:
            raise ValueError(f"{entrant_count} players don't fill tables of {rules.size}")

    def goes_first(self, before: StageState, options: FormatOptions) -> frozenset[int]:
        """Who of the stage before goes on before everybody else: those placed first in its last round."""
        if option_values(self, options)["chosen"] != WINNERS or not before.rounds_done:
            return frozenset()
        last = {entrant.number: entrant.sittings[before.rounds_done - 1] for entrant in before.entrants}
        return frozenset(
            number
            for number, sitting in last.items()
            if sitting.others and sitting.place == 1 and sitting.kind is not CellKind.FORFEIT_LOSS
        )

    def points_scale(self, options: FormatOptions) -> int:
        return self._points(options).scale

    def points_of_table(
        self, places: Sequence[int], options: FormatOptions, forfeited: Collection[int] = ()
    ) -> tuple[int, ...]:
        """Points in even steps. They don't decide anything."""
        return self._points(options).of_table(places, forfeited)

    def points_of_bye(self, options: FormatOptions) -> int:
        return self._points(options).bye

    def places(self, state: StageState, options: FormatOptions) -> Mapping[int, int]:
        """Places of those who are out of a round that is decided for all of its tables."""
        rules = self.rules(options)
        rounds, alive = self._still_in(state, rules)
        is_open = bool(rounds and alive and _is_open(state, rounds[-1], rules))
        waiting = alive | rounds[-1].players if is_open else alive
        return {number: rank for number, rank in self.ranks(state, options).items() if number not in waiting}

    def ranks(self, state: StageState, options: FormatOptions) -> Mapping[int, int]:
        """Whoever can still win shares the first rank. The others by how many rounds they sat in, then by their place
        in the last of them, then by an extra game, then by seed; at the last table by place alone."""
        rules = self.rules(options)
        rounds, alive = self._still_in(state, rules)
        ranks = dict.fromkeys(alive, 1)
        is_last = bool(rounds) and len(rounds[-1].tables) == 1 and not alive

        def standing(number: int) -> tuple[int, tuple[int, int], int]:
            last = next((at for at in range(len(rounds), 0, -1) if number in rounds[at - 1].players), 0)
            place = rounds[last - 1].place(number) if last else (0, 0)
            return -last, place, 0 if is_last and last == len(rounds) else number

        out = sorted((entrant.number for entrant in state.entrants if entrant.number not in alive), key=standing)
        for at, number in enumerate(out, len(alive) + 1):
            is_shared = at > len(alive) + 1 and standing(out[at - len(alive) - 2]) == standing(number)
            ranks[number] = ranks[out[at - len(alive) - 2]] if is_shared else at
        return ranks

    def is_over(self, state: StageState, options: FormatOptions) -> bool:
        """Whether the last table is decided, or nobody is left to play another."""
        rules = self.rules(options)
        return not self._is_going(state, rules, final_rounds(state, rules))

    def _still_in(self, state: StageState, rules: FinalRules) -> tuple[list[FinalRound], frozenset[int]]:
        """The rounds so far, and who can still win; nobody once all is decided."""
        rounds = final_rounds(state, rules)
        gone = _withdrawn(state)
        if not self._is_going(state, rules, rounds):
            return rounds, frozenset()
        if not rounds:
            return rounds, frozenset(_seeds(state)) - gone
        last = rounds[-1]
        if not last.undecided:
            outcome = standing_after(state, last, rules, gone)
            return rounds, frozenset(outcome.going) | {one for found in outcome.extra_games for one in found.tied}
        still: set[int] = set()
        for table in last.tables:
            played = FinalRound(last.number, (table,))
            if not table.is_decided:
                still |= set(table.players) - gone - table.forfeited
                continue
            found = standing_after(state, played, FinalRules(rules.size, 2, rules.onward, by_game=True), gone)
            still |= set(found.going) | {one for each in found.extra_games for one in each.tied}
        return rounds, frozenset(still)

    def _is_going(self, state: StageState, rules: FinalRules, rounds: Sequence[FinalRound]) -> bool:
        gone = _withdrawn(state)
        if not rounds:
            return len(state.entrants) - len(gone) >= rules.least
        last = rounds[-1]
        if last.undecided:
            return True
        if len(last.tables) == 1:
            return False
        outcome = standing_after(state, last, rules, gone)
        return bool(outcome.extra_games) or len(outcome.going) >= rules.least

    def _tables(
        self, seeded: Sequence[int], rules: FinalRules, rng: random.Random, number: int, outcome: Standing | None = None
    ) -> RoundTables:
        """The round of those who play on, the best first: equal tables in snake order. Where they don't come out even
        the first have a bye."""
        sizes = self._sizes(len(seeded), rules)
        if not sizes:
            if not seeded:
                return RoundTables((), (("nobody", ()),))
            return RoundTables((), (("tables_too_few", (("count", len(seeded)), ("least", rules.least))),))
        byes = seeded[: len(seeded) - sum(sizes)]
        seated = seeded[len(byes) :]
        is_last = len(sizes) == 1 and not byes
        tables = []
        for cut in snake_cut(sizes):
            players = [seated[at] for at in cut]
            tables.append(Table(tuple(_shuffled(players, rng)), _why(players, number, outcome, is_last=is_last)))
        alone = [Table((one,), (("final_bye", (("player", one),)),)) for one in byes]
        return RoundTables((*tables, *alone))

    def _sizes(self, count: int, rules: FinalRules) -> tuple[int, ...]:
        return TableSizes(rules.size, rules.least, rules.size).cut(count)

    def _cut(self, count: int, rules: FinalRules) -> tuple[int, ...]:
        """The sizes with those who sit alone."""
        sizes = self._sizes(count, rules)
        return (*sizes, *[1] * (count - sum(sizes))) if sizes else (count,)

    def _points(self, options: FormatOptions) -> PlacePoints:
        rules = self.rules(options)
        return place_points(LINEAR, "", TableSizes(rules.size, rules.least, rules.size))


def _why(players: Sequence[int], number: int, outcome: Standing | None, *, is_last: bool) -> Why:
    lead = ("final_last", ()) if is_last else ("final_round", (("round", number),))
    if outcome is None:
        return (lead, ("final_seeds", (("seeds", _listed(sorted(players))),)))
    drawn = [one for one in players if one in outcome.lots]
    by_lots: Why = (("final_lots", (("players", _listed(drawn)),)),) if drawn else ()
    return (lead, ("final_places", ()), *by_lots)


def _shuffled(players: Sequence[int], rng: random.Random) -> list[int]:
    """The order of the seats, by lots."""
    return rng.sample(list(players), len(players))


def _is_open(state: StageState, round_: FinalRound, rules: FinalRules) -> bool:
    """Whether somebody of the round may still come to stand elsewhere among those who are out of it."""
    return bool(round_.undecided or standing_after(state, round_, rules, _withdrawn(state)).extra_games)


def _seeds(state: StageState) -> list[int]:
    return sorted(entrant.number for entrant in state.entrants)


def _withdrawn(state: StageState) -> frozenset[int]:
    return frozenset(entrant.number for entrant in state.entrants if entrant.withdrawn)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
