"""Round robin, single and double: everybody meets everybody, by the Berger table."""

from __future__ import annotations

import random
from functools import lru_cache

from tournaments.formats.core.format import FormatOptions, Option, check_entrant_count, option_values
from tournaments.formats.core.state import Entrant, Pair, RoundPairing, StageState
from tournaments.formats.systems.round_robin.berger import BergerRound, berger_table

_table = lru_cache(maxsize=64)(berger_table)


class RoundRobin:
    """Pairing numbers are the numbers of the table. Entrants who withdrew or are absent are left out with their
    opponents: what those get for the round is the event's rule, not a pairing. An odd field rests one entrant a round
    (a pair without black); a latecomer to it takes the dummy's place without moving anybody."""

    key = "round_robin"
    name = "Round robin"
    predetermined = True
    minimum_entrants = 2
    maximum_entrants: int | None = 64
    options: tuple[Option, ...] = (
        Option("double", False, "Everybody meets everybody twice, starting once"),
        Option("drop_early_withdrawals", True, "Games of an entrant who withdrew before half of them don't count"),
    )

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """n - 1 rounds for an even field, n for an odd one; twice that when double."""
        check_entrant_count(self, entrant_count)
        values = option_values(self, options)
        return len(_table(entrant_count, double=bool(values["double"])))

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """The row of the table for this round. ValueError for a round that the table doesn't have."""
        double = bool(option_values(self, options)["double"])
        count = len(state.entrants)
        check_entrant_count(self, count)
        if sorted(entrant.number for entrant in state.entrants) != list(range(1, count + 1)):
            raise ValueError("pairing numbers of a round robin are 1..n")
        table = _table(count, double=double)
        if not 1 <= round_number <= len(table):
            raise ValueError(f"round {round_number} of a table of {len(table)} rounds")
        playing = {entrant.number for entrant in state.entrants if _plays(entrant, state)}
        why = (("berger", (("entrants", count), ("round", round_number))),)
        pairs = [Pair(white, black, why) for white, black in _games(table[round_number - 1], playing)]
        rests = [Pair(number, None, why) for number in _resting(table[round_number - 1], playing)]
        return RoundPairing((*pairs, *rests))

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
        games = (len(state.entrants) - 1) * (2 if option_values(self, options)["double"] else 1)
        return 2 * _played(entrant, state) < games


def _played(entrant: Entrant, state: StageState) -> int:
    return sum(cell.is_played for cell in entrant.cells[: state.rounds_done])


def _plays(entrant: Entrant, state: StageState) -> bool:
    return not entrant.withdrawn and entrant.number not in state.absent


def _games(row: BergerRound, playing: set[int]) -> list[tuple[int, int]]:
    return [(white, black) for white, black in row if white in playing and black in playing]


def _resting(row: BergerRound, playing: set[int]) -> list[int]:
    return [white or black for white, black in row if 0 in (white, black) and (white or black) in playing]
