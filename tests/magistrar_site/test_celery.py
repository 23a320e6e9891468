"""Sending tasks and asking the cache while Redis is away, and running tasks in the process."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis as redis_client
from celery import Celery, shared_task
from django.core.cache.backends.redis import RedisCacheClient

from magistrar_site.cache import ANSWERS_WHILE_AWAY, ForgivingRedisCache, cache_outage
from magistrar_site.celery import SentTask, app, broker_outage
from magistrar_site.settings.tasks import caches, celery_options
from tests.services.redis_server import RedisServer, redis_server
from tests.services.waiting import free_port


@pytest.fixture(autouse=True)
def _no_outage() -> Iterator[None]:
    broker_outage.end()
    cache_outage.end()
    yield
    broker_outage.end()
    cache_outage.end()


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


def celery_on(url: str) -> Celery[SentTask]:
    """An application with the site's settings and Redis at `url`."""
    made = Celery("test", task_cls=SentTask, set_as_current=False)
    options = celery_options(redis_url=url, in_process=False)
    made.conf.update({name.removeprefix("CELERY_").lower(): value for name, value in options.items()})
    return made


def nothing(number: int = 0) -> None:
    """What a task does that is only sent."""


def cache_on(url: str) -> ForgivingRedisCache:
    options = dict(caches(redis_url=url)["default"])
    del options["BACKEND"]
    return ForgivingRedisCache(options.pop("LOCATION"), options)


def test_task_that_fails_in_the_process_is_logged_and_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    @shared_task(name="tests.broken")
    def broken() -> None:
        raise RuntimeError("broken task")

    with caplog.at_level(logging.ERROR):
        broken.delay()

    assert any("broken task" in entry.getMessage() for entry in caplog.records)


def test_every_task_of_the_site_is_one_whose_sending_never_fails() -> None:
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith(("celery.", "tests."))}

    assert "magistrar_site.shared.tasks.work_off_due" in ours
    assert [name for name, task in ours.items() if not isinstance(task, SentTask)] == []


def test_sending_without_redis_is_quick_and_does_not_fail(caplog: pytest.LogCaptureFixture) -> None:
    celery = celery_on(f"redis://127.0.0.1:{free_port()}/0")
    task = celery.task(name="tests.lost")(nothing)
    began = time.monotonic()

    for _ in range(20):
        task.delay()

    assert time.monotonic() - began < 10
    assert len([entry for entry in caplog.records if entry.getMessage().startswith("Not sent")]) == 20


def test_sending_to_a_redis_that_does_not_answer_gives_up_soon() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        task = celery_on(f"redis://127.0.0.1:{silent.getsockname()[1]}/0").task(name="tests.unheard")(nothing)
        began = time.monotonic()
        for _ in range(20):
            task.delay()

    assert broker_outage
    assert time.monotonic() - began < 20


def test_sending_with_redis_puts_the_task_into_the_queue(redis: RedisServer) -> None:
    celery = celery_on(redis.url)
    task = celery.task(name="tests.copied_steps")(nothing)

    task.delay(7)

    with celery.connection_for_read() as connection:
        message = connection.SimpleQueue("magistrar").get(timeout=10)
        message.ack()
    assert (message.headers["task"], message.payload[0]) == ("tests.copied_steps", [7])


def test_cache_with_redis_keeps_things(redis: RedisServer) -> None:
    cache = cache_on(redis.url)

    cache.set("a", 1)
    cache.set_many({"b": 2})

    assert (cache.get("a"), cache.get_many(["a", "b"]), cache.has_key("c")) == (1, {"a": 1, "b": 2}, False)
    assert cache.incr("a") == 2
    assert cache.add("a", 3) is False
    assert not cache_outage


def test_cache_is_read_on_after_redis_was_started_anew() -> None:
    with redis_server() as server:
        cache = cache_on(server.url)
        cache.set("a", 1)
        assert cache.get("a") == 1
        server.stop()
        server.start()
        assert cache.get("a", "gone") == "gone"
        assert not cache_outage


def test_answer_that_nobody_read_is_not_taken_for_the_next(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = cache_on(redis.url)
    cache.set_many({"a": "A", "b": "B"})
    client: Any = cache._cache
    connection = client._reader().connection
    monkeypatch.setattr(connection, "read_response", interrupt)
    with pytest.raises(KeyboardInterrupt):
        cache.get("a")
    monkeypatch.undo()
    assert cache.get("b") == "B"


def interrupt() -> None:
    raise KeyboardInterrupt


def test_process_that_parted_from_another_reads_over_its_own_connection(redis: RedisServer) -> None:
    cache = cache_on(redis.url)
    cache.set_many({"a": "A", "b": "B"})
    assert cache.get("a") == "A"
    child = os.fork()
    if not child:
        os._exit(0 if [cache.get("b") for _again in range(200)] == ["B"] * 200 else 1)
    assert [cache.get("a") for _again in range(200)] == ["A"] * 200
    assert os.waitpid(child, 0)[1] == 0


def test_redis_without_room_loses_tasks_and_forgets_and_nobody_minds(caplog: pytest.LogCaptureFixture) -> None:
    with redis_server() as full:
        task = celery_on(full.url).task(name="tests.no_room")(nothing)
        cache = cache_on(full.url)
        with redis_client.Redis.from_url(full.url) as client:
            client.config_set("maxmemory", "1")

        task.delay()
        cache.set("a", 1)

        assert cache.get("a") is None
    assert [entry.getMessage().partition(":")[0] for entry in caplog.records] == [
        "Not sent, the broker is away",
        "The cache is away",
    ]


def test_cache_without_redis_answers_as_an_empty_one() -> None:
    cache = cache_on(f"redis://127.0.0.1:{free_port()}/0")

    def ask_all() -> list[Any]:
        cache_outage.end()
        cache.set("a", 1)
        cache_outage.end()
        return [
            cache.get("a", "default"),
            cache.get("a"),
            cache.get_many(["a"]),
            cache.has_key("a"),
            cache.add("a", 1),
            cache.touch("a"),
            cache.delete("a"),
        ]

    assert ask_all() == ["default", None, {}, False, True, False, False]


def test_cache_that_is_away_is_asked_once_and_then_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = cache_on(f"redis://127.0.0.1:{free_port()}/0")
    cache.get("a")
    assert cache_outage

    def unreachable(*args: Any) -> Any:
        pytest.fail("asked again")

    monkeypatch.setattr(cache._cache, "get_client", unreachable)

    assert cache.get("a", "default") == "default"


def test_every_method_of_the_client_forgives() -> None:
    asked = {name for name in vars(RedisCacheClient) if not name.startswith("_")}

    assert asked - {"get_client"} == set(ANSWERS_WHILE_AWAY)


def test_deadlines_have_a_queue_of_their_own() -> None:
    """A worker takes both queues unless it is told one."""
    assert sorted(app.amqp.queues.consume_from) == ["deadlines", "magistrar"]
    router, work = app.amqp.router, "magistrar_site.shared.tasks.work_off_due"
    assert router.route({}, work)["queue"].name == "deadlines"
    assert router.route({}, "ratings.tasks.run_ratings")["queue"].name == "magistrar"
