"""Whether the numbers of a score are possible: the checks S1 to S6, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine.core.multiplayer import SEATS, SeatViolation
from games.engine.systems.elemental.documents import Score
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.messages import violation

Check = Callable[[Score, Edition], SeatViolation | None]


def score_violation(score: Score, edition: Edition) -> SeatViolation | None:
    """The verdict of the first failing check; None where the score is possible."""
    return next((found for check in SCORE_CHECKS if (found := check(score, edition)) is not None), None)


def survivors(score: Score) -> list[str]:
    """The seats with health, in seat order."""
    return [seat for seat in SEATS[score.players] if score.health[seat]]


def _refused(rule: str, seat: str | None = None, **params: str | int) -> SeatViolation:
    return violation("score", rule, turn=None, seat=seat, position=None, **params)


def health_within_most(score: Score, edition: Edition) -> SeatViolation | None:
    """S1"""
    most = edition.data.health_max.value
    for seat in SEATS[score.players]:
        if score.health[seat] > most:
            return _refused("S1", seat, number=score.health[seat], most=most)
    return None


def somebody_survives(score: Score, _edition: Edition) -> SeatViolation | None:
    """S2"""
    return None if survivors(score) else _refused("S2")


def several_survive_only_at_a_limit(score: Score, edition: Edition) -> SeatViolation | None:
    """S3"""
    has_limit = edition.data.rounds.value is not None
    return None if has_limit or len(survivors(score)) == 1 else _refused("S3")


def stars_are_there(score: Score, edition: Edition) -> SeatViolation | None:
    """S4"""
    if not score.stars:
        return None
    for seat in SEATS[score.players]:
        if score.stars[seat] and not score.health[seat]:
            return _refused("S4", seat)
    number, most = sum(score.stars.values()), len(edition.star_spots)
    return _refused("S4", reason="S4 sum", number=number, most=most) if number > most else None


def places_follow_health_and_stars(score: Score, _edition: Edition) -> SeatViolation | None:
    """S5"""
    misplaced = list(_misplaced(score))
    return _refused("S5", min(misplaced, key=int)) if misplaced else None


def _misplaced(score: Score) -> Iterator[str]:
    """Each seat that is placed wrongly relative to another (EH19)."""
    seats = SEATS[score.players]
    for one in seats:
        for other in seats:
            order = _order(score, one, other)
            placed = score.placings[other] - score.placings[one]
            if order is not None and (order > 0) - (order < 0) != (placed > 0) - (placed < 0):
                yield one


def _order(score: Score, one: str, other: str) -> int | None:
    """Above 0 where the one must be placed better, 0 where both share the place, None where any order is possible."""
    if score.health[one] != score.health[other]:
        return score.health[one] - score.health[other]
    if score.health[one] and score.stars:
        return score.stars[one] - score.stars[other]
    return 0 if one == other else None


def survivor_gained_lives(score: Score, edition: Edition) -> SeatViolation | None:
    """S6: the only survivor made the last knock-outs (E21)."""
    alive = survivors(score)
    if len(alive) > 1:
        return None
    last = sum(place == 2 for place in score.placings.values())
    least = min(1 + edition.data.knock_out_health.value * last, edition.data.health_max.value)
    health = score.health[alive[0]]
    return _refused("S6", alive[0], number=health, least=least) if health < least else None


SCORE_CHECKS: tuple[Check, ...] = (
    health_within_most,
    somebody_survives,
    several_survive_only_at_a_limit,
    stars_are_there,
    places_follow_health_and_stars,
    survivor_gained_lives,
)
