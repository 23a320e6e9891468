"""Makes a backup: the database at one moment, checked on the finished copy. Only a whole file gets a backup's name."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from magistrar_site.shared.errors import DomainError
from magistrar_site.version import VERSION
from upkeep.enums import BackupResult
from upkeep.models import BackupRun
from upkeep.selectors.beside import SECRET, beside_of, is_key_kept
from upkeep.services.backups.archive import (
    DATABASE,
    FORMAT,
    Manifest,
    Verdict,
    archive_extract,
    archive_write,
    digest_of,
    fingerprint,
    name_of,
    time_of,
    verdict_add,
)
from upkeep.services.backups.keep import Keeping, kept_times
from upkeep.services.backups.rows import snapshot_write
from upkeep.services.backups.verify import copy_verify

log = logging.getLogger(__name__)

LOCK, WORKING = ".lock", ".making-"
RETRY = timedelta(hours=1)  # after one that failed
ENDED = timedelta(minutes=10)  # after one that this machine began and nobody makes any more
VANISHED = timedelta(hours=12)  # one that another machine began and never ended
MOST_RUNS = 200  # rows that stay


@contextmanager
def folder_alone(folder: Path) -> Iterator[None]:
    """One process at a time makes backups in the folder, which is its owner's alone. DomainError `backup_runs`."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DomainError("backup_runs", "Another backup is being made.") from None
    else:
        yield
    finally:
        os.close(descriptor)


def backup_due(*, slot: str, now: datetime) -> BackupRun | None:
    """Make the backup of a slot, unless it is made or another process makes it; None then. One that failed is tried
    again after an hour."""
    folder = Path(settings.BACKUP_DIR)
    try:
        with folder_alone(folder):
            run = _claimed(slot, now)
            return None if run is None else _made(run, folder, now)
    except DomainError as error:
        if error.code == "backup_runs":
            return None
        raise


def backup_begin(*, slot: str) -> None:
    """As `backup_due`, in a process of its own that nobody waits for. One that is lost is begun anew."""
    subprocess.Popen(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup", "--slot", slot],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=None,  # what fails is in the log of the worker
        start_new_session=True,
    )


def backup_make(*, at: datetime, folder: Path | None = None, tail: str = "") -> BackupRun:
    """Make a backup now, in the folder of backups or another one. DomainError `backup_runs`, `not_migrated`,
    `not_verified`; OSError."""
    folder = folder or Path(settings.BACKUP_DIR)
    with folder_alone(folder):
        run = BackupRun.objects.create(slot=f"now:{at.isoformat()}", machine=socket.gethostname(), begun_at=at)
        return _made(run, folder, at, tail)


def is_to_make(slot: str, now: datetime) -> bool:
    """Whether the backup of a slot isn't made and nobody is known to make it."""
    run = BackupRun.objects.filter(slot=slot).first()
    return run is None or _is_to_make_again(run, now)


def _is_to_make_again(run: BackupRun, now: datetime) -> bool:
    if run.result == BackupResult.FAILED:
        return (run.ended_at or run.begun_at) <= now - RETRY
    patience = ENDED if run.machine == socket.gethostname() else VANISHED  # whoever has the folder knows that none runs
    return run.result == BackupResult.RUNNING and run.begun_at <= now - patience


def _claimed(slot: str, now: datetime) -> BackupRun | None:
    machine = socket.gethostname()
    run, is_new = BackupRun.objects.get_or_create(slot=slot, defaults={"machine": machine, "begun_at": now})
    if is_new:
        return run
    if not _is_to_make_again(run, now):
        return None
    taken = BackupRun.objects.filter(pk=run.pk, begun_at=run.begun_at, result=run.result).update(
        machine=machine, begun_at=now, ended_at=None, result=BackupResult.RUNNING, problem=""
    )
    return BackupRun.objects.get(pk=run.pk) if taken else None


