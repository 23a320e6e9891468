"""Records that stand for more than one game. Each game has one course, so an arbiter has to look."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.enums import Grade
from games.models import Submission


def handed_in_elsewhere(games: Iterable[int]) -> dict[int, list[str]]:
    """Keys of the other games, of any event, for which a record of the game stands as well; by primary key, those games
    alone that have such. One query, and another two where there are any. Nothing about it is stored: two that come in
    at the same moment are found like all others."""
    shared = _standing().filter(game__in=list(games)).filter(_has_twin())
    wanted: dict[int, set[str]] = {}
    for game, digest in shared.values_list("game_id", "digest"):
        wanted.setdefault(game, set()).add(digest)
    if not wanted:
        return {}
    digests = {digest for own in wanted.values() for digest in own}
    twins = list(_standing().filter(digest__in=digests).values_list("game_id", "game__key", "digest").distinct())
    found = {
        game: sorted({key for other, key, digest in twins if other != game and digest in own})
        for game, own in wanted.items()
    }
    return {game: keys for game, keys in found.items() if keys}


def games_with_records_of_others(stream: str) -> list[str]:
    """Keys of a stream's games for which a record stands that stands for another game too, in the order of play."""
    rows = _standing().filter(game__stream=stream).filter(_has_twin())
    in_order = rows.order_by("game__played_at", "game__order", "game__key")
    return list(dict.fromkeys(in_order.values_list("game__key", flat=True)))


def _standing() -> QuerySet[Submission]:
    """Records that count in games that do, and that no later version of the same seat has replaced."""
    newer = Submission.objects.filter(game=OuterRef("game"), accepted=True, fact_number__gt=OuterRef("fact_number"))
    is_replaced = Exists(newer.filter(seat=OuterRef("seat"))) | (
        Q(seat__isnull=True) & Exists(newer.filter(seat__isnull=True))
    )
    rows = Submission.objects.filter(
        accepted=True, grade=Grade.RECORD, game__is_void=False, fact_number__gt=F("game__set_aside_to")
    )
    return rows.filter(~is_replaced).order_by()


def _has_twin() -> Exists:
    return Exists(_standing().filter(digest=OuterRef("digest")).exclude(game=OuterRef("game")))
