from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.selectors.games import pool_heads
from magistrar_site.shared.errors import NotFound
from ratings.models import Pool, PoolSource


def pool_by_key(key: str) -> Pool:
    """With its club; NotFound where there is none."""
    pool = Pool.objects.select_related("club").filter(key=key).first()
    if pool is None:
        raise NotFound("no_such_pool", _("There is no leaderboard at this address."))
    return pool


def pools() -> QuerySet[Pool]:
    return Pool.objects.select_related("club").order_by("name", "key")


def pools_of_club(club_key: str) -> QuerySet[Pool]:
    return Pool.objects.filter(club__key=club_key).order_by("pk")


def is_stale(pool: Pool) -> bool:
    """Whether results of the pool's games changed after its ratings were worked out."""
    made_from = dict(PoolSource.objects.filter(pool=pool).values_list("stream", "number"))
    return any(made_from.get(stream, -1) < number for stream, number in pool_heads(pool.key).items())
