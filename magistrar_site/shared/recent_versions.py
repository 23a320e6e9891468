"""Answers that the database gave a moment ago. Versions of pages are asked for by every reader in a hall; they are
looked up once in `VERSION_SECONDS`, in each process. Readers who wrote something just now have them looked up anew."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest

from magistrar_site.cache import cache_outage
from magistrar_site.shared.public_epoch import public_epoch
from magistrar_site.shared.web_cache import once

T = TypeVar("T")
COOKIE = "magistrar_wrote"  # set for a moment in the browser that sent a form
MOST_REMEMBERED = 2000

_remembered: dict[str, tuple[tuple[int, int], Any]] = {}


def seconds_of_versions() -> float:
    """For how long a version is believed; 0: not at all. While the cache is away nobody could say that an epoch
    ended."""
    return 0 if settings.DEBUG or cache_outage else settings.VERSION_SECONDS


def wrote_just_now(request: HttpRequest) -> bool:
    """Whether this reader sent something in the last seconds."""
    return COOKIE in request.COOKIES


def instant_of_versions(request: HttpRequest) -> tuple[int, int]:
    """The stretch of `VERSION_SECONDS` in which a request came, the same in all processes, and the epoch.
    `seconds_of_versions` is positive."""
    instant: tuple[int, int] | None = getattr(request, "instant_of_versions", None)
    if instant is None:
        instant = int(time.time() / settings.VERSION_SECONDS), public_epoch()
        request.instant_of_versions = instant  # type: ignore[attr-defined] # asked once in a request
    return instant


def recent(request: HttpRequest, name: str, look_up: Callable[[], T]) -> T:
    """The value that `look_up` returned a moment ago, or returns now: a copy of the reader's own. `name` says what is
    looked up."""
    if not seconds_of_versions():
        return look_up()
    instant = instant_of_versions(request)
    if wrote_just_now(request):
        value = look_up()
    else:
        known = _remembered.get(name)
        if known is not None and known[0] == instant:
            return _copied(known[1])
        value = once(f"{name}:{instant}", look_up)
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    _remembered[name] = instant, value
    return _copied(value)


def _copied(value: T) -> T:
    """A shallow copy, whose model instances a request may set attributes of."""
    return copy.copy(value)
