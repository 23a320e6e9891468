"""Round robin, single and double: everybody meets everybody, by the Berger table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tournaments.formats.core.format import PAIRS, FormatOptions, Option, check_entrant_count, option_values
from tournaments.formats.core.groups import snake_group, snake_groups
from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.state import (
    Cell,
    CellKind,
    Colour,
    Entrant,
    Pair,
    RoundPairing,
    Scoring,
    StageState,
    Why,
)
from tournaments.formats.systems.round_robin.berger import BergerRound, berger_table

_table = lru_cache(maxsize=64)(berger_table)


class RoundRobin:
    """Pairing numbers are the numbers of the table. Entrants who withdrew or are absent are left out with their
    opponents: what those get for the round is the event's rule, not a pairing. An odd field rests one entrant a round
    (a pair without black); a latecomer to it takes the dummy's place without moving anybody. With groups everybody
    meets everybody of his own, each group by a table of its own; who is in which is the snake's."""

    key = "round_robin"
    name = _("Round robin")
    predetermined = True
    table_sizes = PAIRS
    minimum_entrants = 2
    maximum_entrants: int | None = 64
    options: tuple[Option, ...] = (
        Option("double", False, _("Everybody meets everybody twice, starting once")),
        Option("groups", 1, _("Groups, each a round robin of its own"), minimum=1, maximum=32),
        Option("drop_early_withdrawals", True, _("Games of an entrant who withdrew before half of them don’t count")),
        Option("ahead", False, _("Rounds may be published while games of earlier ones are still open")),
    )

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """n - 1 rounds for an even field (or largest group), n for an odd one; twice that when double. ValueError for
        groups of fewer than two."""
        check_entrant_count(self, entrant_count)
        double = bool(option_values(self, options)["double"])
        return max(len(_table(size, double=double)) for size in self._sizes(entrant_count, options))

    def group_count(self, options: FormatOptions) -> int:
        """How many groups; 0 where all play together."""
        groups = int(option_values(self, options)["groups"])
        return groups if groups > 1 else 0

    def entrants_needed(self, options: FormatOptions) -> int:
        """Two for each group."""
        return self.minimum_entrants * max(self.group_count(options), 1)

    def has_room(self, entrant_count: int, coming: int, options: FormatOptions) -> bool:
        """Only in groups of an odd number, where the dummy's place is free."""
        before, after = (self._sizes(count, options) for count in (entrant_count, entrant_count + coming))
        return all(old + old % 2 == new + new % 2 for old, new in zip(before, after, strict=True))

    def _sizes(self, entrant_count: int, options: FormatOptions) -> list[int]:
        groups = max(self.group_count(options), 1)
        return [len(numbers) for numbers in snake_groups(range(1, entrant_count + 1), groups).values()]

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """The row of the table for this round. Where somebody is here but no game is left in the row, the round passes
        without one. Blocked where nobody is here. ValueError for a round that the table doesn't have."""
        double, groups = bool(option_values(self, options)["double"]), self.group_count(options)
        count = len(state.entrants)
        check_entrant_count(self, count)
        if sorted(entrant.number for entrant in state.entrants) != list(range(1, count + 1)):
            raise ValueError("pairing numbers of a round robin are 1..n")
        rounds = self.rounds_for(count, options)
        if not 1 <= round_number <= rounds:
            raise ValueError(f"round {round_number} of a table of {rounds} rounds")
        playing = {entrant.number for entrant in state.entrants if _plays(entrant, state)}
        if not playing:
            return RoundPairing((), (("nobody", ()),))
        pairs: list[Pair] = []
        for group, numbers in snake_groups(range(1, count + 1), max(groups, 1)).items():
            table = _table(len(numbers), double=double)
            if round_number > len(table):
                done: Why = (("group_done", (("group", group),)),)
                pairs += [Pair(number, None, done) for number in numbers if number in playing]
                continue
            row = tuple((_at(numbers, white), _at(numbers, black)) for white, black in table[round_number - 1])
            of_groups = (("group", group), ("groups", groups)) if groups else ()
            why: Why = (("berger", (("entrants", len(numbers)), ("round", round_number), *of_groups)),)
            pairs += [Pair(white, black, why) for white, black in _games(row, playing)]
            pairs += [Pair(number, None, why) for number in _resting(row, playing)]
        return RoundPairing(tuple(sorted(pairs, key=lambda pair: pair.black is None)))

    def uncounted(self, state: StageState, options: FormatOptions) -> frozenset[int]:
        """Who withdrew before half of the games were played (over the board), if the options drop them."""
        if not option_values(self, options)["drop_early_withdrawals"]:
            return frozenset()
        return frozenset(
            entrant.number
            for entrant in state.entrants
            if entrant.withdrawn and self._is_before_half(entrant, state, options)
        )

    def with_missed_games(self, state: StageState, options: FormatOptions) -> StageState:
        """Byes in place of a game of the table: nothing where one of the two isn't counted; where one has left, a
        forfeit won by the other ("+" and "-"), who was free for it."""
        cells = {entrant.number: _all_cells(entrant, state.rounds_done) for entrant in state.entrants}
        numbers = [entrant.number for entrant in state.entrants]
        gone = {entrant.number for entrant in state.entrants if entrant.withdrawn} - state.uncounted
        for index in range(state.rounds_done):
            for white, black in self.games_of_round(numbers, index + 1, options):
                pair = white, black
                if not all(_is_bye(cells[number][index]) for number in pair):
                    continue
                if state.uncounted.intersection(pair):
                    for number in set(pair) - state.uncounted:
                        cells[number][index] = Cell(CellKind.ZERO_BYE)
                elif len(gone.intersection(pair)) == 1:
                    winner = 1 if white in gone else 0
                    if cells[pair[winner]][index].kind is CellKind.FULL_BYE:
                        for seat in (0, 1):
                            cells[pair[seat]][index] = _forfeit(pair, seat, winner, state.scoring)
        entrants = tuple(replace(entrant, cells=tuple(cells[entrant.number])) for entrant in state.entrants)
        return replace(state, entrants=entrants)

    def games_of_round(
        self, entrants: Sequence[int], round_number: int, options: FormatOptions
    ) -> list[tuple[int, int]]:
        """The games of that round by the table, of all groups, as pairing numbers; none of a group that is done."""
        double, groups = bool(option_values(self, options)["double"]), max(self.group_count(options), 1)
        row: list[tuple[int, int]] = []
        for numbers in snake_groups(entrants, groups).values():
            table = _table(len(numbers), double=double) if len(numbers) > 1 else ()
            games = table[round_number - 1] if round_number <= len(table) else ()
            row += [(_at(numbers, white), _at(numbers, black)) for white, black in games if white and black]
        return row

    def opens_ahead(self, options: FormatOptions) -> bool:
        return bool(option_values(self, options)["ahead"])

    def droppable(self, state: StageState, options: FormatOptions) -> frozenset[int]:
        """Whose games would not count if they withdrew now."""
        if not option_values(self, options)["drop_early_withdrawals"]:
            return frozenset()
        return frozenset(
            entrant.number
            for entrant in state.entrants
            if not entrant.withdrawn and self._is_before_half(entrant, state, options)
        )

    def _is_before_half(self, entrant: Entrant, state: StageState, options: FormatOptions) -> bool:
        groups = max(self.group_count(options), 1)
        own = snake_group(entrant.number, groups)
        field = sum(snake_group(other.number, groups) == own for other in state.entrants)
        games = (field - 1) * (2 if option_values(self, options)["double"] else 1)
        return 2 * _played(entrant, state) < games


