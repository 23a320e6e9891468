"""The order in which a round's pairs are published (C.04.2 D.9): by points, without virtual ones, byes last."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.core.state import Pair


def in_board_order(pairs: list[Pair], points: Mapping[int, int]) -> tuple[Pair, ...]:
    """The pairs by the higher player's points, the lower player's points, and the higher player's number."""

    def key(pair: Pair) -> tuple[bool, int, int, int]:
        ranked = sorted((-points[number], number) for number in (pair.white, pair.black) if number is not None)
        (top, number), (bottom, _) = ranked[0], ranked[-1]
        return pair.black is None, top, bottom, number

    return tuple(sorted(pairs, key=key))
