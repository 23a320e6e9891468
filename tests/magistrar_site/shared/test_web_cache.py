"""Values that many ask for at once: one reader makes them, whatever else happens to the cache or the maker."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache

from magistrar_site.shared import web_cache
from magistrar_site.shared.web_cache import cached, once, release

READERS = 8


@pytest.fixture
def name() -> str:
    return f"test:{uuid.uuid4().hex}"


def asked_by_many(ask: Callable[[], object], started: threading.Event, go_on: threading.Event) -> list[object]:
    """What each of the readers gets who ask while the first one makes it."""
    with ThreadPoolExecutor(READERS) as readers:
        answers = [readers.submit(ask) for _reader in range(READERS)]
        assert started.wait(5)
        go_on.set()
        return [answer.result(10) for answer in answers]


def test_value_is_made_once_for_all_who_ask_meanwhile(name: str) -> None:
    started, go_on, made = threading.Event(), threading.Event(), []

    def make() -> str:
        made.append(1)
        started.set()
        assert go_on.wait(5)
        return "page"

    assert asked_by_many(lambda: cached(name, make), started, go_on) == ["page"] * READERS
    assert (len(made), cache.get(f"{release()}:{name}")) == (1, "page")


def test_part_under_the_name_of_the_whole_is_made_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_cache, "MOST_WAITING", 60.0)  # a test that waits for itself would be ended

    assert cached(name, lambda: "<" + cached(name, lambda: "part") + ">") == "<part>"


def test_everybody_makes_what_the_first_one_could_not(name: str) -> None:
    made: list[int] = []

    def make() -> str:
        made.append(1)
        if len(made) == 1:
            raise ValueError("the first one")
        return "page"

    with pytest.raises(ValueError, match="the first one"):
        cached(name, make)
    assert cached(name, make) == "page"


def test_waiting_ends_where_another_process_never_finishes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_cache, "MOST_WAITING", 0.1)
    cache.add(f"{release()}:{name}:making", 1, 60)
    assert cached(name, lambda: "page") == "page"


def test_value_of_another_process_is_taken_as_soon_as_it_is_there(name: str) -> None:
    key = f"{release()}:{name}"
    cache.add(f"{key}:making", 1, 60)
    threading.Timer(0.05, lambda: cache.set(key, "theirs")).start()
    assert cached(name, lambda: "mine") == "theirs"


def test_waiting_ends_where_another_thread_takes_too_long(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_cache, "MOST_WAITING", 0.05)
    started, go_on = threading.Event(), threading.Event()

    def slow() -> str:
        started.set()
        go_on.wait(5)
        return "slow"

    with ThreadPoolExecutor(1) as other:
        theirs = other.submit(once, name, slow)
        assert started.wait(5)
        assert once(name, lambda: "mine") == "mine"
        go_on.set()
        assert theirs.result(5) == "slow"
