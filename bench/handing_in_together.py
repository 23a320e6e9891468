"""Hand-ins of two processes at once: `python -m bench.handing_in_together [--games N] [--turns N]`.

On a PostgreSQL of its own that writes for good (fsync and synchronous_commit on). Each process hands records in by the
service, one after the other, as a web process does: one process in one event, two in one event, two in an event each.
Prints how many a second, what each cost in processor time (that of the database's processes too), what two events
at once gain over one, and for how long a hand-in keeps all others of its event waiting, the commit included. The best
of the turns counts, as others may use the machine too: the load is printed with them.
Exit status 1 where it is less than wanted.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.services.postgresql import DURABLE, fresh_database, postgresql

if TYPE_CHECKING:
    from multiprocessing import Queue

GAMES, TURNS, WARM_UP = 150, 3, 10
WANTED_MS, WANTED_IN_ONE_EVENT, WANTED_IN_TWO, WANTED_GAIN = 15, 60, 100, 1.6
TICKS = os.sysconf("SC_CLK_TCK")
SPAWN = multiprocessing.get_context("spawn")

LOCKING = ('SELECT "shared_stream"', 'UPDATE "shared_stream"')

HandIn = tuple[str, str, bytes]
"""The entry of a link that hands in, the game, and the document."""


class Measured(NamedTuple):
    """How many a second were handed in; of each the processor time, and the time (half of them are quicker) for which
    the event's stream was locked, in seconds."""

    rate: float
    cost: float
    locked: float


class StreamWatch:
    """A wrapper of the database's statements that notes when a stream was locked: by reading it or by moving it on."""

    def __init__(self) -> None:
        self.since: float | None = None

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        answer = execute(sql, params, many, context)
        if self.since is None and sql.startswith(LOCKING) and context["cursor"].rowcount:
            self.since = time.monotonic()
        return answer


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def site() -> Iterator[None]:
    """The site in this process, without the tasks that follow a result."""
    import django

    django.setup()
    from magistrar_site.shared.enqueue import no_tasks

    with no_tasks():
        yield


def prepare(events: int, games: int) -> list[list[HandIn]]:
    """Make the tables and so many events with a published round; for each what is to be handed in."""
    with site():
        from django.conf import settings
        from django.core.management import call_command

        from games.engine.systems.magistrar.documents import encode_document
        from games.engine.systems.magistrar.random_player import random_record
        from tests.evening import Evening, entry_at, game_of

        call_command("migrate", verbosity=0)
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        rng, evening, of_events = random.Random(7), Evening(), []
        for number in range(events):
            names = tuple(f"Player {chr(65 + number)} {place:04} Brandt" for place in range(2 * games))
            event = evening.started(names, preset="swiss-evening", name=f"Evening {number}")
            hand_ins = []
            for match in evening.publish(event, 1):
                record = random_record(rng, starter="white" if game_of(match).starter == 1 else "black")
                hand_ins.append((entry_at(match, 0).key, game_of(match).key, encode_document(record)))
            of_events.append(hand_ins)
        return of_events


def hand_in(hand_ins: Sequence[HandIn], ready: Barrier, took: Queue[tuple[float, float, list[float]]]) -> None:
    """Hand everything in, after a few to warm up; tells when it ended, the processor time of this process, and for how
    long each locked the stream."""
    with site():
        from django.db import connection
        from django.utils import timezone

        from magistrar_site.shared.acts import Act, Actor
        from tournaments.services.results.hand_in import result_submit

        def submit(entry: str, game: str, body: bytes) -> None:
            act = Act(actor=Actor("link", entry), at=timezone.now())
            result_submit(act=act, game_key=game, body=body, idempotency_key=game)

        try:
            for each in hand_ins[:WARM_UP]:
                submit(*each)
        except BaseException:
            ready.abort()
            raise
        ready.wait()
        ready.wait()
        locked: list[float] = []
        computed, watch = time.process_time(), StreamWatch()
        with connection.execute_wrapper(watch):
            for each in hand_ins[WARM_UP:]:
                watch.since = None
                submit(*each)
                assert watch.since is not None
                locked.append(time.monotonic() - watch.since)
        took.put((time.monotonic(), time.process_time() - computed, locked))


