"""Rate limits, counted in fixed windows, and said in every response."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from magistrar_site.shared.counts import counts
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.proxies import address_counted

BUSY_SECONDS = 300  # should the process end meanwhile
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def rate_read(rate: str) -> tuple[int, int]:
    """ "600/min" as (600, 60): how many requests, and in how many seconds."""
    number, period = rate.split("/")
    return int(number), SECONDS[period[0]]


class RateLimit(BaseThrottle):
    """Counts the requests of an account, a personal link or an address. A view names another limit than the usual by
    `throttle_scope`. The limit's state goes to the request, for the headers (draft-ietf-httpapi-ratelimit-headers)."""

    def __init__(self) -> None:
        self.left_in_window = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        who = self._who(request)
        scope = getattr(view, "throttle_scope", None) or ("anon" if who.startswith("address:") else "user")
        limit, seconds = rate_read(str(api_settings.DEFAULT_THROTTLE_RATES[scope]))
        now = int(time.time())
        window = now // seconds
        self.left_in_window = (window + 1) * seconds - now
        count = counted(f"rate:{scope}:{who}:{window}", seconds)
        request._request.rate_headers = {  # type: ignore[attr-defined] # read when the response is finished
            "RateLimit-Policy": f'"{scope}";q={limit};w={seconds}',
            "RateLimit": f'"{scope}";r={max(0, limit - count)};t={self.left_in_window}',
        }
        return count <= limit

    def wait(self) -> float:
        return self.left_in_window

    def _who(self, request: Request) -> str:
        if request.user and request.user.is_authenticated:
            return f"account:{request.user.pk}"
        subject = getattr(request.auth, "subject", None)
        return f"link:{subject}" if subject else f"address:{_address(request)}"


def counted(key: str, seconds: int) -> int:
    """Counts up, and returns how often that was done under this key within its window."""
    counts.add(key, 0, timeout=seconds + 1)
    try:
        return int(counts.incr(key))
    except ValueError:  # it ran out between the two
        return 1


def within_rate(request: HttpRequest, scope: str) -> bool:
    """Counts a page's request by its address; whether the scope's limit leaves room for it."""
    limit, seconds = rate_read(str(api_settings.DEFAULT_THROTTLE_RATES[scope]))
    return counted(f"rate:{scope}:address:{_address(request)}:{int(time.time()) // seconds}", seconds) <= limit


def require_within_rate(request: HttpRequest, scope: str) -> None:
    """DomainError `rate_limited` where the scope's limit leaves no room for a page's request."""
    if not within_rate(request, scope):
        text = _("Too many of these from here. Wait an hour, then try again.")
        raise DomainError("rate_limited", text, status=429)


@contextmanager
def one_at_a_time(who: str, scope: str) -> Iterator[None]:
    """What costs much is done once at a time for an account. DomainError `still_busy` (429) while it is."""
    name = f"busy:{scope}:{who}"
    if not counts.add(name, 1, timeout=BUSY_SECONDS):
        text = _("Your last file is still being read. Wait for that, then try again.")
        raise DomainError("still_busy", text, status=429)
    try:
        yield
    finally:
        counts.delete(name)


def _address(request: HttpRequest | Request) -> str:
    return address_counted(request.META["REMOTE_ADDR"])
