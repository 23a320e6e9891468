"""Victory points (L36) and places (L37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.core.multiplayer import BySeat, ranked
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import Counts
from games.engine.systems.cum_laude.report import VictoryPoints


def victory_points(
    edition: Edition, *, spells: int, finishers: int, is_finisher: bool, order: Counts, stock: Counts, fulfilled: bool
) -> VictoryPoints:
    """A master's points: `spells` of the mission count, `finishers` masters finished."""
    points = edition.data.points.value
    matching = matching_crystals(order, stock)
    mismatching = sum(stock) - matching
    finish = (points.finish if finishers == 1 else points.finish_shared) if is_finisher else 0
    for_spells = points.spell * spells
    for_order = points.order if fulfilled else 0
    for_matching = 0 if fulfilled else points.matching * matching
    for_mismatching = 0 if fulfilled else points.mismatching * mismatching
    total = for_spells + finish + for_order + for_matching + for_mismatching
    return VictoryPoints(total, for_spells, finish, for_order, for_matching, for_mismatching, matching)


def matching_crystals(order: Counts, stock: Counts) -> int:
    """How many crystals match the order, colour by colour (LH24)."""
    return sum(map(min, order, stock))


def placings(vp: Mapping[str, VictoryPoints], seats: Sequence[str]) -> BySeat:
    """The places by points, then by matching crystals where they are known (L37, LH25)."""
    places = ranked([(vp[seat].total, vp[seat].tie_break or 0) for seat in seats])
    return dict(zip(seats, places, strict=True))
