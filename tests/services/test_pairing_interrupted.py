"""A worker dies in the middle of pairing a round, Redis forgets that anybody asked, and there is one round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tests.services.conftest import Evening, run
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("services")]

SECONDS = 120


def said(evening: Evening, command: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        run(["-m", "tests.services.pairing", command, evening.facts["event"]], evening.variables)
    )
    return answer


@contextmanager
def stream_locked(evening: Evening) -> Iterator[None]:
    """Nobody can append a fact to the event while this lasts: a pairing is worked out, and waits to be written."""
    with psycopg.connect(evening.database_url) as connection:
        connection.execute("SELECT 1 FROM shared_stream WHERE name LIKE 'event:%' FOR UPDATE")
        yield
        connection.rollback()


def is_about_to_write(evening: Evening) -> bool:
    """Whether a worker has come to the writing of a pairing and waits for the event's stream."""
    query = """
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND EXISTS (SELECT 1 FROM tournaments_pairingjob WHERE step = 'writing')
    """
    with psycopg.connect(evening.database_url) as connection:
        return connection.execute(query).fetchone() is not None


def its_time_runs_out(evening: Evening) -> None:
    """The time for which the dead worker held the pairing is over, which the test doesn't wait for."""
    with psycopg.connect(evening.database_url) as connection:
        done = connection.execute(
            "UPDATE tournaments_pairingjob SET held_until = now() - interval '1 s' WHERE held_until > now()"
        )
        assert done.rowcount == 1


def is_paired(evening: Evening) -> bool:
    with psycopg.connect(evening.database_url) as connection:
        return connection.execute("SELECT 1 FROM tournaments_pairingjob WHERE step = 'done'").fetchone() is not None


@pytest.mark.slow
def test_round_whose_worker_was_killed_is_paired_once(evening: Evening) -> None:
    with stream_locked(evening):
        evening.worker.start()
        said(evening, "ask")
        wait_until(lambda: is_about_to_write(evening), what="the worker is in the middle of pairing", seconds=SECONDS)
        evening.worker.kill()
    evening.redis.stop()  # and with it goes the task that another worker would have been given
    assert said(evening, "stored") == {
        "jobs": [["writing", 1]],
        "rounds": [[1, "published"]],
        "games": 0,
        "facts": [],
        "verified": True,
    }

    evening.redis.start()
    its_time_runs_out(evening)
    evening.beat.start()
    evening.worker.start()
    wait_until(lambda: is_paired(evening), what="the round is paired", seconds=SECONDS)
    assert said(evening, "stored") == {
        "jobs": [["done", 2]],
        "rounds": [[1, "published"], [2, "published"]],
        "games": 2,
        "facts": ["round.drafted", "round.published"],
        "verified": True,
    }
