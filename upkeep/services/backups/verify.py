"""Whether everything in a database holds: the file, every event, every league."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import msgspec
from django.conf import settings
from django.db import connection

from leagues.selectors.leagues import every_league
from leagues.services.verify import league_verify
from magistrar_site.shared.errors import DomainError
from tournaments.selectors.events import every_event
from tournaments.services.verify.event import event_verify
from upkeep.services.backups.archive import Verdict

MOST_SECONDS = 6 * 60 * 60
_LAST_LETTERS = 2000  # of what a process says that fails


def database_verify() -> Verdict:
    """Of the configured database: each event and league is worked out anew from its facts. A line for each that
    doesn't hold."""
    differences = _file_differences()
    events = leagues = 0
    for event in every_event():
        events += 1
        verdict = event_verify(event=event)
        if not verdict.holds:
            differences.append(f"event {event.slug}: {verdict}")
    for league in every_league():
        leagues += 1
        of_league = league_verify(league=league, with_events=False)
        if not of_league.holds:
            differences.append(f"league {league.club.slug}/{of_league}")
    return Verdict(events=events, leagues=leagues, differences=differences)


def _file_differences() -> list[str]:
    """What SQLite finds wrong with its file, and references that lead nowhere. PostgreSQL sees to both itself."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        said = cursor.fetchone()[0]
        cursor.execute("PRAGMA foreign_key_check")
        lost = cursor.fetchone()
    differences = [] if said == "ok" else [f"file: {said}"]
    return differences + ([f"table {lost[0]}: row {lost[1]} refers to {lost[2]}, which isn't there"] if lost else [])


def copy_verify(database: Path, *, beside: Path) -> Verdict:
    """As `database_verify`, of a SQLite file, in a process of its own that makes room for everything else; it may
    change the file. `beside`: an empty folder for what it writes. DomainError `not_verified`."""
    said = on_copy(["verify_all", "--json", "--gently"], database, beside=beside)
    try:
        return msgspec.json.decode(said, type=Verdict)
    except msgspec.MsgspecError as error:
        raise DomainError("not_verified", f"Verifying the copy ended with: {said[-_LAST_LETTERS:]} ({error})") from None


def on_copy(command: list[str], database: Path, *, beside: Path) -> str:
    """What a command of manage.py says that works on a SQLite file instead of the configured database. DomainError
    `not_verified` where it fails."""
    variables = {
        "DATABASE_URL": f"sqlite:///{quote(str(database.resolve()))}",
        "REDIS_URL": "",
        "TASKS_IN_PROCESS": "true",
        "SECRET_KEY": "for a copy alone",
        "SECRET_KEY_FILE": "",
        "DATABASE_PASSWORD_FILE": "",
        "SECRET_KEY_FALLBACKS": "",
        "DATA_DIR": str(beside),
        "ERASURES_FILE": str(beside / "erasures.jsonl"),
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "magistrar_site.settings",
    }
    try:
        done = subprocess.run(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *command],
            cwd=settings.BASE_DIR,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise DomainError("not_verified", f"{command[0]} took longer than six hours on the copy.") from None
    if done.returncode:
        said = ((done.stderr or done.stdout).strip().splitlines() or [""])[-1][
            -_LAST_LETTERS:
        ]  # what a traceback ends with
        raise DomainError("not_verified", f"{command[0]} failed on the copy: {said}")
    return done.stdout
