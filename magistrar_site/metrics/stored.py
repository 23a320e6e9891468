"""How things stand, looked up when Prometheus asks: the database, Redis, what is due, what is behind."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError

from magistrar_site.celery import app as celery
from magistrar_site.settings.tasks import CONNECT_SECONDS
from magistrar_site.shared.selectors.due import due_waiting, mails_unsent, pulse_of
from magistrar_site.shared.selectors.facts import streams_to_look_at, unfollowed_since
from ratings.selectors.pools import stale_pools
from tournaments.selectors.standings.outdated import stale_events
from upkeep.selectors.backups import backup_state

EVENT = "event:"
MOST_NAMED = 500  # events that are looked at by name; of more, all are


class StoredCollector(Collector):
    """The gauges of the database and of Redis. Where one of them is away, it says so and leaves the rest out."""

    def describe(self) -> Iterable[Metric]:
        return []  # no look at the database when it is registered

    def collect(self) -> Iterator[Metric]:
        yield from _tried("magistrar_database_up", "Whether the database answers.", database_gauges, Error)
        if settings.REDIS_URL:
            away = (RedisError, OSError)
            yield from _tried("magistrar_redis_up", "Whether Redis answers.", queue_gauges, away)


def _tried(name: str, meaning: str, gauges: Any, away: Any) -> list[Metric]:
    try:
        return [GaugeMetricFamily(name, meaning, value=1), *gauges()]
    except away:
        return [GaugeMetricFamily(name, meaning, value=0)]


def database_gauges() -> Iterator[Metric]:
    now, began = timezone.now(), time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    yield _gauge("database_answer_seconds", "How long the database takes to answer.", time.perf_counter() - began)
    yield _gauge("database_bytes", "Size of the database.", database_bytes())
    used = connections_used()
    if used is not None:
        yield _gauge("database_connections", "Connections to the database's server.", used[0])
        yield _gauge("database_connections_most", "Connections that the server allows.", used[1])
    due, mails = due_waiting(now), mails_unsent()
    yield _gauge("due_waiting", "Pieces of work that are due and not done.", due.count)
    yield _gauge("due_waiting_seconds", "For how long the oldest of them has been due.", _age(due.since, now))
    yield _gauge("due_failing", "Pieces of work that failed and are tried again.", due.failing)
    yield _gauge("mails_waiting", "Mails that no mail server has taken yet.", mails.count)
    yield _gauge("mails_waiting_seconds", "Age of the oldest of them.", _age(mails.since, now))
    pulse = pulse_of("due")
    if pulse is not None:
        yield _gauge("due_pulse_seconds", "How long ago what is due was last looked for.", _age(pulse, now))
    backups = backup_state(now=now)
    yield _gauge("backup_well", "Whether the last backup was made, holds, and isn't too old.", float(backups.is_well))
    if backups.made_at is not None:
        yield _gauge("backup_age_seconds", "How long ago the last backup was made.", _age(backups.made_at, now))
        yield _gauge("backup_bytes", "Size of the last backup.", backups.size)
    yield from _stale(now)


def _stale(now: datetime) -> Iterator[Metric]:
    heads = [name.removeprefix(EVENT) for name in streams_to_look_at() if name.startswith(EVENT)]
    stale = GaugeMetricFamily("magistrar_stale", "Things whose tables are older than their facts.", labels=["what"])
    stale.add_metric(["event"], len(stale_events(heads if len(heads) <= MOST_NAMED else None)))
    stale.add_metric(["pool"], len(stale_pools()))
    yield stale
    meaning = "Age of the oldest fact that tables may not follow yet."
    yield _gauge("stale_seconds", meaning, _age(unfollowed_since(), now))


def queue_gauges() -> Iterator[Metric]:
    """Tasks that wait in each queue, and for how long the oldest has; tasks that a worker has taken."""
    waiting = GaugeMetricFamily("magistrar_queue_waiting", "Tasks that no worker has taken yet.", labels=["queue"])
    age = GaugeMetricFamily("magistrar_queue_seconds", "Age of the oldest of them.", labels=["queue"])
    with Redis.from_url(
        celery.conf.broker_url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=CONNECT_SECONDS
    ) as redis:
        for queue in celery.conf.task_queues:
            waiting.add_metric([queue.name], _number(redis.llen(queue.name)))
            age.add_metric([queue.name], _sent_ago(redis.lindex(queue.name, -1)))
        taken = _number(redis.hlen("unacked"))
    yield from (waiting, age, _gauge("queue_taken", "Tasks that a worker has taken and not finished.", taken))


def _sent_ago(message: Any) -> float:
    """Seconds since a message of Celery's was sent; 0 for none, or one without the time (`SentTask`)."""
    if message is None:
        return 0
    sent = json.loads(message).get("headers", {}).get("sent_at")
    return max(0.0, time.time() - sent) if isinstance(sent, int | float) else 0


def database_bytes() -> int:
    if connection.vendor == "sqlite":
        path = Path(str(settings.DATABASES["default"]["NAME"]))
        files = (path, path.with_name(f"{path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.is_file())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def connections_used() -> tuple[int, int] | None:
    """How many connections PostgreSQL has, and may have at most; None for SQLite."""
    if connection.vendor == "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), current_setting('max_connections')::int FROM pg_stat_activity")
        used, most = cursor.fetchone()
    return int(used), int(most)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"magistrar_{name}", meaning, value=value)


def _age(since: datetime | None, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since else 0


def _number(value: Any) -> int:
    return int(value)
