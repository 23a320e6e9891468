"""The machine: folders, room on the disk, static files, the clock."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from magistrar_site.doctor.finding import Finding, ok, problem, warning
from magistrar_site.shared.models import Fact

LEAST_BYTES, FEW_BYTES = 200_000_000, 2_000_000_000
CLOCKS_APART = timedelta(seconds=30)
OTHERS_MAY = 0o077
MANIFEST = "staticfiles.json"


def folder_findings() -> Iterator[Finding]:
    folder = Path(settings.DATA_DIR)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        yield problem(
            "data_dir",
            f"{folder} can't be written: {error.strerror or error}",
            f"Give it to the user that the site runs as: chown -R USER {folder}; or name another folder by DATA_DIR.",
        )
    else:
        if folder.stat().st_mode & OTHERS_MAY and any(folder.glob("*.sqlite3")):
            yield warning("data_dir", f"Others on this machine may read {folder}.", f"chmod -R go= {folder}")
        else:
            yield ok("data_dir", f"{folder} can be written.")
    yield from _erasures(Path(settings.ERASURES_FILE))


def _erasures(path: Path) -> Iterator[Finding]:
    may = os.access(path, os.R_OK | os.W_OK) if path.exists() else os.access(path.parent, os.W_OK)
    if path.parent.exists() and not may:
        yield problem(
            "erasures_file",
            f"{path} can't be read and written: who is deleted would come back from a backup.",
            "Give it to the user that the site runs as, or name another file by ERASURES_FILE.",
        )


def disk_findings() -> Iterator[Finding]:
    folder = Path(settings.DATA_DIR)
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    room = f"{free / 1e9:.1f} GB are free on the disk of {settings.DATA_DIR}"
    if free < LEAST_BYTES:
        yield problem("disk", f"{room}: soon nothing can be saved.", "Delete what isn't needed, or get a larger disk.")
    elif free < FEW_BYTES:
        yield warning("disk", f"{room}.", "An upgrade may need four times the size of the database.")
    else:
        yield ok("disk", f"{room}.")


def static_findings() -> Iterator[Finding]:
    if not settings.STATIC_COLLECTED:
        return
    root, collect = Path(settings.STATIC_ROOT), "manage.py collectstatic --no-input, then start the site anew."
    try:
        collected: dict[str, str] = json.loads((root / MANIFEST).read_text(encoding="utf-8"))["paths"]
    except FileNotFoundError:
        yield problem("static", f"No static files are collected in {root}: every page fails.", collect)
        return
    except (OSError, ValueError, KeyError) as error:
        yield problem("static", f"The static files in {root} can't be read: {error}", collect)
        return
    sources = [
        (Path(getattr(storage, "prefix", None) or "", name).as_posix(), Path(storage.path(name)))
        for finder in get_finders()
        for name, storage in finder.list([])
    ]
    missing = [name for name, _source in sources if not (root / collected.get(name, " ")).is_file()]
    if missing:
        yield problem(
            "static", f"{len(missing)} static files are missing in {root} (the first: {missing[0]}).", collect
        )
        return
    old = [name for name, source in sources if not _is_copy(root / name, source)]
    if old:
        yield problem("static", f"The static files in {root} are another version's.", collect)
    else:
        yield ok("static", f"{len(sources)} static files are collected.")


def _is_copy(path: Path, source: Path) -> bool:
    return path.is_file() and path.read_bytes() == source.read_bytes()


def clock_findings() -> Iterator[Finding]:
    here = timezone.now()
    newest = Fact.objects.aggregate(at=Max("at"))["at"]
    if newest is not None and newest - here > CLOCKS_APART:
        yield problem(
            "clock",
            f"This machine's clock says {here:%Y-%m-%d %H:%M} UTC, but something happened at "
            f"{newest:%Y-%m-%d %H:%M} UTC.",
            "Set the clock, and let it be kept right (timedatectl set-ntp true).",
        )
        return
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            there: datetime = cursor.fetchone()[0].astimezone(UTC)
        if abs(there - timezone.now()) > CLOCKS_APART:
            yield problem(
                "clock",
                f"The clocks of this machine and the database's differ ({here:%H:%M:%S} and {there:%H:%M:%S} UTC).",
                "Let both be kept right (timedatectl set-ntp true).",
            )
            return
    yield ok("clock", f"The clock says {here:%Y-%m-%d %H:%M} UTC.")
