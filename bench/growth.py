"""What ratings and background work take as the database grows: `python -m bench.growth [GAMES ...]` (1,000 to 100,000).

Each size is seeded into a database of its own, and its one pool is worked out from the first game; then a new result,
a correction of one of the first games, and each reconciler are measured: milliseconds of this process and in all, and
how much larger than at the first size. On SQLite in memory;
`python -m tests.services .venv/bin/python -m bench.growth` measures on a PostgreSQL, with `fsync` as its server has it.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

from bench.leaderboards import in_fresh_database

SIZES = (1_000, 10_000, 100_000)
Cost = tuple[float, float]  # milliseconds of this process, and in all


def cost_of(work: Callable[[], Any]) -> Cost:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return (time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000


def measure(games: int, found: dict[str, list[Cost]]) -> bool:
    from django.db import connection
    from django.utils import timezone

    from bench.seeding import POOL, seed
    from games.models import Game, GameResult
    from magistrar_site.shared.enqueue import no_tasks
    from magistrar_site.shared.services import due
    from ratings.models import Rating, RatingChange
    from ratings.services.ratings import ratings_clear, ratings_rebuild, ratings_refresh

    def refresh() -> None:
        ratings_refresh(pool_key=POOL)

    def changed(game: int, winner: int) -> None:
        """Another result of a game, as a ruling leaves it."""
        GameResult.objects.filter(game=game, is_current=True).update(winner=winner)
        Game.objects.filter(pk=game).update(result_fact=1_000_000)

    seed(games)
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    ratings_rebuild(pool_key=POOL)
    costs = {"rebuild": cost_of(refresh)}
    order = Game.objects.filter(pool=POOL, state="agreed").order_by("played_at", "order", "key")
    newest = order.reverse()[0].pk
    Game.objects.filter(pk=newest).update(is_void=True, result_fact=999_999)
    refresh()
    Game.objects.filter(pk=newest).update(is_void=False, result_fact=1_000_000)
    costs["new result"] = cost_of(refresh)
    first = order[order.count() // 10].pk
    current = GameResult.objects.get(game=first, is_current=True)
    changed(first, 2 if current.winner == 1 else 1)
    costs["correction of an early game"] = cost_of(refresh)
    while ratings_clear(pool_key=POOL):
        pass
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # as autovacuum does by itself
    with no_tasks():
        for reconciler in due._reconcilers:
            reconciler(timezone.now())
            costs[reconciler.__name__] = cost_of(lambda reconciler=reconciler: reconciler(timezone.now()))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{games:,} games, {connection.vendor}, at most {peak} MB so far\n")
    for what, cost in costs.items():
        found.setdefault(what, []).append(cost)
        growth = cost[1] / found[what][0][1]
        sys.stdout.write(
            f"  {what}: {cost[0]:,.0f} ms here, {cost[1]:,.0f} ms in all, {growth:.1f} times the first size\n"
        )
    sys.stdout.flush()
    return True


def main(sizes: tuple[int, ...] = SIZES) -> int:
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    found: dict[str, list[Cost]] = {}
    for games in sizes:
        in_fresh_database(lambda games=games: measure(games, found))
    return 0


if __name__ == "__main__":
    sys.exit(main(tuple(int(argument.replace(",", "")) for argument in sys.argv[1:]) or SIZES))
