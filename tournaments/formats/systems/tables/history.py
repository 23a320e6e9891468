"""What earlier rounds of a stage were for its players: who met whom, who sat where, who had a bye."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from tournaments.formats.core.state import CellKind, Entrant, Sitting, StageState

_BYES = frozenset({CellKind.PAIRING_BYE, CellKind.FULL_BYE, CellKind.HALF_BYE})


@dataclass(frozen=True, slots=True)
class History:
    """By pairing number. `meetings` are the rounds in which two were at a table and played, `seats` how often a player
    sat at each seat, from 0 on, `byes` how many a player had that gave points."""

    meetings: dict[frozenset[int], tuple[int, ...]]
    seats: dict[tuple[int, int], int]
    byes: Counter[int]

    def times_met(self, one: int, other: int) -> int:
        return len(self.meetings.get(frozenset((one, other)), ()))


def history_of(state: StageState) -> History:
    """What the rounds done so far were. Whoever forfeited met nobody; a game that is still open counts as played."""
    rounds = {entrant.number: entrant.sittings[: state.rounds_done] for entrant in state.entrants}
    there = {
        (number, at)
        for number, sittings in rounds.items()
        for at, sitting in enumerate(sittings, 1)
        if _was_there(sitting)
    }
    meetings: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    seats: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for number, sittings in rounds.items():
        for at, sitting in enumerate(sittings, 1):
            byes[number] += sitting.kind in _BYES
            if (number, at) not in there:
                continue
            seats[number, sitting.seat - 1] += 1
            for other in sitting.others:
                if other > number and (other, at) in there:
                    meetings[frozenset((number, other))].append(at)
    return History({pair: tuple(at) for pair, at in meetings.items()}, dict(seats), byes)


def is_present(entrant: Entrant, state: StageState) -> bool:
    """Whether the entrant takes part in the next round."""
    return not entrant.withdrawn and entrant.number not in state.absent


def _was_there(sitting: Sitting) -> bool:
    return sitting.is_open or sitting.kind is CellKind.PLAYED
