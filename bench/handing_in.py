"""What handing in a record from the web costs: `python -m bench.handing_in [--games N]`.

Queries, and processor time of the whole request, in a process that has done it before. The database is SQLite, within
the process: its time is included. So many a second is what one core does.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from contextlib import nullcontext
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

WANTED_MS, WANTED_QUERIES, WARM_UP = 15, 15, 5


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def requests_of(games: int) -> list[tuple[Any, str, dict[str, str]]]:
    """A browser, an address and a form for each game of one round."""
    from tests.evening import Evening, entry_at, game_of, opened

    evening = Evening()
    event = evening.started(tuple(f"Player {number}" for number in range(2 * games)), preset="swiss-evening")
    return [
        (
            opened(entry_at(match, 0)),
            f"/games/{game_of(match).key}/record/",
            {"text": evening.body(match).decode(), "idempotency_key": match.key},
        )
        for match in evening.publish(event, 1)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import CaptureQueriesContext, setup_test_environment

    from magistrar_site.shared.enqueue import no_tasks
    from magistrar_site.shared.throwaway import throwaway_database

    setup_test_environment()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    took: list[float] = []
    asked: list[list[str]] = []
    with throwaway_database(), no_tasks():
        for client, address, form in requests_of(options.games + WARM_UP):
            with CaptureQueriesContext(connection) if len(took) < WARM_UP else nullcontext() as queries:
                start = time.process_time()
                answer = client.post(address, form)
                took.append(time.process_time() - start)
            if answer.status_code != 302:
                raise SystemExit(f"{answer.status_code}: {answer.content[:2000].decode()}")
            if queries is not None:
                asked.append([query["sql"].split()[0] for query in queries.captured_queries])
    number = sum(word in ("SELECT", "INSERT", "UPDATE", "DELETE") for word in asked[-1])
    each = statistics.median(took[WARM_UP:])
    say(f"handing in a record: {number} queries (wanted {WANTED_QUERIES}), {len(asked[-1])} with BEGIN and the like")
    say(f"handing in a record: {each * 1000:.1f} ms of processor time (wanted {WANTED_MS}), {1 / each:.0f} a second")


if __name__ == "__main__":
    main()
