"""Baku acceleration (C.04.5.1): virtual points for the upper half in the first half of the rounds."""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats.core.state import Scoring, StageState


def accelerated_count(entrant_count: int) -> int:
    """How many are in the accelerated group before the first round: half of the players, rounded up to an even
    number."""
    return 2 * -(-entrant_count // 4)


def can_accelerate(scoring: Scoring) -> bool:
    """Whether a draw is worth half a win and a loss nothing, as the system has it."""
    return not scoring.loss and 2 * scoring.draw == scoring.win


def virtual_points(planned_rounds: int, scoring: Scoring) -> tuple[int, ...]:
    """Half points by round for the accelerated group: half of the rounds (rounded up) are accelerated, the first half
    of those (rounded up) by a win's points, the others by a draw's. ValueError where a draw isn't half a win."""
    if not can_accelerate(scoring):
        raise ValueError("Baku acceleration needs a draw to be worth half a win, and a loss nothing")
    rounds = -(-planned_rounds // 2)
    full = -(-rounds // 2)
    return (scoring.win,) * full + (scoring.draw,) * (rounds - full)


def last_accelerated(state: StageState) -> int:
    """The pairing number of the accelerated group's last player. The group is formed before the first round; who comes
    later makes it no longer, and belongs to it only with a number before that player's (C.04.5.1, late entries)."""
    on_time = sorted(entrant.number for entrant in state.entrants if entrant.number not in state.latecomers)
    return on_time[min(accelerated_count(len(on_time)), len(on_time)) - 1] if on_time else 0


def with_baku_acceleration(state: StageState) -> StageState:
    """The stage with the virtual points of every round."""
    points = virtual_points(state.planned_rounds, state.scoring)
    last = last_accelerated(state)
    entrants = tuple(
        replace(entrant, acceleration=points if entrant.number <= last else ()) for entrant in state.entrants
    )
    return replace(state, entrants=entrants)
