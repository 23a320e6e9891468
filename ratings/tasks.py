from __future__ import annotations

from celery import shared_task

from ratings.services.ratings import ratings_refresh


@shared_task(ignore_result=True)
def refresh_ratings(pool_key: str) -> None:
    """Work a pool's ratings out anew."""
    ratings_refresh(pool_key=pool_key)
