"""Which leaderboard to show, and its rows for a page."""

from __future__ import annotations

from ratings.models import Pool, Rating


def liveliest_pool() -> Pool | None:
    """The pool in which a listed player played last; else any pool; None where there is none."""
    newest = Rating.objects.filter(rank__isnull=False).select_related("pool__club").order_by("-last_played_at").first()
    return newest.pool if newest else Pool.objects.select_related("club").order_by("pk").first()
