"""The records that give fictitious points by round: XXA (a line a player) and 250 (ranges of rounds and players)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tournaments.trf.document import PlayerLine
from tournaments.trf.worth import written_half_points


def accelerations_16(player: PlayerLine) -> Iterator[str]:
    """The XXA line of a player, none without fictitious points."""
    if any(player.acceleration):
        yield f"XXA {player.number:4d}" + "".join(
            f" {written_half_points(points):>4}" for points in player.acceleration
        )


def accelerations_26(players: Sequence[PlayerLine]) -> Iterator[str]:
    """The 250 lines of a tournament: neighbours with the same points in the same rounds share one."""
    ordered = sorted(players, key=lambda player: player.number)
    for acceleration, group in groupby(ordered, key=lambda player: player.acceleration):
        numbers = [player.number for player in group]
        for points, first, last in _runs(acceleration):
            yield (
                f"250      {written_half_points(points):>4} {first:03d} {last:03d} {numbers[0]:04d} {numbers[-1]:04d}"
            )


def _runs(acceleration: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Points, first and last round of each stretch of rounds with the same points other than none."""
    round_number = 0
    for points, rounds in groupby(acceleration):
        length = len(list(rounds))
        if points:
            yield points, round_number + 1, round_number + length
        round_number += length
