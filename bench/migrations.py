"""Time and room to bring a database of November 2026 up to date: `python -m bench.migrations [GAMES] [--stop SECONDS]`.

A database as it was then, with so many games of five duels each, is migrated to the newest state. Of each migration it
says the time, the longest statement and the size of the database: before, at most, and after. While a statement or
a migration in one transaction runs, nobody else can write to SQLite. `--stop` kills it after so many seconds and begins
again, as when the power fails. Exit status 1 where there aren't as many games, seats or results as before.

On SQLite in a file of its own; on a PostgreSQL in a database of its own, which
`python -m tests.services .venv/bin/python -m bench.migrations` does. A million games take some 20 GB of disk.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

GAMES, DUELS, BATCH = 2_000, 5, 10_000
BODY = 1_500  # bytes of what was handed in
BEFORE = (
    ("games", "0009_names_folded_anew"),
    ("ratings", "0003_no_newest_index"),
    ("tournaments", "0013_agreed_times"),
)
COUNTED = ("games_game", "games_gameseat", "games_gameresult", "games_seatresult", "games_submission")
OWN_DATABASE = "bench_migrations"

SERIES = "WITH RECURSIVE series(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM series WHERE n < {last}) "
EACH_GAME = (
    "INSERT INTO games_player (id, key, name, folded_name, plain_name, is_bot, hides_name, under_16, created_at) "
    "SELECT n, 'p' || n, 'Player ' || n, 'player ' || n, 'player ' || n, false, false, false, {at} FROM series",
    "INSERT INTO games_game (id, key, stream, system, starter, edition, edition_digest, variants, least_grade, pool, "
    'played_at, "order", state, result_fact, set_aside_to, is_void, time_fact) '
    "SELECT n, 'g' || n, 'event:' || (n / 500), 'magistrar', CASE n % 2 WHEN 0 THEN 'white' ELSE 'black' END, "
    "'spiel-das-2021', 'd', {nothing}, 'score', 'everybody', {at}, n, 'agreed', n, 0, false, 0 FROM series",
    "INSERT INTO games_gameseat (game_id, side, player_id) SELECT n, 'white', n FROM series",
    "INSERT INTO games_gameseat (game_id, side, player_id) "
    "SELECT n, 'black', CASE n WHEN {first} THEN {last} ELSE n - 1 END FROM series",
    "INSERT INTO games_submission (id, key, game_id, body, grade, side, actor, at, report, accepted, refusal, digest, "
    "idempotency_key, fact_number) SELECT n, 's' || n, n, {body}, 'record', 'white', 'link:p' || n, {at}, {report}, "
    "true, '', 'd', 'k', n FROM series",
    "INSERT INTO games_confirmation (submission_id, side, confirms, actor, at, fact_number) "
    "SELECT n, 'black', true, 'link:p' || n, {at}, n FROM series",
    "INSERT INTO games_gameresult (id, game_id, submission_id, is_current, kind, grade, winner, report, fact_number) "
    "SELECT n, n, n, true, 'played', 'record', CASE n % 3 WHEN 0 THEN '' WHEN 1 THEN 'white' ELSE 'black' END, "
    "{report}, n FROM series",
    "INSERT INTO games_seatresult (result_id, seat_id, outcome, honoris, markers, encounters, level) "
    "SELECT n, s.id, CASE n % 3 WHEN 0 THEN 'draw' WHEN 1 THEN CASE s.side WHEN 'white' THEN 'win' ELSE 'loss' END "
    "ELSE CASE s.side WHEN 'black' THEN 'win' ELSE 'loss' END END, n % 40, n % 4, n % 16, n % 6 "
    "FROM series JOIN games_gameseat s ON s.game_id = n",
)
EACH_DUEL = (
    "INSERT INTO games_duelrow (result_id, number, winner, points, level, encounters) "
    "SELECT n, {number}, CASE n % 3 WHEN 0 THEN '' WHEN 1 THEN 'white' ELSE 'black' END, {points}, {points}, "
    "{encounters} FROM series"
)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Watch:
    """Django's hook around each statement: how long the longest one took."""

    def __init__(self) -> None:
        self.longest = 0.0

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        started = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.longest = max(self.longest, time.perf_counter() - started)


class Sizes(threading.Thread):
    """The most bytes that the database took, looked at again and again."""

    def __init__(self, size: Callable[[], int]) -> None:
        super().__init__(daemon=True)
        self.most, self._size, self._over = 0, size, threading.Event()

    def run(self) -> None:
        while not self._over.wait(0.2):
            self.most = max(self.most, self._size())

    def end(self) -> int:
        self._over.set()
        self.join()
        return max(self.most, self._size())


