"""Requests by view, method and status, and how long they took."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Counter, Histogram

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.005, 0.02, 0.1, 0.3, 1, 3, 10)

REQUESTS = Counter("magistrar_requests", "Requests answered.", ["view", "method", "status"])
DURATIONS = Histogram("magistrar_request_seconds", "Seconds until the answer began.", ["view"], buckets=SECONDS)

# Finding a label's values by name takes longer than counting: what was found is kept. Views and statuses are few.
_counted: dict[tuple[str, str | None, int], Any] = {}
_timed: dict[str, Any] = {}


def request_count(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Count an answered request."""
    view, method, status = view_of(request), request.method, response.status_code
    counted = _counted.get((view, method, status))
    if counted is None:
        counted = REQUESTS.labels(view, method if method in METHODS else "other", str(status))
        if method in METHODS:  # of the names that visitors make up none is kept
            _counted[view, method, status] = counted
    counted.inc()
    timed = _timed.get(view)
    if timed is None:
        timed = _timed[view] = DURATIONS.labels(view)
    timed.observe(seconds)


def view_of(request: HttpRequest) -> str:
    """The name of the view that an address leads to; "static" for a file, "none" for what leads nowhere."""
    match = request.resolver_match
    if match is not None:
        return match.view_name or "unnamed"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"