def server_processes(url: str) -> list[int]:
    """The database's processes: the one that started first, then those that it started."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        main = _parent(connection.info.backend_pid)
    others = (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))
    return [main, *(process for process in others if _parent(process) == main)]


def _parent(process: int) -> int:
    return int((_stat(process) or ["", "0"])[1])


def _stat(process: int) -> list[str]:
    """The system's line about a process, from its state on; empty where it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def computed_by(processes: Sequence[int]) -> float:
    """Processor seconds so far: of the first process with those that it waited for, and of the others."""
    first, *others = (_stat(process) for process in processes)
    return (sum(map(int, first[11:15])) + sum(sum(map(int, stat[11:13])) for stat in others)) / TICKS


def measure(url: str, parts: Sequence[Sequence[HandIn]]) -> Measured:
    """A process for each part hands it in, all at once."""
    ready, took = SPAWN.Barrier(len(parts) + 1), SPAWN.Queue()
    workers = [SPAWN.Process(target=hand_in, args=(part, ready, took)) for part in parts]
    for worker in workers:
        worker.start()
    ready.wait(120)
    server = server_processes(url)
    before = computed_by(server)
    ready.wait(120)
    started = time.monotonic()
    answers = [took.get(timeout=300) for _part in parts]
    seconds = max(ended for ended, _computed, _locked in answers) - started
    computed = computed_by(server) - before + sum(computed for _ended, computed, _locked in answers)
    locked = median(each for _ended, _computed, of_process in answers for each in of_process)
    for worker in workers:
        worker.join()
    number = sum(len(part) - WARM_UP for part in parts)
    return Measured(number / seconds, computed / number, locked)


def turn(server_url: str, games: int) -> tuple[Measured, Measured, Measured]:
    """One process in one event, two in one event, two in an event each."""
    with fresh_database(server_url) as url:
        os.environ["DATABASE_URL"] = url
        with ProcessPoolExecutor(1, mp_context=SPAWN) as pool:
            alone, shared, one, other = pool.submit(prepare, 4, games).result()
        half = len(shared) // 2
        return measure(url, [alone]), measure(url, [shared[:half], shared[half:]]), measure(url, [one, other])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help="games of each event")
    parser.add_argument("--turns", type=int, default=TURNS)
    options = parser.parse_args()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "magistrar_site.settings", "STATIC_COLLECTED": "0", "SECRET_KEY": "bench"}
    os.environ.pop("REDIS_URL", None)
    turns = []
    with postgresql({**DURABLE, "max_connections": "40"}) as server_url:
        for _turn in range(options.turns):
            turns.append(turn(server_url, options.games))
            say(f"load {os.getloadavg()[0]:.1f}: " + ", ".join(f"{each.rate:.0f} a second" for each in turns[-1]))
    alone, shared, apart = (max(each.rate for each in kind) for kind in zip(*turns, strict=True))
    cost = 1000 * min(each.cost for each in (kind for each_turn in turns for kind in each_turn))
    locked = [1000 * min(each.locked for each in kind) for kind in zip(*turns, strict=True)]
    gain = max(apart.rate / alone.rate for alone, _shared, apart in turns)
    say(f"one event, one process: {alone:.0f} a second")
    say(f"one event, two processes: {shared:.0f} a second (wanted {WANTED_IN_ONE_EVENT})")
    say(f"two events, two processes: {apart:.0f} a second (wanted {WANTED_IN_TWO})")
    say(f"two events at once gain {gain:.2f} times (wanted {WANTED_GAIN})")
    say(f"each costs {cost:.1f} ms of processor time, the database's included (wanted {WANTED_MS})")
    say(f"each locks its event for {locked[0]:.1f} ms, and {locked[1]:.1f} ms where two hand in at once")
    holds = shared >= WANTED_IN_ONE_EVENT and apart >= WANTED_IN_TWO and gain >= WANTED_GAIN and cost <= WANTED_MS
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
