"""Costs that may grow with the database: `python -m bench.growth [GAMES ...] [--sqlite] [--systems elo ...]`.

Each size (1,000 to 100,000 games, or as many as are named: a million takes an hour) is seeded into a database of its
own: on a PostgreSQL of the bench's own that writes durably, as one that is used does (fsync and synchronous_commit
on), or in a file of SQLite. For each rating system the one pool is worked out from the first game; then come a new
result and a correction of an early game. Each reconciler and the pages of lists follow; and once, at 100,000 games,
the correction of a game two years ago among people who meet weekly.

Printed are milliseconds of the processor: of this process, and with PostgreSQL's for this connection; how long it took
by the clock, how many times that of the first size the processor time is, and the load of the machine. Exit status 1
where something takes more than it may.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

from bench.databases import load
from bench.lists import PAGES, server_seconds
from bench.migrations import own_database, say
from bench.seeding import POOL, YEARS, seed
from tests.services.postgresql import DURABLE, postgresql

SIZES = (1_000, 10_000, 100_000)
SYSTEMS: dict[str, tuple[str, dict[str, str]]] = {
    "elo": ("elo", {}),
    "fide": ("fide", {}),
    "glicko2": ("glicko2", {}),
    "glicko2-by-period": ("glicko2", {"rated_by": "period"}),
}
WEEKLY = 100_000  # games among people who play five of them a week
WEEKLY_PLAYERS = 2 * WEEKLY // (YEARS * 52 * 5)
# What may be taken, in milliseconds of the processor.
MOST = {"new result": 50, "correction after two years": 10_000, "rebuild": 120_000, "page": 100, "reconciler": 20}
MOST_MEGABYTES = 300


@dataclass
class Costs:
    """The costs at one size, and at the first one."""

    first: dict[str, float]
    too_much: list[str] = field(default_factory=list)

    def measure(self, what: str, work: Callable[[], Any], *, limit: str = "", repeats: int = 1) -> None:
        found = []
        for _repeat in range(repeats):
            server, own, clock = server_seconds(), time.process_time(), time.perf_counter()
            work()
            own = (time.process_time() - own) * 1000
            found.append((own + (server_seconds() - server) * 1000, own, (time.perf_counter() - clock) * 1000))
        in_all, own, clock = min(found)
        growth = in_all / self.first.setdefault(what, in_all)
        is_over = bool(limit) and in_all > MOST[limit]
        if is_over:
            self.too_much.append(what)
        say(
            f"  {what}: {own:,.1f} ms, in all {in_all:,.1f} ms, by the clock {clock:,.0f} ms, {growth:.1f} times; "
            f"load {load()}{' TOO MUCH' if is_over else ''}"
        )


def measure_size(games: int, systems: list[str], costs: Costs) -> None:
    from django.db import connection
    from django.utils import timezone

    from magistrar_site.shared.services import due
    from ratings.models import Rating, RatingChange

    started = time.perf_counter()
    seed(games)
    say(f"{games:,} games, {connection.vendor}, seeded in {time.perf_counter() - started:.0f} s")
    Rating.objects.all().delete()
    truncate(RatingChange)
    for name in systems:
        measure_system(name, costs)
    for reconciler in due._reconcilers:
        reconciler(timezone.now())  # some look at everything once in a process
        costs.measure(
            reconciler.__name__,
            lambda reconciler=reconciler: reconciler(timezone.now()),  # type: ignore[misc]
            limit="reconciler",
            repeats=5,
        )
    for page in PAGES:
        if "?page" not in page:
            costs.measure(page, lambda page=page: asked(page), limit="page", repeats=5)  # type: ignore[misc]


def measure_system(name: str, costs: Costs) -> None:
    from games.models import Game, GameResult
    from ratings.models import Pool
    from ratings.services.ratings import ratings_clear, ratings_rebuild, ratings_refresh

    def refresh() -> None:
        ratings_refresh(pool_key=POOL)

    def void(game: int, *, is_void: bool) -> None:
        Game.objects.filter(pk=game).update(is_void=is_void, result_fact=next_fact())

    system, options = SYSTEMS[name]
    Pool.objects.filter(key=POOL).update(rating_system=system, options=options)
    ratings_rebuild(pool_key=POOL)
    costs.measure(f"{name}, rebuild", refresh, limit="rebuild")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    say(f"  at most {megabytes} MB so far")
    if megabytes > MOST_MEGABYTES:
        costs.too_much.append(f"{name}, {megabytes} MB")
    while ratings_clear(pool_key=POOL):
        pass
    vacuum()
    order = Game.objects.filter(pool=POOL, state="agreed").order_by("played_at", "order", "key")
    newest, early = order.reverse()[0].pk, order[order.count() // 10].pk

    def new_result() -> None:
        void(newest, is_void=False)
        refresh()

    for _time in range(2):  # the first one asks for more than the later ones
        void(newest, is_void=True)
        refresh()
        if _time:
            costs.measure(f"{name}, new result", new_result, limit="new result")
        else:
            new_result()
    if name == "elo":
        result = GameResult.objects.get(game=early, is_current=True)
        GameResult.objects.filter(pk=result.pk).update(winner=2 if result.winner == 1 else 1)
        void(early, is_void=False)
        costs.measure("elo, correction of an early game", refresh)


def measure_weekly(costs: Costs) -> None:
    """A game two years ago, among people who have met every week since."""
    from games.models import Game, GameResult
    from ratings.models import Rating, RatingChange
    from ratings.services.ratings import ratings_rebuild, ratings_refresh

    seed(WEEKLY, players=WEEKLY_PLAYERS)
    Rating.objects.all().delete()
    truncate(RatingChange)
    say(f"{WEEKLY:,} games among {WEEKLY_PLAYERS} who meet weekly")
    ratings_rebuild(pool_key=POOL)
    ratings_refresh(pool_key=POOL)
    vacuum()
    order = Game.objects.filter(pool=POOL).order_by("played_at", "order", "key")
    game = order[WEEKLY * (YEARS - 2) // YEARS].pk
    result = GameResult.objects.get(game=game, is_current=True)
    GameResult.objects.filter(pk=result.pk).update(winner=2 if result.winner == 1 else 1)
    Game.objects.filter(pk=game).update(result_fact=next_fact())
    what = "correction after two years"
    costs.measure(f"elo, {what}", lambda: ratings_refresh(pool_key=POOL), limit=what)


def next_fact() -> int:
    """A number beyond those of all facts so far."""
    return time.time_ns() // 1_000_000 % 1_000_000_000 + 1_000_000_000


def truncate(model: Any) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        verb = "TRUNCATE" if connection.vendor == "postgresql" else "DELETE FROM"
        cursor.execute(f"{verb} {connection.ops.quote_name(model._meta.db_table)}")


def vacuum() -> None:
    """As autovacuum does by itself."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def asked(page: str) -> None:
    from django.test import Client

    response = Client(headers={"cookie": "bench=1"}).get(page)
    if response.status_code != 200:
        raise SystemExit(f"{page}: {response.status_code}")


@contextmanager
def server(*, is_sqlite: bool) -> Iterator[None]:
    """The environment of the database to measure on; before Django is set up."""
    os.environ.update(TASKS_IN_PROCESS="true", SECRET_KEY="only-for-benches", SITE_URL="http://localhost")
    if is_sqlite:
        os.environ.pop("DATABASE_URL", None)
        yield
        return
    with postgresql(DURABLE) as url:
        os.environ["DATABASE_URL"] = url
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="*", default=SIZES)
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS))
    given = parser.parse_args()
    with server(is_sqlite=given.sqlite):
        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        from magistrar_site.shared.enqueue import no_tasks

        settings.ALLOWED_HOSTS = ["*"]
        settings.VERSION_SECONDS = 0
        first: dict[str, float] = {}
        too_much = []
        runs: list[Callable[[Costs], None]] = [
            lambda costs, games=games: measure_size(games, given.systems, costs) for games in given.games
        ]
        if max(given.games) >= WEEKLY:
            runs.append(measure_weekly)
        for run in runs:
            with own_database(), no_tasks():
                call_command("migrate", verbosity=0)
                costs = Costs(first)
                run(costs)
                too_much += costs.too_much
    return int(bool(too_much))


if __name__ == "__main__":
    sys.exit(main())
