"""Values that many readers ask for at once: made by one of them, and kept in the cache for all."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache

T = TypeVar("T")
CACHE_SECONDS = 24 * 3600
MOST_WAITING = 5.0  # seconds for which a reader waits for what another one makes, then makes it too
LOOK_AGAIN = 0.02  # seconds between two looks for what another process makes
APPS = ("games", "ratings", "tournaments", "leagues", "news", "privacy", "moderation", "upkeep")
MADE_BY = frozenset({".py", ".html", ".svg", ".css", ".js", ".mo", ".md", ".webp"})

_flights: dict[str, Future[Any]] = {}
_flights_guard = threading.Lock()


class _Making(threading.local):
    """The names whose values this thread is making."""

    def __init__(self) -> None:
        self.names: set[str] = set()


_making = _Making()


@lru_cache(maxsize=1)
def release() -> str:
    """A digest of everything that pages are made by. What an earlier release made is neither served nor taken for
    unchanged. Read once in a process."""
    found = hashlib.sha256()
    parts = (
        path
        for folder in (*APPS, "magistrar_site", "templates", "static", "locale", "docs/handbook")
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.suffix in MADE_BY and path.is_file()
    )
    for path in sorted(parts):
        found.update(str(path.relative_to(settings.BASE_DIR)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def cached(name: str, make: Callable[[], T], *, seconds: float = CACHE_SECONDS) -> T:
    """Returns what `make` returns, cached under a name that says everything it depends on. One reader at a time makes
    it, in all processes; the others wait for that, at most `MOST_WAITING` seconds. None isn't cached."""
    if settings.DEBUG:  # who works on a template sees what it makes
        return make()
    key = f"{release()}:{name}"
    found: T | None = cache.get(key)
    if found is not None:
        return found
    if key in _making.names:  # a part under the name of the whole: this thread can't wait for itself
        return make()
    _making.names.add(key)
    try:
        return once(key, lambda: _made_by_one_process(key, make, seconds))
    finally:
        _making.names.discard(key)


def once(name: str, make: Callable[[], T]) -> T:
    """Returns what `make` returns. Threads that ask for the same name meanwhile get the same value, once it is there;
    where it failed, or takes longer than `MOST_WAITING`, each makes its own."""
    with _flights_guard:
        flight = _flights.get(name)
        mine: Future[T] | None = None if flight is not None else Future()
        if mine is not None:
            _flights[name] = mine
    if mine is None:
        assert flight is not None
        return _waited_for(flight, make)
    try:
        value = make()
        mine.set_result(value)
        return value
    finally:
        mine.cancel()  # failed: whoever waits makes its own
        with _flights_guard:
            del _flights[name]


def _waited_for(flight: Future[T], make: Callable[[], T]) -> T:
    try:
        return flight.result(timeout=MOST_WAITING)
    except (CancelledError, TimeoutError):
        return make()


def _made_by_one_process(key: str, make: Callable[[], T], seconds: float) -> T:
    """What another process makes just now, or what `make` does. Without a cache every process makes its own."""
    lock, until = f"{key}:making", time.monotonic() + MOST_WAITING
    while not cache.add(lock, 1, MOST_WAITING):
        time.sleep(LOOK_AGAIN)
        found: T | None = cache.get(key)
        if found is not None:
            return found
        if time.monotonic() > until:
            break
    try:
        value = make()
        if value is not None:
            cache.set(key, value, seconds)
        return value
    finally:
        cache.delete(lock)
