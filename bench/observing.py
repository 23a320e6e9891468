"""How much longer a page takes while its requests are counted for /metrics: `python -m bench.observing [--processes]`.

Requests through the site's whole stack, in one process without a web server: processor time of a page from the cache,
and of one that is made for a reader with a cookie, by a site that counts and by one that doesn't. The two take turns,
so that what else the machine does hits both. `--processes`: numbers are kept as by several web processes, in files.
Exit status 1 where a page that is made takes over 1.1 times as long, or one from the cache over 1.25 times.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

from bench.pages import big_event, say
from bench.whole_pages import Application, request_of

PLAYERS, REQUESTS, TURNS = 60, {"from the cache": 400, "made": 20}, 25
MOST = {"from the cache": 1.25, "made": 1.1}


def microseconds(application: Application, path: str, *, kind: str) -> float:
    """Of processor time for a request."""
    more = {"HTTP_COOKIE": "bench=1"} if kind == "made" else {}
    started = time.process_time()
    for _request in range(REQUESTS[kind]):
        response: Any = application(request_of(path) | more, lambda _status, _headers, _error=None: None)
        b"".join(response)
        response.close()
    return (time.process_time() - started) * 1e6 / REQUESTS[kind]


def site(*, counts: bool) -> Application:
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler

    settings.METRICS_TOKEN = "a token" if counts else ""
    return WSGIHandler()


def measure(event: Any) -> bool:
    counting, plain = site(counts=True), site(counts=False)
    holds = True
    for kind in REQUESTS:
        path = f"/events/{event.slug}/standings/"
        turns = [[microseconds(each, path, kind=kind) for each in (counting, plain)] for _turn in range(TURNS)]
        with_numbers, without = (min(turn[index] for turn in turns) for index in (0, 1))
        holds &= with_numbers / without <= MOST[kind]
        say(f"{path} {kind}: {with_numbers:.0f} µs counted, {without:.0f} µs not: {with_numbers / without:.3f} times")
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", action="store_true")
    with tempfile.TemporaryDirectory() as folder:
        if parser.parse_args().processes:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        django.setup()
        from django.conf import settings

        from magistrar_site.shared.throwaway import throwaway_database

        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        settings.ALLOWED_HOSTS = ["localhost", "testserver"]
        with throwaway_database():
            _evening, event, _dear = big_event(PLAYERS, 1)
            return int(not measure(event))


if __name__ == "__main__":
    sys.exit(main())
