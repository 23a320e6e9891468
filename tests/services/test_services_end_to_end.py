"""Web processes, workers and beat as a server runs them, on PostgreSQL and Redis, and what happens where one of them
goes away: a result sent over HTTP shows in the standings in the end, exactly as if nothing had happened."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
import redis

from tests.services.conftest import Evening
from tests.services.processes import Worker, ended_afterwards
from tests.services.visitor import Visitor
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("services")]

RANK_AND_NAME = re.compile(r"(\d+)\. (.+)")
ANSWER = re.compile(r'action="(/submissions/[^"]+/answer/)"')
# A piece that nobody knows how to do: tried, it is put off.
DUE = """
    INSERT INTO shared_duework (kind, subject, due_at, attempts, last_error)
    VALUES ('unknown', 'x', now() - interval '1 minute', 0, '')
"""
COUNTED = """
    SELECT
        (SELECT coalesce(sum(played), 0) FROM tournaments_standing WHERE table_id =
            (SELECT id FROM tournaments_standingtable ORDER BY after_round DESC LIMIT 1)),
        (SELECT coalesce(sum(games), 0) FROM ratings_rating)
"""
ALL_BACK_SECONDS = 120  # a worker that lost Redis asks again every few seconds; then beat, then the task
PROMPT_SECONDS = 15  # what a visitor waits for at most while Redis is away, on a busy machine


def hand_in_and_confirm(evening: Evening, number: int) -> None:
    """White hands in the record of the game with his personal link, Black confirms it with hers."""
    facts = evening.facts["games"][number]
    white, black = Visitor(evening.web.url), Visitor(evening.web.url)
    white.get(f"/l/{facts['white']}/")
    form = white.get(f"/games/{facts['game']}/record/")
    fields = {"csrfmiddlewaretoken": form.csrf, "text": facts["record"], "idempotency_key": uuid.uuid4().hex}
    handed_in = white.post(f"/games/{facts['game']}/record/", fields)
    assert handed_in.status == 200, handed_in.text
    black.get(f"/l/{facts['black']}/")
    page = black.get(f"/games/{facts['game']}/")
    action = ANSWER.search(page.text)
    assert action, page.text
    confirmed = black.post(action[1], {"csrfmiddlewaretoken": page.csrf, "answer": "confirm"})
    assert confirmed.status == 200, confirmed.text


def standings_shown(evening: Evening) -> list[tuple[int, str, int]]:
    """The public page of standings: rank, name and games played of each row."""
    page = Visitor(evening.web.url).get(f"/events/{evening.facts['slug']}/standings/")
    assert page.status == 200, page.text
    rows = [(RANK_AND_NAME.fullmatch(row[0]), row) for row in page.rows()]
    return [(int(found[1]), found[2], int(row[-2])) for found, row in rows if found]


def is_counted(evening: Evening, *, games: int) -> bool:
    """Whether the newest standings and the ratings have taken in so many games, twice each: once for either player."""
    with psycopg.connect(evening.database_url) as connection:
        return connection.execute(COUNTED).fetchone() == (2 * games, 2 * games)


def assert_as_if_nothing_had_happened(evening: Evening, *, games: int) -> None:
    """Everybody can see the games, and what is stored is what a computation in one go gives."""
    event = evening.facts["event"]
    stored = evening.ask("stored", event)
    assert is_counted(evening, games=games)
    assert standings_shown(evening) == [
        (rank, name, played) for rank, name, _points, played, _rest in stored["standings"]
    ]
    assert evening.ask("recomputed", event) == stored


@contextmanager
def derived_locked(evening: Evening) -> Iterator[None]:
    """Nobody can write standings or ratings while this lasts: a task that wants to, waits in its middle."""
    with psycopg.connect(evening.database_url) as connection:
        connection.execute("SELECT 1 FROM tournaments_stage FOR UPDATE")
        connection.execute("SELECT 1 FROM ratings_pool FOR UPDATE")
        yield
        connection.rollback()


def waits_for_a_lock(evening: Evening) -> bool:
    """Whether somebody waits for a lock in this database."""
    query = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with psycopg.connect(evening.database_url) as connection:
        return connection.execute(query).fetchone() is not None


def test_result_shows_after_a_worker_in_another_process_did_its_work(evening: Evening) -> None:
    evening.web.start_and_wait()

    hand_in_and_confirm(evening, 0)
    assert standings_shown(evening) == []  # the web process derives nothing

    evening.worker.start_and_wait()
    wait_until(lambda: is_counted(evening, games=1), what="the game counts")
    assert_as_if_nothing_had_happened(evening, games=1)


def tasks_waiting(evening: Evening) -> Counter[tuple[str, str]]:
    """How many messages wait in Redis for each task and its arguments."""
    with redis.Redis.from_url(evening.redis.url) as client:
        messages = [json.loads(message)["headers"] for message in client.lrange("magistrar", 0, -1)]
    return Counter((headers["task"], headers["argsrepr"]) for headers in messages)


def was_tried(evening: Evening) -> bool:
    with psycopg.connect(evening.database_url) as connection:
        return connection.execute("SELECT 1 FROM shared_duework WHERE attempts > 0").fetchone() is not None


def test_one_task_waits_for_each_event_and_pool_whatever_comes_in(evening: Evening) -> None:
    """And one more does while the first runs, so that nothing that came in meanwhile is missed: without beat."""
    evening.web.start_and_wait()
    hand_in_and_confirm(evening, 0)
    waiting = tasks_waiting(evening)
    assert set(waiting.values()) == {1}
    assert {"tournaments.tasks.refresh_standings", "ratings.tasks.refresh_ratings"} <= {task for task, _of in waiting}

    with derived_locked(evening):
        evening.worker.start_and_wait()
        wait_until(lambda: waits_for_a_lock(evening), what="the worker is in the middle of a task")
        hand_in_and_confirm(evening, 1)
        assert set(tasks_waiting(evening).values()) == {1}
    wait_until(lambda: is_counted(evening, games=2), what="both games count")
    assert_as_if_nothing_had_happened(evening, games=2)


@pytest.mark.slow
def test_deadlines_wait_behind_no_work_on_tables_and_ratings(evening: Evening) -> None:
    evening.web.start_and_wait()
    hand_in_and_confirm(evening, 0)
    with psycopg.connect(evening.database_url) as connection:
        connection.execute(DUE)
    deadlines = Worker("deadlines", evening.variables, evening.folder, queues="deadlines")
    with ended_afterwards(deadlines), derived_locked(evening):
        evening.worker.start_and_wait()
        wait_until(lambda: waits_for_a_lock(evening), what="the worker is in the middle of a task")
        deadlines.start_and_wait()
        evening.beat.start()
        wait_until(lambda: was_tried(evening), what="what is due was worked off")
        assert waits_for_a_lock(evening)


@pytest.mark.slow
def test_worker_killed_in_the_middle_changes_nothing_in_the_end(evening: Evening) -> None:
    evening.web.start_and_wait()
    hand_in_and_confirm(evening, 0)

    with derived_locked(evening):
        evening.worker.start_and_wait()
        wait_until(lambda: waits_for_a_lock(evening), what="the worker is in the middle of a task")
        evening.worker.kill()
    assert standings_shown(evening) == []

    evening.beat.start()
    evening.worker.start_and_wait()
    wait_until(lambda: is_counted(evening, games=1), what="the game counts", seconds=ALL_BACK_SECONDS)
    assert_as_if_nothing_had_happened(evening, games=1)


@pytest.mark.slow
def test_redis_away_for_a_while_changes_nothing_in_the_end(evening: Evening) -> None:
    evening.web.start_and_wait()
    evening.beat.start()
    evening.worker.start_and_wait()
    hand_in_and_confirm(evening, 0)
    wait_until(lambda: is_counted(evening, games=1), what="the first game counts", seconds=ALL_BACK_SECONDS)

    evening.redis.stop()
    began = time.monotonic()
    hand_in_and_confirm(evening, 1)
    assert time.monotonic() - began < PROMPT_SECONDS
    assert is_counted(evening, games=1)  # the second isn't yet

    evening.redis.start()
    wait_until(lambda: is_counted(evening, games=2), what="the second game counts", seconds=ALL_BACK_SECONDS)
    assert_as_if_nothing_had_happened(evening, games=2)
