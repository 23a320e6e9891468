"""Counts the project's files that an act enters: `python -m bench.traces [--list]`.

A file counts where one of its functions runs; bodies of modules and classes don't count. Two acts from the web, in a
process that has done each before: a player hands in a record, and the organiser pairs a round of a Swiss event. The
answer of each is a redirect, so no page is part of it. Three counts: all files; those but the middleware that each
request passes; and of these those outside the pure cores, where a rule of the game or of pairing has a file of its own.
Exit status 1 where an act enters more than it may.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

ROOT = str(Path(__file__).resolve().parent.parent) + os.sep
OWN = ("games", "leagues", "magistrar_site", "moderation", "privacy", "ratings", "tournaments", "upkeep")
MOST_FILES = {"hand in a record": 45, "pair a round": 30}  # beside the middleware, outside the pure cores
MIDDLEWARE = (
    "magistrar_site/accounts/web/middleware.py",
    "magistrar_site/outage.py",
    "magistrar_site/shared/middleware.py",
    "magistrar_site/shared/proxies.py",
    "magistrar_site/shared/recent_versions.py",
    "magistrar_site/shared/services/mail.py",
    "magistrar_site/shared/whole_pages.py",
)
CORES = ("games/engine/", "tournaments/formats/")
Trace = dict[str, dict[str, None]]
NAMES = ("Anna", "Bert", "Cleo", "Dörte", "Erik", "Frida", "Gert", "Hanna")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def files_entered(act: Callable[[], object]) -> Trace:
    """The functions of the project that are called while `act` runs, in the order of their first calls, by file."""
    calls: Trace = defaultdict(dict)

    def count(frame: Any, event: str, _argument: object) -> None:
        code = frame.f_code
        if (
            event == "call" and code.co_filename.startswith(ROOT) and code.co_flags & 0x2
        ):  # 2: a function (CO_NEWLOCALS)
            path = code.co_filename.removeprefix(ROOT)
            if path.startswith(OWN):
                calls[path].setdefault(code.co_qualname)

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def redirected(response: Any) -> None:
    if response.status_code != 302:
        raise SystemExit(f"{response.status_code}: {response.content[:2000].decode()}")


def traces() -> dict[str, Trace]:
    """The files that each act enters the second time."""
    from tests.evening import Evening, entry_at, game_of, opened

    evening = Evening()
    event = evening.started(NAMES, preset="swiss-evening")
    first, second, *others = evening.publish(event, 1)

    def hand_in(match: Any) -> Trace:
        client = opened(entry_at(match, 0))
        sent = {"text": evening.body(match).decode(), "idempotency_key": match.key}
        address = f"/games/{game_of(match).key}/record/"
        return files_entered(lambda: redirected(client.post(address, sent)))

    def pair(number: int) -> Trace:
        client = evening.browser()
        address = f"/events/{event.slug}/manage/rounds/{number}/pair/"
        return files_entered(lambda: redirected(client.post(address)))

    hand_in(first)
    found = {"hand in a record": hand_in(second)}
    for match in others:
        evening.submit(match)
    for match in (first, second, *others):
        answer(match)
    pair(2)
    evening.publish(event, 2)
    for match in evening.publish(event, 2):
        evening.play(match)
    return found | {"pair a round": pair(3)}


def answer(match: Any) -> None:
    """The opponent confirms what was handed in."""
    from games.models import Submission
    from tests.evening import entry_at, opened

    submission = Submission.objects.get(game__match_game__match=match)
    client = opened(entry_at(match, 1))
    redirected(client.post(f"/submissions/{submission.key}/answer/", {"answer": "confirm"}))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--list", action="store_true", help="print the files in the order in which they are entered, with the functions"
    )
    chosen = options.parse_args()
    django.setup()
    from django.conf import settings
    from django.test.utils import setup_test_environment

    from magistrar_site.shared.enqueue import no_tasks
    from magistrar_site.shared.throwaway import throwaway_database

    setup_test_environment()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with throwaway_database(), no_tasks():
        found = traces()
    counted = {}
    for act, calls in found.items():
        own = [path for path in calls if path not in MIDDLEWARE]
        counted[act] = sum(not path.startswith(CORES) for path in own)
        say(f"{act}: {len(calls)} files, {len(own)} beside the middleware, {counted[act]} outside the pure cores")
        for path, functions in calls.items() if chosen.list else ():
            say(f"  {path}: {', '.join(functions)}")
    return 1 if any(count > MOST_FILES[act] for act, count in counted.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