@contextmanager
def own_database() -> Iterator[Callable[[], int]]:
    """An empty database in place of the configured one; asks how many bytes it takes on disk."""
    import psycopg
    from django.conf import settings
    from django.db import connection

    if connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            connection.settings_dict["NAME"] = str(Path(folder) / "bench.sqlite3")
            yield lambda: sum(file.stat().st_size for file in Path(folder).iterdir())
            connection.close()
        return
    url = os.environ["DATABASE_URL"]
    name = settings.DATABASES["default"]["NAME"]
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {OWN_DATABASE}")
        connection.settings_dict["NAME"] = OWN_DATABASE

        def size() -> int:
            row = server.execute("SELECT pg_database_size(%s)", [OWN_DATABASE]).fetchone()
            return int(row[0]) if row else 0

        try:
            yield size
        finally:
            connection.close()
            connection.settings_dict["NAME"] = name
            server.execute(f"DROP DATABASE {OWN_DATABASE} WITH (FORCE)")


def old_state() -> list[tuple[str, str]]:
    """The newest migration of each app then."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    named = dict(BEFORE)
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    return [(app, named.get(app, newest)) for app, newest in leaves]


def fill(games: int) -> None:
    """So many games with all their rows: a statement for each table and batch."""
    from django.db import connection, transaction

    is_postgresql = connection.vendor == "postgresql"

    def document(value: Any) -> str:
        return f"'{json.dumps(value)}'{'::jsonb' if is_postgresql else ''}"

    duels = [{"encounters": ["white", "black", "", "white", "", "black"], "points": {"white": 3, "black": 2}}] * DUELS
    values = {
        "at": "'2026-03-06 19:00:00+00:00'::timestamptz" if is_postgresql else "'2026-03-06 19:00:00'",
        "nothing": document({}),
        "body": f"convert_to(repeat('x', {BODY}), 'UTF8')" if is_postgresql else f"zeroblob({BODY})",
        "report": document({"system": "magistrar", "honoris": {"white": 7, "black": 2}, "duels": duels}),
        "points": document({"white": 3, "black": 2}),
        "encounters": document(["white", "black", "", "white", "", "black"]),
    }
    for first in range(1, games + 1, BATCH):
        last = min(first + BATCH - 1, games)
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in EACH_GAME:
                cursor.execute((SERIES + statement).format(first=first, last=last, **values))
            for number in range(1, DUELS + 1):
                cursor.execute((SERIES + EACH_DUEL).format(first=first, last=last, number=number, **values))


def rows() -> dict[str, int]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"(SELECT count(*) FROM {table})" for table in COUNTED))
        return dict(zip(COUNTED, cursor.fetchone(), strict=True))


def migrate(size: Callable[[], int]) -> None:
    """Every migration that is left, one by one."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    loader = MigrationExecutor(connection)
    plan = loader.migration_plan(loader.loader.graph.leaf_nodes())
    for migration, _backwards in plan:
        before, sizes, watch = size(), Sizes(size), Watch()
        sizes.start()
        started, computed = time.perf_counter(), time.process_time()
        with connection.execute_wrapper(watch):
            MigrationExecutor(connection).migrate([(migration.app_label, migration.name)])
        seconds, computed = time.perf_counter() - started, time.process_time() - computed
        most = sizes.end()
        name = f"{migration.app_label} {migration.name}{'' if migration.atomic else ' (batches)'}"
        say(f"{name}: {seconds:.1f} s, {computed:.1f} s of this process; longest statement {watch.longest:.1f} s")
        say(f"    MB before {before / 1e6:,.0f}, at most {most / 1e6:,.0f}, after {size() / 1e6:,.0f}")


def migrate_and_stop(seconds: float) -> None:
    """Begin in a process of its own, and kill it after so many seconds, as when the power fails."""
    from django.db import connection

    connection.close()
    child = os.fork()
    if child == 0:
        migrate(lambda: 0)
        os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    say(f"killed after {seconds:.1f} s, and begun again")


def measure(games: int, stop: float, size: Callable[[], int]) -> bool:
    """Prints what each migration takes; whether everything is still there."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from magistrar_site.shared.migration_limits import limits_lift

    limits_lift()  # as `manage.py migrate` does
    MigrationExecutor(connection).migrate(old_state())
    started = time.perf_counter()
    fill(games)
    say(
        f"{games:,} games written in {time.perf_counter() - started:.0f} s: {size() / 1e6:,.0f} MB, {connection.vendor}"
    )
    before, started = rows(), time.perf_counter()
    if stop:
        migrate_and_stop(stop)
    migrate(size)
    say(f"all migrations: {time.perf_counter() - started:.0f} s")
    after = rows()
    if after != before:
        say(f"before: {before}, after: {after}")
    return after == before


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--stop", type=float, default=0.0, metavar="SECONDS")
    given = parser.parse_args()
    django.setup()
    with own_database() as size:
        return 0 if measure(given.games, given.stop, size) else 1


if __name__ == "__main__":
    sys.exit(main())
