"""Clinched places: the best and the worst rank that each entrant can still end on.

The bounds are sound, not sharp: they reckon with points alone, and take every game that is still to come as won or lost
at will. They only ever narrow as rounds are played; a corrected result or a changed rule may widen them again. For
formats that are ranked by points (not for brackets).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.core.standings import StandingRow
from tournaments.formats.core.state import Entrant, Scoring, StageState


@dataclass(frozen=True, slots=True)
class PossibleRanks:
    """Ranks as in the standings, 1 is first. Where both are the same the place is clinched."""

    number: int
    best: int
    worst: int

    @property
    def is_clinched(self) -> bool:
        return self.best == self.worst


@dataclass(frozen=True, slots=True)
class _Reach:
    """The least and the most points that an entrant can end with."""

    number: int
    least: int
    most: int


def possible_ranks(
    state: StageState,
    ranking: Sequence[StandingRow],
    *,
    droppable: frozenset[int] = frozenset(),
) -> Mapping[int, PossibleRanks]:
    """By pairing number, of all that are counted.

    `ranking` is the table of the same state. Games without a result (`Cell.is_open`) are to come like later rounds. The
    games of `droppable` entrants may still be struck from the table (see `RoundRobin.droppable`); the bounds of such an
    entrant hold if he stays.
    """
    counted = [entrant for entrant in state.entrants if entrant.number not in state.uncounted]
    games_left = {entrant.number: _games_left(entrant, state) for entrant in counted}
    if not any(games_left.values()):
        return {row.number: PossibleRanks(row.number, row.rank, row.rank) for row in ranking if row.counted}
    reaches = [_reach(entrant, state, games_left[entrant.number], droppable) for entrant in counted]
    sure = sorted(reach.least for reach in reaches if reach.number not in droppable)
    most = sorted(reach.most for reach in reaches)
    return {
        reach.number: PossibleRanks(
            reach.number,
            best=1 + len(sure) - bisect_right(sure, reach.most),  # those who stay ahead whatever happens
            worst=len(most) - bisect_left(most, reach.least),  # himself, and those who can draw level or pass
        )
        for reach in reaches
    }


def _games_left(entrant: Entrant, state: StageState) -> int:
    open_games = sum(cell.is_open for cell in entrant.cells[: state.rounds_done])
    return max(state.planned_rounds - state.rounds_done, 0) + open_games


def _reach(entrant: Entrant, state: StageState, games_left: int, droppable: frozenset[int]) -> _Reach:
    cells = [cell for cell in entrant.cells[: state.rounds_done] if cell.opponent not in state.uncounted]
    points = sum(cell.points for cell in cells) - sum(entrant.deducted[: state.rounds_done])
    at_risk = sum(cell.points for cell in cells if cell.opponent in droppable)
    worths = _worths(state.scoring, withdrawn=entrant.withdrawn)
    return _Reach(entrant.number, points - at_risk + games_left * min(worths), points + games_left * max(worths))


def _worths(scoring: Scoring, *, withdrawn: bool) -> tuple[int, ...]:
    """What a round to come can bring. A round without any pairing brings nothing."""
    if withdrawn:
        return 0, scoring.zero_bye, scoring.forfeit_loss
    return (
        0,
        scoring.win,
        scoring.draw,
        scoring.loss,
        scoring.pairing_bye,
        scoring.half_bye,
        scoring.zero_bye,
        scoring.full_bye,
        scoring.forfeit_win,
        scoring.forfeit_loss,
        scoring.most,
    )