def _made(run: BackupRun, folder: Path, at: datetime, tail: str = "") -> BackupRun:
    """Make it, and note in its row how it went, whatever happens."""
    try:
        path, verdict = _written(folder, at, tail)
    except Exception as error:
        run.result = BackupResult.FAILED
        run.problem = _first_line(str(error.message if isinstance(error, DomainError) else error) or repr(error))
        log.exception("backup failed")
        with suppress(DatabaseError):  # what went wrong first is what is told
            _noted(run)
        raise
    run.result = BackupResult.VERIFIED if verdict.holds else BackupResult.DIFFERS
    run.file, run.folder, run.size = path.name, str(folder.resolve()), path.stat().st_size
    run.events, run.leagues, run.differences = verdict.events, verdict.leagues, verdict.differences
    if not verdict.holds:
        log.error("what is in the backup doesn't hold", extra={"differences": len(verdict.differences)})
    _noted(run)
    _old_delete(folder)
    return run


def _first_line(text: str) -> str:
    """What a database says further down may name people."""
    return text.strip().splitlines()[0][:500]


def _noted(run: BackupRun) -> None:
    run.ended_at = timezone.now()
    run.save()
    kept = BackupRun.objects.order_by("-begun_at", "-pk").values_list("pk", flat=True)[:MOST_RUNS]
    BackupRun.objects.exclude(pk__in=list(kept)).delete()


def _written(folder: Path, at: datetime, tail: str) -> tuple[Path, Verdict]:
    _migrated_or_refuse()
    for left in folder.glob(f"{WORKING}*"):  # by processes that ended meanwhile
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=WORKING, dir=folder) as name:
        work = Path(name)
        draft, checked = work / "draft", work / "checked"
        checked.mkdir(mode=0o700)
        files, rows = {DATABASE: work / DATABASE}, snapshot_write(work / DATABASE)
        files |= {name: path for name, path in _beside().items() if path.is_file()}
        manifest = Manifest(
            format=FORMAT,
            version=VERSION,
            made_at=at,
            kind="sqlite" if connection.vendor == "sqlite" else "postgresql",
            migrations=applied_migrations(),
            rows=rows,
            digests={name: digest_of(path) for name, path in files.items()},
            secret=fingerprint(settings.SECRET_KEY),
        )
        archive_write(draft, manifest, files)
        files[DATABASE].unlink()  # two copies at once are enough for any disk
        found = archive_extract(draft, manifest, checked)
        verdict = copy_verify(found[DATABASE], beside=checked)
        verdict_add(draft, verdict)
        target = folder / name_of(at, tail)
        draft.rename(target)
    _folder_sync(folder)
    return target, verdict


def _beside() -> dict[str, Path]:
    """Files of DATA_DIR that are needed too. A key that isn't in them is kept by whoever set it."""
    files = beside_of(Path(settings.DATA_DIR))
    if not is_key_kept():
        del files[SECRET]
    return files


def applied_migrations() -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


def _migrated_or_refuse() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        message = "The database is of another version than the code. Run `manage.py migrate`, then back it up."
        raise DomainError("not_migrated", f"{message} (Before an upgrade: with the old version.)")


def _old_delete(folder: Path) -> None:
    """Delete the backups that the rules don't keep. The newest that was verified stays, and so does whatever another
    name shows to be somebody's own."""
    files = {at: path for path in folder.iterdir() if path.name == name_of(at := time_of(path.name) or _NEVER)}
    kept = kept_times(files, Keeping(**settings.BACKUP_KEEP), ZoneInfo(settings.TIME_ZONE))
    good = BackupRun.objects.filter(result=BackupResult.VERIFIED, file__in=[path.name for path in files.values()])
    newest_good = good.order_by("-begun_at").values_list("file", flat=True).first()
    for at, path in files.items():
        if at not in kept and path.name != newest_good:
            path.unlink(missing_ok=True)


_NEVER = datetime(1, 1, 1, tzinfo=ZoneInfo("UTC"))


def _folder_sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
