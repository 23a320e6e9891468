from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.selectors.rated_games import has_results, is_rating_due, pools_due
from magistrar_site.shared.errors import NotFound
from ratings.models import Pool, PoolState, RatingRun


def pool_by_key(key: str) -> Pool:
    """With its club and what its ratings are at; NotFound where there is none."""
    pool = Pool.objects.select_related("club", "state").filter(key=key).first()
    if pool is None:
        raise NotFound("no_such_pool", _("There is no leaderboard at this address."))
    return pool


def shown_pool(key: str) -> Pool:
    """As `pool_by_key`; NotFound also for the pool of a hidden club."""
    pool = pool_by_key(key)
    if pool.club is not None and pool.club.is_hidden:
        raise NotFound("no_such_pool", _("There is no leaderboard at this address."))
    return pool


def pools() -> QuerySet[Pool]:
    """All that lists have, with their clubs."""
    return Pool.objects.exclude(club__is_hidden=True).select_related("club").order_by("name", "key")


def pools_of_club(club_key: str) -> QuerySet[Pool]:
    return Pool.objects.filter(club__key=club_key).order_by("pk")


def is_stale(pool: Pool) -> bool:
    """Whether results of the pool's games changed after its ratings were worked out, or they are being worked out."""
    if RatingRun.objects.filter(pool=pool).exists() or is_rating_due(pool.key):
        return True
    return not PoolState.objects.filter(pool=pool).exists() and has_results(pool.key)


def stale_pools() -> list[str]:
    """Keys of all such pools: what is unfinished is looked at, and nothing else."""
    unfinished = Pool.objects.filter(Q(run__isnull=False) | Q(state__isnull=True))
    return sorted({pool.key for pool in unfinished if is_stale(pool)} | _known(pools_due()))


def _known(keys: Collection[str]) -> set[str]:
    """Those keys that pools have: a game may name one that is gone."""
    return set(Pool.objects.filter(key__in=keys).values_list("key", flat=True)) if keys else set()


def pools_to_clear() -> list[str]:
    """Keys of the pools that still have rows that nobody sees any more."""
    return list(Pool.objects.filter(state__has_left_overs=True).values_list("key", flat=True))
