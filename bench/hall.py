"""A full hall, with the processes of a server: `python -m bench.hall [--minutes 10] [--phones 500] [--rate 40]`.

So many phones look at an event of 1,000 players every eight seconds, as the pages' script does: half of them at its
first page, a quarter at the standings, a quarter at their own evening, which they fetch whole when there is news. So
many games a minute are handed in by one player and confirmed by the other. Web processes, a worker, beat, PostgreSQL
(fsync and synchronous_commit on), Redis and the phones share the machine.

Prints how long polls and hand-ins took, what failed, how far the tables were behind, and what each process used of a
core. Exit status 1 where it is more than it may be: polls 20 ms (half of them) and 500 ms (99 of 100), hand-ins 1 s
(99 of 100), tables 5 s, nothing failed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import psycopg

from tests.services.postgresql import DURABLE, postgresql
from tests.services.processes import ROOT, Beat, Web, Worker, ended_afterwards
from tests.services.redis_server import redis_server

PLAYERS, PHONES, RATE, MINUTES = 1000, 500, 40, 10
EVERY = 8.0  # seconds between two looks, and up to a quarter more
POLL_HALF, POLL_MOST, HAND_IN_MOST, BEHIND_MOST = 0.020, 0.500, 1.0, 5.0
LOOK_AT_TABLES = 0.25
ANSWER = re.compile(rb'action="(/submissions/[^"]+/answer/)"')
STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
ETAG = re.compile(rb"^etag: *(\S+)", re.IGNORECASE | re.MULTILINE)
KEY = re.compile(r"/[a-z0-9]{12}/")
SECRET = "abcdefghijklmnopqrstuvwxyz012345"  # as a CSRF cookie holds it


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@dataclass
class Table:
    """An open game: its key, the entries and links of its two players, and a legal record."""

    game: str
    entries: tuple[str, str]
    links: tuple[str, str]
    record: str


@dataclass
class Hall:
    """A hall: its parts, and the measurements made in it."""

    slug: str
    event_key: str
    tables: list[Table]
    polls: list[float] = field(default_factory=list)
    news: int = 0
    hand_ins: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)
    waiting: list[tuple[int, float]] = field(default_factory=list)  # facts that no table has yet, and since when


def set_up(players: int) -> Hall:
    """An event with a published round, in the database of the settings."""
    import django

    django.setup()
    from django.conf import settings

    from games.engine.systems.magistrar.documents import encode_document
    from games.engine.systems.magistrar.random_player import random_record
    from magistrar_site.accounts.services.links import link_token
    from magistrar_site.shared.enqueue import no_tasks
    from tests.evening import Evening
    from tournaments.selectors.events import stage_of
    from tournaments.selectors.rounds.matches import matches_of
    from tournaments.services.events.start import event_start
    from tournaments.services.rounds.pair import round_pair
    from tournaments.services.rounds.publish import round_publish

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with no_tasks():
        evening = Evening()
        event = evening.event(tuple(f"Player {number:04} Brandt" for number in range(players)), preset="swiss-evening")
        event = event_start(act=evening.act(), event=event)
        round_ = round_publish(act=evening.act(), round_=round_pair(act=evening.act(), stage=stage_of(event), number=1))
    rng, tables = random.Random(7), []
    for match in matches_of(round_):
        entries = [seat.entry for seat in match.seats.all()]
        if len(entries) < 2:
            continue
        (match_game,) = match.games.all()
        record = random_record(rng, starter="white" if match_game.game.starter == 1 else "black")
        first, second = (entry.key for entry in entries)
        links = link_token(subject=first), link_token(subject=second)
        tables.append(Table(match_game.game.key, (first, second), links, encode_document(record).decode()))
    return Hall(event.slug, event.key, tables)


# --- Phones ----------------------------------------------------------------------------------------------------------
async def asked(origin: str, request: bytes) -> bytes:
    """The whole response to a request on a connection of its own."""
    parts = urlsplit(origin)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        writer.write(request)
        return await asyncio.wait_for(reader.read(), 30)
    finally:
        writer.close()


def request_of(method: str, path: str, *, headers: Sequence[str] = (), body: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers]
    if body:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", body]).encode()


def status_of(response: bytes) -> int:
    found = STATUS.match(response)
    return int(found[1]) if found else 0


async def phone(hall: Hall, origin: str, number: int, until: float, rng: random.Random) -> None:
    """One phone: its page is open, and looks for news until the evening is over."""
    table = hall.tables[number % len(hall.tables)]
    seat = number // len(hall.tables) % 2
    own_page = f"/evening/{table.entries[seat]}/"
    path = (
        f"/live/en/events/{hall.slug}/",
        f"/live/en/events/{hall.slug}/",
        f"/live/en/events/{hall.slug}/standings/",
        f"/live/en/evenings/{table.entries[seat]}/",
    )[number % 4]
    cookie = f"Cookie: magistrar_links={table.links[seat]}"
    tag = ""
    await asyncio.sleep(rng.random() * EVERY)
    while time.monotonic() < until:
        headers = [cookie, "Accept-Encoding: gzip", *([f"If-None-Match: {tag}"] if tag else [])]
        started = time.monotonic()
        response = await tried(hall, origin, request_of("GET", path, headers=headers), path)
        hall.polls.append(time.monotonic() - started)
        status = status_of(response)
        if status not in (200, 304):
            hall.failures.append(f"{status} {path}")
        elif status == 200:
            found = ETAG.search(response)
            is_first, tag = not tag, found[1].decode() if found else ""
            hall.news += not is_first
            if number % 4 == 3 and not is_first:
                page = await tried(hall, origin, request_of("GET", own_page, headers=[cookie]), own_page)
                if status_of(page) != 200:
                    hall.failures.append(f"{status_of(page)} {own_page}")
        await asyncio.sleep(EVERY + rng.random() * EVERY / 4)


async def tried(hall: Hall, origin: str, request: bytes, path: str) -> bytes:
    try:
        return await asked(origin, request)
    except (OSError, TimeoutError) as error:
        hall.failures.append(f"{type(error).__name__} {path}")
        return b""


async def hand_ins(hall: Hall, origin: str, until: float, rate: int, head: Callable[[], Awaitable[int]]) -> None:
    """So many games a minute, evenly: each begins when it is its turn, however long the one before takes."""
    tasks, started = [], time.monotonic()
    for number, table in enumerate(hall.tables):
        begins = started + number * 60 / rate
        if begins > until - 5:
            break
        await asyncio.sleep(max(0.0, begins - time.monotonic()))
        tasks.append(asyncio.create_task(hand_in(hall, origin, table, head)))
    await asyncio.gather(*tasks)


async def hand_in(hall: Hall, origin: str, table: Table, head: Callable[[], Awaitable[int]]) -> None:
    """One player opens the form and hands the record in, the other opens the game and confirms it."""
    first, second = (f"Cookie: csrftoken={SECRET}; magistrar_links={link}" for link in table.links)
    form, page = f"/games/{table.game}/record/", f"/games/{table.game}/"
    await tried(hall, origin, request_of("GET", form, headers=[first]), form)
    fields = {"csrfmiddlewaretoken": SECRET, "text": table.record, "idempotency_key": table.game}
    if not await sent(hall, origin, form, first, fields):
        return
    shown = await tried(hall, origin, request_of("GET", page, headers=[second]), page)
    found = ANSWER.search(shown)
    if found is None:
        hall.failures.append(f"nothing to confirm: {page}")
        return
    if await sent(hall, origin, found[1].decode(), second, {"csrfmiddlewaretoken": SECRET, "answer": "confirm"}):
        hall.waiting.append((await head(), time.monotonic()))


async def sent(hall: Hall, origin: str, path: str, cookie: str, fields: dict[str, str]) -> bool:
    started = time.monotonic()
    response = await tried(hall, origin, request_of("POST", path, headers=[cookie], body=urlencode(fields)), path)
    hall.hand_ins.append(time.monotonic() - started)
    is_done = status_of(response) in (200, 302, 303)
    if not is_done:
        hall.failures.append(f"{status_of(response)} POST {path}")
    return is_done


async def tables(hall: Hall, origin: str, until: float, connection: psycopg.AsyncConnection[Any]) -> None:
    """Sees when the standings that a phone gets have what was confirmed: first the table, then the page of it."""
    path, tag = f"/live/en/events/{hall.slug}/standings/", b""
    in_table: list[tuple[int, float]] = []
    while time.monotonic() < until or hall.waiting or in_table:
        if time.monotonic() > until + 30:
            hall.failures.append(f"{len(hall.waiting) + len(in_table)} results in no table after 30 s")
            return
        row = await (await connection.execute(MADE_FROM, [hall.event_key])).fetchone()
        made_from = row[0] if row else 0
        found = ETAG.search(await tried(hall, origin, request_of("GET", path), path))
        now = time.monotonic()
        if found is not None and found[1] != tag:
            tag = found[1]
            hall.behind += [now - since for _number, since in in_table]
            in_table = []
        in_table += [each for each in hall.waiting if each[0] <= made_from]
        hall.waiting = [each for each in hall.waiting if each[0] > made_from]
        await asyncio.sleep(LOOK_AT_TABLES)


MADE_FROM = (
    "SELECT coalesce(max(t.made_from), 0) FROM tournaments_standingtable t "
    "JOIN tournaments_stage s ON s.id = t.stage_id JOIN tournaments_event e ON e.id = s.event_id WHERE e.key = %s"
)
HEAD = "SELECT number FROM shared_stream WHERE name = %s"


async def evening(hall: Hall, origin: str, database_url: str, minutes: float, phones: int, rate: int) -> None:
    until = time.monotonic() + minutes * 60
    connection = await psycopg.AsyncConnection.connect(database_url, autocommit=True)
    watching = await psycopg.AsyncConnection.connect(database_url, autocommit=True)

    async def head() -> int:
        row = await (await connection.execute(HEAD, [f"event:{hall.event_key}"])).fetchone()
        return int(row[0]) if row else 0

    rng = random.Random(11)
    looking = [phone(hall, origin, number, until, random.Random(rng.random())) for number in range(phones)]
    await asyncio.gather(*looking, hand_ins(hall, origin, until, rate, head), tables(hall, origin, until, watching))
    await connection.close()
    await watching.close()


# --- What it took ----------------------------------------------------------------------------------------------------
def share(values: Sequence[float], part: float) -> float:
    """The value that `part` of the values don't exceed; 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def processor_seconds(pid: int) -> float:
    """The processor time that a process and its children have used so far."""
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(") ", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(fields[1]) == pid or int(folder.name) == pid or int(fields[2]) == pid:
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def report(hall: Hall, seconds: float, used: dict[str, float]) -> int:
    polls, hand_ins_ = hall.polls, hall.hand_ins
    say(
        f"{len(polls):,} polls ({hall.news:,} with news): p50 {share(polls, 0.5) * 1000:.1f} ms, "
        f"p99 {share(polls, 0.99) * 1000:.0f} ms, slowest {share(polls, 1) * 1000:.0f} ms"
    )
    say(
        f"{len(hand_ins_):,} hand-ins and confirmations: p50 {share(hand_ins_, 0.5) * 1000:.0f} ms, "
        f"p99 {share(hand_ins_, 0.99) * 1000:.0f} ms, slowest {share(hand_ins_, 1) * 1000:.0f} ms"
    )
    say(f"tables behind: p50 {share(hall.behind, 0.5):.1f} s, most {share(hall.behind, 1):.1f} s")
    say("of a core: " + ", ".join(f"{name} {value / seconds:.2f}" for name, value in used.items()))
    failures = Counter(KEY.sub("/*/", failure) for failure in hall.failures)
    for failure, times in failures.most_common():
        say(f"failed {times} times: {failure}")
    over = {
        "half of the polls": share(polls, 0.5) > POLL_HALF,
        "99 of 100 polls": share(polls, 0.99) > POLL_MOST,
        "99 of 100 hand-ins": share(hand_ins_, 0.99) > HAND_IN_MOST,
        "tables behind": share(hall.behind, 1) > BEHIND_MOST,
        "something failed": bool(hall.failures),
    }
    for what, is_over in over.items():
        if is_over:
            say(f"more than it may be: {what}")
    return int(any(over.values()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--rate", type=int, default=RATE, help="games handed in a minute")
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--processes", type=int, default=2, help="web processes")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with ExitStack() as stack:
        database_url = stack.enter_context(postgresql(DURABLE))
        redis = stack.enter_context(redis_server())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        variables = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "magistrar_site.settings",
            "DATABASE_URL": database_url,
            "REDIS_URL": redis.url,
            "SECRET_KEY": "only-for-benches",
            "TASKS_IN_PROCESS": "false",
            "STATIC_COLLECTED": "false",
            "SITE_URL": "http://localhost",
            "WEB_WORKERS": str(given.processes),
            "LOG_LEVEL": "WARNING",
            "DATA_DIR": str(folder),
        }
        os.environ.update(variables)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, env=variables, cwd=ROOT, check=True)
        started = time.monotonic()
        hall = set_up(given.players)
        say(f"{len(hall.tables)} games are open, set up in {time.monotonic() - started:.0f} s")
        web, worker, beat = Web(variables, folder), Worker("worker", variables, folder), Beat(variables, folder)
        stack.enter_context(ended_afterwards(web, worker, beat))
        web.start_and_wait()
        worker.start_and_wait()
        beat.start()
        server = {"web": web.pid, "worker": worker.pid, "PostgreSQL": postmaster(database_url), "phones": os.getpid()}
        before = {name: processor_seconds(pid) for name, pid in server.items()}
        began = time.monotonic()
        asyncio.run(evening(hall, web.url, database_url, given.minutes, given.phones, given.rate))
        used = {name: processor_seconds(pid) - before[name] for name, pid in server.items()}
        return report(hall, time.monotonic() - began, used)


def postmaster(database_url: str) -> int:
    """The process of the server, whose children its connections are."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        return int(Path(f"/proc/{row[0]}/stat").read_text().rsplit(") ", 1)[1].split()[1])


if __name__ == "__main__":
    sys.exit(main())
