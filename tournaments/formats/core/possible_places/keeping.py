"""Keeps what was told: a search that runs out of steps may know less of a stage than was known a game before."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tournaments.formats.core.possible_places.values import PossiblePlace
from tournaments.formats.core.state import Entrant, StageState

_OF_STAGE = ("planned_rounds", "scoring", "predetermined", "numbers", "lots_seed", "revision")


def follows(state: StageState, before: StageState) -> bool:
    """Whether all that was decided before still stands: only games were played or forfeited, rounds added, and entrants
    left."""
    return (
        all(getattr(state, name) == getattr(before, name) for name in _OF_STAGE)
        and state.rounds_done >= before.rounds_done
        and state.uncounted >= before.uncounted
        and len(state.entrants) == len(before.entrants)
        and all(_entrant_follows(now, then) for now, then in zip(state.entrants, before.entrants, strict=True))
    )


def _entrant_follows(now: Entrant, then: Entrant) -> bool:
    return (
        (now.number, now.rating, sum(now.deducted)) == (then.number, then.rating, sum(then.deducted))
        and (now.withdrawn or not then.withdrawn)
        and len(now.cells) >= len(then.cells)
        and all(
            (new.opponent == old.opponent and not new.is_annulled) if old.is_open else new == old
            for new, old in zip(now.cells, then.cells, strict=False)
        )
    )


def is_wider(places: Mapping[int, PossiblePlace], told: Mapping[int, PossiblePlace]) -> bool:
    """Whether a place is possible that wasn't when these were told."""
    return any(
        place.best < told[number].best or place.worst > told[number].worst
        for number, place in places.items()
        if number in told
    )


def kept(places: Mapping[int, PossiblePlace], told: Mapping[int, PossiblePlace]) -> dict[int, PossiblePlace]:
    """The places within those that were told before; of a stage that follows that one."""
    return {number: _within(place, told[number]) if number in told else place for number, place in places.items()}


def _within(place: PossiblePlace, told: PossiblePlace) -> PossiblePlace:
    best, worst = max(place.best, told.best), min(place.worst, told.worst)
    if best > worst:
        return place  # what was told can't have been right
    return msgspec.structs.replace(
        place,
        best=best,
        worst=worst,
        is_exact=place.is_exact or best == worst,
        guarantees=tuple(sure for sure in place.guarantees if sure.worst < worst),
    )
