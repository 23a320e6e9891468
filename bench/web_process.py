"""A web process as a server runs it: `python -m bench.web_process [--games 10000]`, on PostgreSQL and Redis of its own.

Seeds a database, starts gunicorn with one worker process, and asks it for `REQUESTS` pages, by eight readers at once.
Prints the processor time of the first page and of the same one again, and the memory of the worker (PSS: what it
shares with the process that started it counts half) after these and after all of them. Linux only.

Exit status 1 where the worker takes more than 120 MB, or the first page twice as long as the second.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.request import Request, urlopen

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

from bench.lists import PAGES
from bench.migrations import say
from bench.seeding import seed
from tests.services.postgresql import DURABLE, postgresql
from tests.services.processes import Web, ended_afterwards
from tests.services.redis_server import redis_server

GAMES, REQUESTS, READERS = 10_000, 1_000, 8
MOST_BYTES, MOST_TIMES = 120_000_000, 2.0


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def pss_of(pid: int) -> int:
    """The proportional share of the memory of a process, in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def seconds_of(pid: int) -> float:
    """The processor time that a process with all its threads has used."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


def get(address: str) -> None:
    """Ask as a reader with a cookie does, so that nothing comes whole from the cache."""
    with urlopen(Request(address, headers={"Cookie": "bench=1", "Accept-Encoding": "gzip"})) as response:
        response.read()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database, redis = stack.enter_context(postgresql(DURABLE)), stack.enter_context(redis_server())
        os.environ |= {"DATABASE_URL": database, "REDIS_URL": redis.url, "TASKS_IN_PROCESS": "false"}
        os.environ |= {"SECRET_KEY": "only-for-benches", "WEB_WORKERS": "1", "DATA_DIR": folder}
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        seed(given.games)
        connection.close()
        web = Web(os.environ, Path(folder))
        stack.enter_context(ended_afterwards(web))
        web.start_and_wait()
        return measure(web)


def measure(web: Web) -> int:
    """The exit status."""
    (worker,) = children_of(web.pid)
    address, costs = f"{web.url}/events/", []
    for _again in range(2):
        before = seconds_of(worker)
        get(address)
        costs.append(seconds_of(worker) - before)
    early = pss_of(worker)
    with ThreadPoolExecutor(READERS) as readers:
        list(readers.map(get, (f"{web.url}{PAGES[number % len(PAGES)]}" for number in range(REQUESTS))))
    late = pss_of(worker)
    first, second = costs
    say(f"the first request {first * 1000:.0f} ms, the second {second * 1000:.0f} ms")
    say(f"the worker {early / 1e6:.0f} MB, after {REQUESTS:,} requests {late / 1e6:.0f} MB (PSS)")
    say(f"the process that started it {pss_of(web.pid) / 1e6:.0f} MB")
    return int(late > MOST_BYTES or first > MOST_TIMES * second)


if __name__ == "__main__":
    sys.exit(main())
