"""Sets the service up from a backup: on a machine where nothing is yet, or in place of what is there."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from magistrar_site.settings import environment
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.in_use import nobody_serves
from upkeep.enums import BackupResult
from upkeep.models import BackupRun
from upkeep.selectors.beside import SECRET, beside_of
from upkeep.services.backups.archive import (
    DATABASE,
    Manifest,
    Verdict,
    archive_extract,
    fingerprint,
    manifest_read,
    newer_refuse,
)
from upkeep.services.backups.make import backup_make
from upkeep.services.backups.rows import database_fill, sqlite_file
from upkeep.services.backups.verify import copy_verify, on_copy

# A database that has none of these is one that nobody has used.
SOMETHING = (("accounts", "User"), ("games", "Club"), ("games", "Player"), ("shared", "Fact"))
_TIME = "%Y%m%dT%H%M%SZ"


@dataclass
class Restored:
    """What was restored; `kept`: where what was there before is kept; `secret` says what is to be done about the
    secret key, empty where nothing is."""

    manifest: Manifest
    verdict: Verdict | None
    kept: list[Path] = field(default_factory=list)
    secret: str = ""


def restore(
    *, path: Path, replace: bool, at: datetime, verify: bool = True, say: Callable[[str], None] = lambda _text: None
) -> Restored:
    """Set the configured database up from a backup of either kind of database. What is prepared is prepared beside
    what is there: nothing changes where anything goes wrong.

    DomainError `no_backup`, `newer_backup`, `broken_backup`, `not_empty`, `in_use`, `not_verified`; OSError.
    """
    manifest = manifest_read(path)
    newer_refuse(path, manifest, _known_migrations())
    is_file = connection.vendor == "sqlite"
    with nobody_serves() if is_file else nullcontext():
        is_empty = _is_empty()
        if not is_empty and not replace:
            message = "There is data in this database already. To put the backup in its place: --replace."
            raise DomainError("not_empty", f"{message} What is there now is kept beside it.")
        database = Path(settings.DATABASES["default"]["NAME"]) if is_file else Path(settings.DATA_DIR) / DATABASE
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restoring-", dir=database.parent) as name:
            work = Path(name)
            found = archive_extract(path, manifest, work)
            say("The file is whole. Bringing its database to this version.")
            on_copy(["migrate", "--verbosity", "0"], found[DATABASE], beside=work)
            verdict = None
            if verify:
                say("Verifying every event and league.")
                verdict = copy_verify(found[DATABASE], beside=work)
            _as_one_file(found[DATABASE])
            outcome = Restored(manifest, verdict)
            stamp = at.strftime(_TIME)
            if is_file:
                outcome.kept += _file_replace(found[DATABASE], database, stamp, is_empty=is_empty)
            else:
                outcome.kept += _rows_replace(found[DATABASE], at, is_empty=is_empty)
            for file, target in beside_of(Path(settings.DATA_DIR)).items():
                outcome.kept += _beside_replace(found.get(file), target, stamp, is_empty=is_empty)
    outcome.secret = _said_of_secret(manifest, has_file=SECRET in found)
    BackupRun.objects.filter(result=BackupResult.RUNNING).delete()  # the one that was restored, at its own moment
    return outcome


def _known_migrations() -> dict[str, set[str]]:
    known: dict[str, set[str]] = {}
    for app, name in MigrationLoader(None).disk_migrations:
        known.setdefault(app, set()).add(name)
    return known


def _is_empty() -> bool:
    """Whether nobody has used the database; one that can't be read isn't empty. None is made by looking."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return True
    tables = [apps.get_model(*model)._meta.db_table for model in SOMETHING]
    try:
        there = set(connection.introspection.table_names())
        with connection.cursor() as cursor:
            for table in there.intersection(tables):
                cursor.execute(f'SELECT 1 FROM "{table}" LIMIT 1')
                if cursor.fetchone() is not None:
                    return False
    except DatabaseError:
        return False
    return True


def _as_one_file(database: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")


def _file_replace(new: Path, database: Path, stamp: str, *, is_empty: bool) -> list[Path]:
    """Put the new file in the place of the old, which is kept under another name unless it was empty."""
    connection.close()
    kept: list[Path] = []
    with suppress(sqlite3.Error):  # a file that can't be read is kept as it is
        _as_one_file(database) if database.exists() else None
    for tail in ("", "-wal", "-shm"):
        old = database.with_name(f"{database.name}{tail}")
        if is_empty or not old.exists():
            old.unlink(missing_ok=True)
            continue
        aside = old.with_name(f"{database.name}.before-{stamp}{tail}")
        old.rename(aside)
        kept += [] if tail else [aside]
    new.chmod(0o600)
    new.rename(database)
    return kept


def _rows_replace(new: Path, at: datetime, *, is_empty: bool) -> list[Path]:
    """Put the rows in the place of those that are there, of which a backup is made first."""
    with _nobody_connected():
        kept: list[Path] = []
        if not is_empty:
            run = backup_make(at=at, tail="replaced")
            kept.append(Path(settings.BACKUP_DIR) / run.file)
        call_command("migrate", verbosity=0)
        with sqlite_file(new) as source:
            database_fill(source)
    return kept


@contextmanager
def _nobody_connected() -> Iterator[None]:
    """DomainError `in_use` where processes of the service are connected to the PostgreSQL database."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND application_name = 'magistrar'"
        )
        others = cursor.fetchone()[0]
    if others:
        message = "processes of the service are connected to the database. End web, workers and beat first."
        raise DomainError("in_use", f"{others} {message}")
    yield


def _beside_replace(new: Path | None, target: Path, stamp: str, *, is_empty: bool) -> list[Path]:
    """Put a file of DATA_DIR in its place. One that was there and says something else is kept under another name."""
    if new is None:
        return []
    kept: list[Path] = []
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_empty and target.exists() and target.read_bytes() != new.read_bytes():
        aside = target.with_name(f"{target.name}.before-{stamp}")
        target.rename(aside)
        kept.append(aside)
    new.replace(target)
    return kept


def _said_of_secret(manifest: Manifest, *, has_file: bool) -> str:
    """What to do so that links and QR codes from before still work."""
    file = beside_of(Path(settings.DATA_DIR))[SECRET]
    now = environment.secret("SECRET_KEY") or (file.read_text("ascii").strip() if file.is_file() else "")
    if fingerprint(now) == manifest.secret:
        return ""
    if has_file:
        return (
            f"SECRET_KEY is set here to another key than the backup's, which is now in {file}. Set it to that one "
            f'(SECRET_KEY="$(cat {file})"), or old links, QR codes and sign-ins end.'
        )
    return (
        "The backup was made with another SECRET_KEY, which isn't in it. Set SECRET_KEY to that one, or old links, QR "
        "codes and sign-ins end."
    )
