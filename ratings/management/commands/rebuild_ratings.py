"""Works pools out from their first games, beside what is shown until then."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ratings.models import Pool, RatingRun
from ratings.selectors.pools import pool_by_key
from ratings.services.ratings import ratings_clear, ratings_rebuild, ratings_refresh

SLICES = 20  # between two lines of progress


class Command(BaseCommand):
    help = "Work the ratings of pools (all, or those named by key) out anew. Stopped, it goes on where it was."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pool", nargs="*", help="keys of pools")

    def handle(self, *, pool: list[str], **_options: Any) -> None:
        for found in [pool_by_key(key) for key in pool] or list(Pool.objects.order_by("name", "key")):
            self._rebuild(found)

    def _rebuild(self, pool: Pool) -> None:
        if not RatingRun.objects.filter(pool=pool, start="").exists():
            ratings_rebuild(pool_key=pool.key)
        while not ratings_refresh(pool_key=pool.key, slices=SLICES):
            run = RatingRun.objects.filter(pool=pool).first()
            if run is not None:
                self.stdout.write(f"{pool.key}: {run.games} of {run.games_total} games")
        while ratings_clear(pool_key=pool.key):
            pass
        self.stdout.write(f"{pool.key}: done")
