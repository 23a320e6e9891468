"""A whole public page for a visitor without cookies, against a bare Django view of the same size.

`python -m bench.whole_pages [--players 200]`. Requests through the site's whole stack, in one process without a web
server: processor time of a page from the cache, and of a view without any middleware that returns as many bytes. The
two take turns, so that what else the machine does hits both. Exit status 1 where the page has less than half the
throughput of the view. With REDIS_URL the cache is Redis:

    python -m tests.services .venv/bin/python -m bench.whole_pages
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.util import setup_testing_defaults

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

from bench.pages import big_event, say

PLAYERS, ROUNDS = 200, 1
REQUESTS, TURNS = 300, 15
LEAST = 0.5  # of the bare view's throughput

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def request_of(path: str) -> dict[str, Any]:
    """The environment of a stranger's request, with the headers that a browser sends."""
    environ: dict[str, Any] = {
        "PATH_INFO": path,
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT_ENCODING": "gzip, deflate, br",
        "HTTP_ACCEPT_LANGUAGE": "de-DE,de;q=0.9,en;q=0.8",
        "HTTP_ACCEPT": "text/html,application/xhtml+xml",
        "HTTP_USER_AGENT": "Mozilla/5.0",
        "REMOTE_ADDR": "192.0.2.7",
    }
    setup_testing_defaults(environ)
    return environ


def answered(application: Application, path: str) -> bytes:
    """The body of the answer; SystemExit where it isn't 200."""
    status: list[str] = []
    response = application(request_of(path), lambda line, _headers, _error=None: status.append(line))
    body = b"".join(response)
    response.close()  # type: ignore[attr-defined] # as a server does
    if not status[0].startswith("200"):
        raise SystemExit(f"{path}: {status[0]}")
    return body


def microseconds(application: Application, path: str) -> float:
    """Of processor time for a request."""
    started = time.process_time()
    for _request in range(REQUESTS):
        answered(application, path)
    return (time.process_time() - started) * 1e6 / REQUESTS


def bare_site(body: bytes) -> Application:
    """Django with one view and no middleware."""
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(body)

    addresses = (path("page/", view),)

    class BareHandler(WSGIHandler):
        def get_response(self, request: HttpRequest) -> Any:
            request.urlconf = addresses  # type: ignore[assignment] # as good as a module of them
            return super().get_response(request)

    middleware, settings.MIDDLEWARE = settings.MIDDLEWARE, []
    try:
        return BareHandler()
    finally:
        settings.MIDDLEWARE = middleware


def measure(event: Any) -> bool:
    """Prints what the pages take; whether each has half the throughput of a bare view."""
    from magistrar_site.wsgi import application

    holds = True
    for path in (f"/events/{event.slug}/", f"/events/{event.slug}/standings/", "/", "/events/"):
        body = answered(application, path)
        bare = bare_site(body)
        turns = [(microseconds(application, path), microseconds(bare, "/page/")) for _turn in range(TURNS)]
        page, view = (min(turn[index] for turn in turns) for index in (0, 1))
        holds &= view / page >= LEAST
        say(
            f"{path}: {len(body) / 1024:.1f} KiB, {page:.0f} µs from the cache, {view:.0f} µs for a bare view: "
            f"{view / page:.2f} of its throughput"
        )
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=PLAYERS)
    given = parser.parse_args()
    django.setup()
    from django.conf import settings

    from magistrar_site.shared.throwaway import throwaway_database

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    with throwaway_database():
        _evening, event, _dear = big_event(given.players, ROUNDS)
        return int(not measure(event))


if __name__ == "__main__":
    sys.exit(main())
