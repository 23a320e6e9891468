"""A leaderboard of 50,000 players: what any page takes, filtered or not: `python -m bench.leaderboards [PLAYERS]`.

On SQLite in memory; `python -m tests.services .venv/bin/python -m bench.leaderboards` measures on a PostgreSQL.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

PLAYERS, REPEATS = 50_000, 7
MOST_QUERIES, MOST_MILLISECONDS = 9, 50.0


def addresses(players: int) -> list[str]:
    """Pages at the top, in the middle and at the end, and filters that fit many, few and nobody."""
    queries = [
        "",
        f"after={players // 2}",
        f"after={players - 60}",
        f"before={players // 2}",
        "club=club-3",
        f"club=club-3&after={players - 200}",
        "active=12&games=20",
        "games=50",
        "name=player+00",
        "name=muller+0499",
        "name=nobody",
        "club=club-1&active=3&games=10&name=oezturk",
        "club=no-such-club",
        "club=small",
    ]
    return [f"/leaderboard/everybody/?{query}" for query in queries] + ["/leaderboard/", "/"]


def cost(client: Any, address: str) -> tuple[int, float]:
    """Queries, and milliseconds: the least of several."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _repeat in range(REPEATS):
        started = time.perf_counter()
        response = client.get(address)
        times.append((time.perf_counter() - started) * 1000)
        if response.status_code != 200:
            raise SystemExit(f"{address}: {response.status_code}")
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    return len(captured), min(times)


def measure(players: int) -> bool:
    """Prints what each page takes; whether all hold the limits."""
    from django.db import connection
    from django.test import Client
    from django.utils import timezone

    from games.models import Club, Player
    from tests.ratings.many_ratings import many_ratings

    pool = many_ratings(players)
    small = Club.objects.create(key="small", name="Small", slug="small", created_at=timezone.now())
    worst = pool.ratings.order_by("points").values_list("player", flat=True)[:5]
    Player.objects.filter(pk__in=list(worst)).update(club=small)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # as autovacuum does by itself
            cursor.execute("VACUUM ANALYZE")
    client, holds = Client(), True
    for address in addresses(players):
        queries, milliseconds = cost(client, address)
        over = queries > MOST_QUERIES or milliseconds > MOST_MILLISECONDS
        holds &= not over
        sys.stdout.write(f"{address}: {queries} queries, {milliseconds:.0f} ms{' TOO MUCH' if over else ''}\n")
    return holds


def in_fresh_database(work: Callable[[], bool]) -> bool:
    """Runs it in a database of its own: a new one on the configured PostgreSQL, else SQLite in memory."""
    from django.conf import settings
    from django.test.utils import setup_databases, teardown_databases

    from magistrar_site.shared.throwaway import throwaway_database

    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        with throwaway_database():
            return work()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        return work()
    finally:
        teardown_databases(made, verbosity=0)


def main(players: int = PLAYERS) -> int:
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    sys.stdout.write(f"A leaderboard of {players:,} players, {connection.vendor}\n")
    return 0 if in_fresh_database(lambda: measure(players)) else 1


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:2])))
