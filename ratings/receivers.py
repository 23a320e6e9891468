"""The answers of ratings to news from below: enqueue, nothing else; and make up for what got lost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.signals import club_created, result_changed
from magistrar_site.shared.enqueue import enqueue_once
from magistrar_site.shared.services.due import reconciler
from ratings.selectors.pools import pools_to_clear, stale_pools
from ratings.services.pools import pool_of_club
from ratings.signals import pool_changed
from ratings.tasks import clear_ratings, refresh_ratings


@receiver(club_created, dispatch_uid="ratings.pool_of_new_club")
def make_pool(*, club_key: str, **_kwargs: Any) -> None:
    pool_of_club(club_key=club_key)


@receiver(result_changed, dispatch_uid="ratings.refresh")
def refresh_pool(*, pool: str, **_kwargs: Any) -> None:
    if pool:
        enqueue_once(refresh_ratings, pool)


@receiver(pool_changed, dispatch_uid="ratings.refresh_changed_pool")
def refresh_changed_pool(*, pool: str, **_kwargs: Any) -> None:
    enqueue_once(refresh_ratings, pool)


@reconciler
def refresh_stale_pools(_now: datetime) -> int:
    """Pools whose games changed after their ratings were worked out."""
    stale = stale_pools()
    for key in stale:
        enqueue_once(refresh_ratings, key)
    return len(stale)


@reconciler
def clear_what_is_shown_no_more(_now: datetime) -> int:
    """Rows of earlier generations: nothing is behind for them."""
    for key in pools_to_clear():
        enqueue_once(clear_ratings, key)
    return 0
