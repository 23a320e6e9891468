from __future__ import annotations

from celery import shared_task

from magistrar_site.shared.enqueue import begins, enqueue_once
from ratings.services.ratings import ratings_clear, ratings_refresh

SLICES = 10  # of a long run that a task does before it lets others pass


@shared_task(ignore_result=True)
def refresh_ratings(pool_key: str) -> None:
    """Bring a pool's ratings up to date: what is quick at once, a long run in tasks of its own."""
    begins(refresh_ratings, pool_key)
    if not ratings_refresh(pool_key=pool_key, slices=0):
        enqueue_once(run_ratings, pool_key, slow=True)


@shared_task(ignore_result=True)
def run_ratings(pool_key: str) -> None:
    """Go on with a pool's run, unless another worker does, and leave the rest to a task behind those that wait."""
    begins(run_ratings, pool_key)
    if not ratings_refresh(pool_key=pool_key, slices=SLICES, waits=False):
        enqueue_once(run_ratings, pool_key, slow=True)


@shared_task(ignore_result=True)
def clear_ratings(pool_key: str) -> None:
    """Delete rows of a pool that are shown no more, a part at a time."""
    begins(clear_ratings, pool_key)
    if ratings_clear(pool_key=pool_key):
        enqueue_once(clear_ratings, pool_key, slow=True)
