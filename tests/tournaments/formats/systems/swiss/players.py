"""Competitors made from what a test is about."""

from __future__ import annotations

from tournaments.formats.core.state import Cell, CellKind, Colour
from tournaments.formats.systems.swiss.competitor import Competitor, Float, colour_claim

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def player(
    number: int,
    *,
    games: str = "",
    score: int = 0,
    last_float: Float | None = None,
    float_before: Float | None = None,
    is_topscorer: bool = False,
) -> Competitor:
    """A competitor with these colours played ("wb"), against opponents nobody asks for."""
    cells = [Cell(CellKind.PLAYED, 100 + index, _COLOURS[letter]) for index, letter in enumerate(games)]
    return Competitor(
        number=number,
        score=score,
        points=score,
        place=number - 1,
        colour=colour_claim(cells),
        last_float=last_float,
        float_before=float_before,
        opponents=frozenset(),
        may_have_bye=True,
        games_played=len(games),
        is_topscorer=is_topscorer,
    )
