from __future__ import annotations

from celery import shared_task

from magistrar_site.shared.enqueue import enqueue, enqueue_slow
from ratings.services.ratings import ratings_clear, ratings_refresh

SLICES = 10  # of a long run that a task does before it lets others pass


@shared_task(ignore_result=True)
def refresh_ratings(pool_key: str) -> None:
    """Bring a pool's ratings up to date: what is quick at once, a long run in tasks of its own."""
    if not ratings_refresh(pool_key=pool_key, slices=0):
        enqueue_slow(run_ratings, pool_key)


@shared_task(ignore_result=True)
def run_ratings(pool_key: str) -> None:
    """Go on with a pool's run, and leave the rest to a task behind those that wait."""
    if not ratings_refresh(pool_key=pool_key, slices=SLICES):
        enqueue_slow(run_ratings, pool_key)


@shared_task(ignore_result=True)
def clear_ratings(pool_key: str) -> None:
    """Delete rows of a pool that are shown no more, a part at a time."""
    if ratings_clear(pool_key=pool_key):
        enqueue(clear_ratings, pool_key)