def _at(numbers: Sequence[int], place: int) -> int:
    """The pairing number at a place of the table; 0 for the dummy."""
    return numbers[place - 1] if place else 0


def _played(entrant: Entrant, state: StageState) -> int:
    return sum(cell.is_played for cell in entrant.cells[: state.rounds_done])


def _all_cells(entrant: Entrant, rounds: int) -> list[Cell]:
    """A cell for each round, those after a withdrawal too."""
    return [*entrant.cells, *[Cell(CellKind.ZERO_BYE)] * (rounds - len(entrant.cells))]


def _is_bye(cell: Cell) -> bool:
    """Whether the round was no game, not even an open or an annulled one."""
    return cell.opponent is None and not cell.is_played and not cell.is_annulled


def _forfeit(pair: tuple[int, int], seat: int, winner: int, scoring: Scoring) -> Cell:
    is_won = seat == winner
    numbers = scoring.forfeit_win_numbers, scoring.forfeit_loss_numbers
    own, others = numbers if is_won else numbers[::-1]
    return Cell(
        CellKind.FORFEIT_WIN if is_won else CellKind.FORFEIT_LOSS,
        pair[1 - seat],
        Colour.BLACK if seat else Colour.WHITE,
        scoring.forfeit_win if is_won else scoring.forfeit_loss,
        numbers=own,
        numbers_against=others,
    )


def _plays(entrant: Entrant, state: StageState) -> bool:
    return not entrant.withdrawn and entrant.number not in state.absent


def _games(row: BergerRound, playing: set[int]) -> list[tuple[int, int]]:
    return [(white, black) for white, black in row if white in playing and black in playing]


def _resting(row: BergerRound, playing: set[int]) -> list[int]:
    return [white or black for white, black in row if 0 in (white, black) and (white or black) in playing]
