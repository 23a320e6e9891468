"""The file of a backup: a zip with the manifest, the database as SQLite whatever it came from, what else is needed for
old links to work, and the verdict on the finished copy.

    manifest.json     version, time, migrations, kind of database, rows, SHA-256 of every other file
    database.sqlite3  every table
    secret_key        where a file of the data folder has it; what is set by SECRET_KEY, or kept elsewhere, isn't in it
    demo.txt          the demo club's sign-in, where there is one
    verdict.json      what verifying the finished file found
"""

from __future__ import annotations

import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from magistrar_site.shared.errors import DomainError
from upkeep.selectors.beside import DEMO, SECRET

FORMAT = 1
MANIFEST, DATABASE, VERDICT = "manifest.json", "database.sqlite3", "verdict.json"
MOST_MANIFEST = 4 * 1024 * 1024
CHUNK = 1024 * 1024
NAME = re.compile(r"magistrar-(\d{8}T\d{6}Z)(-[0-9a-z]+)?\.backup")
_NAME_TIME = "%Y%m%dT%H%M%SZ"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup is. `migrations`: those applied, by app. `digests`: SHA-256 of the other files by their names.
    `secret`: a fingerprint of the secret key, which says whether another key is the same."""

    format: int
    version: str
    made_at: datetime
    kind: Literal["sqlite", "postgresql"]
    migrations: dict[str, list[str]]
    rows: int
    digests: dict[str, str]
    secret: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What verifying a database found: how many events and leagues were looked at, and what doesn't hold."""

    events: int
    leagues: int
    differences: list[str]

    @property
    def holds(self) -> bool:
        return not self.differences


def name_of(at: datetime, tail: str = "") -> str:
    """The name of a backup's file."""
    return f"magistrar-{at.astimezone(UTC):{_NAME_TIME}}{f'-{tail}' if tail else ''}.backup"


def time_of(name: str) -> datetime | None:
    """When the backup of that name was made; None for other files."""
    found = NAME.fullmatch(name)
    return datetime.strptime(found[1], _NAME_TIME).replace(tzinfo=UTC) if found else None


def digest_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def fingerprint(secret: str) -> str:
    """Tells whether two secret keys are the same, and nothing else of them."""
    return hashlib.sha256(f"magistrar backup:{secret}".encode()).hexdigest()[:16]


def archive_write(path: Path, manifest: Manifest, files: Mapping[str, Path]) -> None:
    """Write the file, for its owner's eyes alone, and have the disk keep it."""
    with (
        open(path, "xb", opener=_for_owner) as stream,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
    ):
        archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        for name, source in files.items():
            archive.write(source, name)


def verdict_add(path: Path, verdict: Verdict) -> None:
    """Put the verdict on a finished file into it."""
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(VERDICT, msgspec.json.encode(verdict))
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


def manifest_read(path: Path) -> Manifest:
    """DomainError `no_backup` for a file that is none, `newer_backup` for one of a later kind; OSError."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(MANIFEST) as stream:
            data = stream.read(MOST_MANIFEST)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, ValueError) as error:
        raise DomainError("no_backup", f"{path} is no backup of Magistrar, or only a part of one ({error}).") from None
    try:
        if msgspec.json.decode(data, type=dict)["format"] > FORMAT:
            raise DomainError("newer_backup", _newer(path, "a later version of Magistrar"))
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise DomainError("no_backup", f"{path}: its {MANIFEST} can't be read ({error}).") from None


def _newer(path: Path, version: str) -> str:
    return f"{path} was made by {version}, which is newer than this one. Install that version, then restore it there."


def newer_refuse(path: Path, manifest: Manifest, known: Mapping[str, set[str]]) -> None:
    """DomainError `newer_backup` where its database has migrations that aren't in `known`, this version's own."""
    unknown = [
        f"{app}.{name}"
        for app, names in manifest.migrations.items()
        for name in names
        if name not in known.get(app, set())
    ]
    if unknown:
        message = _newer(path, f"Magistrar {manifest.version}")
        raise DomainError("newer_backup", f"{message} (It has changes of the database unknown here: {unknown[0]}.)")


def archive_extract(path: Path, manifest: Manifest, folder: Path) -> dict[str, Path]:
    """Write the files of a backup into the folder, each with what its digest says. DomainError `broken_backup` where a
    file is missing or another one; OSError."""
    found: dict[str, Path] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            for name, digest in manifest.digests.items():
                if name not in {DATABASE, SECRET, DEMO}:
                    continue
                target, seen = folder / name, hashlib.sha256()
                with archive.open(name) as source, open(target, "xb", opener=_for_owner) as stream:
                    while chunk := source.read(CHUNK):
                        seen.update(chunk)
                        stream.write(chunk)
                if seen.hexdigest() != digest:
                    raise DomainError("broken_backup", f"{path} is damaged: {name} isn't what was backed up.")
                found[name] = target
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, ValueError, NotImplementedError) as error:
        raise DomainError("broken_backup", f"{path} is damaged: {error}.") from None
    if DATABASE not in found:
        raise DomainError("broken_backup", f"{path} is damaged: it has no database.")
    return found


def _for_owner(path: str, flags: int) -> int:
    """Opens a file that nobody but its owner reads."""
    return os.open(path, flags, 0o600)
