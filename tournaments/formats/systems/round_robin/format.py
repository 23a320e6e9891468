"""Round robin, single and double: everybody meets everybody, by the Berger table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from tournaments.formats.core.format import FormatOptions, Option, check_entrant_count, option_values
from tournaments.formats.core.groups import snake_group, snake_groups
from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.state import Entrant, Pair, RoundPairing, StageState
from tournaments.formats.systems.round_robin.berger import BergerRound, berger_table

Why = tuple[tuple[str, tuple[tuple[str, int | str], ...]], ...]

_table = lru_cache(maxsize=64)(berger_table)


class RoundRobin:
    """Pairing numbers are the numbers of the table. Entrants who withdrew or are absent are left out with their
    opponents: what those get for the round is the event's rule, not a pairing. An odd field rests one entrant a round
    (a pair without black); a latecomer to it takes the dummy's place without moving anybody. With groups everybody
    meets everybody of his own, each group by a table of its own; who is in which is the snake's."""

    key = "round_robin"
    name = _("Round robin")
    predetermined = True
    minimum_entrants = 2
    maximum_entrants: int | None = 64
    options: tuple[Option, ...] = (
        Option("double", False, _("Everybody meets everybody twice, starting once")),
        Option("groups", 1, _("Groups, each a round robin of its own"), minimum=1, maximum=32),
        Option("drop_early_withdrawals", True, _("Games of an entrant who withdrew before half of them don’t count")),
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
        """The row of the table for this round. ValueError for a round that the table doesn't have."""
        double, groups = bool(option_values(self, options)["double"]), self.group_count(options)
        count = len(state.entrants)
        check_entrant_count(self, count)
        if sorted(entrant.number for entrant in state.entrants) != list(range(1, count + 1)):
            raise ValueError("pairing numbers of a round robin are 1..n")
        rounds = self.rounds_for(count, options)
        if not 1 <= round_number <= rounds:
            raise ValueError(f"round {round_number} of a table of {rounds} rounds")
        playing = {entrant.number for entrant in state.entrants if _plays(entrant, state)}
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


def _plays(entrant: Entrant, state: StageState) -> bool:
    return not entrant.withdrawn and entrant.number not in state.absent


def _games(row: BergerRound, playing: set[int]) -> list[tuple[int, int]]:
    return [(white, black) for white, black in row if white in playing and black in playing]


def _resting(row: BergerRound, playing: set[int]) -> list[int]:
    return [white or black for white, black in row if 0 in (white, black) and (white or black) in playing]
