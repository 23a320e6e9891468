"""Victory points (L36) and places (L37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.core.multiplayer import BySeat, ranked
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import Counts
from games.engine.systems.cum_laude.report import Report, VictoryPoints


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


def counted_of(report: Report, seat: str) -> dict[str, int | None]:
    """What is counted of a master in a legal game, by the keys of the system's numbers; None where a score doesn't
    tell."""
    vp = (report.vp or {})[seat]
    mission, complete = report.missions, report.complete_spells
    return {
        "victory_points": vp.total,
        "matching": vp.tie_break,
        "spells": None if mission is None or complete is None else len(set(mission[seat]) & set(complete)),
        "finishes": None if report.finishers is None else int(seat in report.finishers),
        "orders": None if vp.order is None else int(vp.order != 0),
        "spell_points": vp.spells,
        "finish_points": vp.finish,
        "order_points": vp.order,
        "crystal_points": None if vp.matching is None or vp.mismatching is None else vp.matching + vp.mismatching,
    }
