"""The plan of a league's next season: one pure function from last season to the new divisions (G6 to G11)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from leagues.placement.checks import refuse_impossible
from leagues.placement.claims import PROMOTED, RELEGATED, claims_of
from leagues.placement.values import (
    LastSeason,
    Newcomer,
    PlacedPlayer,
    PlacementError,
    Reason,
    SeasonPlan,
    Settings,
)

NO_CLAIM = math.inf  # a newcomer whom nobody seeded


class Candidate(NamedTuple):
    """Somebody who plays next season, with the reason they have if they get the division they claim."""

    id: str
    division: float
    reason: Reason


# The order of the groups within one claimed division (G8).
_GROUPS = (Reason.RELEGATED, Reason.STAYS, Reason.PROMOTED, Reason.SEEDED)
_MOVE_REASONS = {PROMOTED: Reason.PROMOTED, RELEGATED: Reason.RELEGATED}


def season_plan(season: LastSeason) -> SeasonPlan:
    """Place everybody who plays next season. PlacementError for a season that can't be placed."""
    refuse_impossible(season)
    settings = season.settings
    divisions = _with_enough(_filled(_sequence(season), settings), settings)
    return SeasonPlan(
        [
            [PlacedPlayer(candidate.id, _reason(candidate, number)) for candidate in division]
            for number, division in enumerate(divisions, 1)
        ]
    )


def _sequence(season: LastSeason) -> list[Candidate]:
    """Everybody who plays next season, in the order in which divisions are filled (G8)."""
    past = [
        (
            Candidate(claim.player.id, claim.division, _MOVE_REASONS.get(claim.move, Reason.STAYS)),
            (claim.left, claim.place),
        )
        for claim in claims_of(season)
        if claim.player.returns
    ]
    newcomers = sorted(season.newcomers, key=_newcomer_order)
    seeded = [
        (Candidate(newcomer.id, newcomer.division, Reason.SEEDED), (0, place))
        for place, newcomer in enumerate(newcomers)
        if newcomer.division is not None
    ]
    claiming = sorted([*past, *seeded], key=lambda row: (row[0].division, _GROUPS.index(row[0].reason), row[1]))
    new = [Candidate(newcomer.id, NO_CLAIM, Reason.NEW) for newcomer in newcomers if newcomer.division is None]
    return [*(candidate for candidate, _place in claiming), *new]


def _newcomer_order(newcomer: Newcomer) -> tuple[bool, float, datetime, str]:
    rating = newcomer.rating
    return rating is None, -(rating or 0), datetime.fromisoformat(newcomer.signed_up), newcomer.id


def _filled(sequence: Sequence[Candidate], settings: Settings) -> list[list[Candidate]]:
    """The divisions filled from the top until everybody is placed (G9)."""
    divisions: list[list[Candidate]] = []
    waiting = list(sequence)
    while waiting:
        number = len(divisions) + 1
        claims = [candidate for candidate in waiting if candidate.division <= number]
        others = [candidate for candidate in waiting if candidate.division > number]
        if len(claims) > settings.most and any(claim.reason is Reason.SEEDED for claim in claims):
            raise PlacementError(
                f"division {number}: {len(claims)} players claim it with the seeded ones, and it takes {settings.most}"
            )
        taken = claims[: settings.most]
        missing = max(0, settings.target - len(taken))
        divisions.append([*taken, *others[:missing]])
        waiting = [*claims[settings.most :], *others[missing:]]
    return divisions


def _with_enough(divisions: list[list[Candidate]], settings: Settings) -> list[list[Candidate]]:
    """The divisions with a last one that is merged into the one above, or filled from it, where it is too small
    (G10)."""
    if len(divisions) < 2 or len(divisions[-1]) >= settings.least:
        return divisions
    *higher, upper, lower = divisions
    if len(upper) + len(lower) <= settings.most:
        return [*higher, [*upper, *(candidate._replace(reason=Reason.MERGED) for candidate in lower)]]
    stay = -(-(len(upper) + len(lower)) // 2)
    return [*higher, upper[:stay], [*upper[stay:], *lower]]


def _reason(candidate: Candidate, division: int) -> Reason:
    """The reason that the candidate is in that division."""
    if candidate.reason is Reason.MERGED:
        return Reason.MERGED
    if candidate.division < division:
        return Reason.MOVED_DOWN
    if candidate.division > division and candidate.reason not in (Reason.SEEDED, Reason.NEW):
        return Reason.FILLED
    return candidate.reason
