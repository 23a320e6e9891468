"""Says for each table why these players sit together, and for each of its pairs whether they met before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.formats.core.points import written_points
from tournaments.formats.core.state import StageState, Why
from tournaments.formats.systems.tables.seating import Seated

Reason = tuple[str, tuple[tuple[str, int | str], ...]]


def why_table(seated: Seated, seats: Sequence[int], state: StageState) -> Why:
    """The steps that led to the table: by what order, at which places of it, what it was preferred to, and who of its
    players met before."""
    reasons: list[Reason] = [(f"tables_{seated.rule}", ())]
    if seated.rule == "standings":
        reasons.append(_by_order(seated, seats, state))
        if seated.price[0] < seated.straight[0] and not _follow_each_other(seated, seats):
            reasons.append(("tables_instead", ()))
    return (*reasons, *_kept_apart(seats, state), *_meetings(seated, seats))


def why_bye(seated: Seated, number: int) -> Why:
    """Why there is a bye, and why it is this player's."""
    rule: Reason = ("tables_bye", (("players", _listed(seated.byes)),))
    if seated.rule == "ahead":
        return (rule,)
    return (rule, ("tables_bye_order", (("player", number), ("byes", seated.history.byes[number]))))


def _by_order(seated: Seated, seats: Sequence[int], state: StageState) -> Reason:
    place = {number: at for at, number in enumerate(seated.order, 1)}
    points = [state.entrant(number).points for number in seats]
    scale = state.scoring.scale
    return (
        "tables_places",
        (
            ("places", ", ".join(str(at) for at in sorted(place[number] for number in seats))),
            ("most", written_points(max(points), scale)),
            ("least", written_points(min(points), scale)),
        ),
    )


def _follow_each_other(seated: Seated, seats: Sequence[int]) -> bool:
    places = [seated.order.index(number) for number in seats]
    return max(places) - min(places) == len(places) - 1


def _kept_apart(seats: Sequence[int], state: StageState) -> list[Reason]:
    apart = state.forbidden | state.avoided
    return [
        ("tables_apart", (("player", one), ("opponent", other)))
        for one, other in combinations(seats, 2)
        if frozenset((one, other)) in apart
    ]


def _meetings(seated: Seated, seats: Sequence[int]) -> list[Reason]:
    met = {
        pair: rounds
        for pair in combinations(sorted(seats), 2)
        if (rounds := seated.history.meetings.get(frozenset(pair), ()))
    }
    reasons: list[Reason] = [
        ("tables_met", (("player", one), ("opponent", other), ("rounds", ", ".join(map(str, rounds)))))
        for (one, other), rounds in met.items()
    ]
    pairs = len(seats) * (len(seats) - 1) // 2
    if not met:
        reasons.append(("tables_none_met", (("players", _listed(seats)),)))
    elif len(met) < pairs:
        reasons.append(("tables_others_new", ()))
    return reasons


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
