"""Pages of a large database: `python -m bench.lists [--games 10000]`.

Seeds a database of so many games (bench/seeding.py) and asks for the pages whose cost could grow with them: home, lists
of events, clubs, a player, a player of up to 6,000 games, search with and without a slip, the leaderboard. Of each it
prints the queries, the processor time of this process, and that of PostgreSQL with it: the first time (nothing is
cached) and after that. Nothing comes whole from the cache. On SQLite in a file of its own; on PostgreSQL in a database
of its own:

    python -m tests.services .venv/bin/python -m bench.lists --games 1000000

Exit status 1 where a page takes more than 50 ms of this process, or 100 ms in all, after the first time.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

from bench.migrations import own_database, say
from bench.seeding import BUSY, seed

GAMES, REPEATS = 10_000, 5
MOST, MOST_IN_ALL = 0.050, 0.100
PAGES = (
    "/",
    "/events/",
    "/events/?page=20",
    "/clubs/",
    "/clubs/club-1/",
    "/players/p00000000007/",
    f"/players/{BUSY}/",
    f"/players/{BUSY}/?page=100",
    "/search/?q=adler",
    "/search/?q=hofmnan",
    "/search/?q=evenign+77",
    "/leaderboard/",
)


def server_seconds() -> float:
    """What the server's process of this connection has used; 0 on SQLite, which is in this process."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def measure(page: str) -> bool:
    """Prints what a page costs; whether that is no more than it may be."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, costs = Client(headers={"cookie": "bench=1"}), []
    cache.clear()
    for _repeat in range(1 + REPEATS):
        before, started = server_seconds(), time.process_time()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(page)
        own = time.process_time() - started
        costs.append((own, own + server_seconds() - before))
        if response.status_code != 200:
            raise SystemExit(f"{page}: {response.status_code}")
    (first, first_in_all), (own, in_all) = costs[0], min(costs[1:])
    say(
        f"{page}: {len(queries)} queries, {own * 1000:.0f} ms, in all {in_all * 1000:.0f} ms; "
        f"the first time {first * 1000:.0f} ms, in all {first_in_all * 1000:.0f} ms"
    )
    return own <= MOST and in_all <= MOST_IN_ALL


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seeded", action="store_true", help="the database of the settings, as it is")
    given = parser.parse_args()
    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    settings.VERSION_SECONDS = 0
    if given.seeded:
        return measure_all()
    with own_database():
        call_command("migrate", verbosity=0)
        seed(given.games)
        return measure_all()


def measure_all() -> int:
    """The exit status."""
    within = [measure(page) for page in PAGES]
    return int(not all(within))


if __name__ == "__main__":
    sys.exit(main())
