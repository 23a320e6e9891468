"""The register of deletions: digests in the database, and the same in a file that no backup of the database holds. A
database that was restored from before a deletion learns of it from the file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction

from privacy.models import Erasure


def erasure_digest(kind: str, key: str) -> str:
    """The digest that the register keeps of somebody; `kind` is "player" or "user", or "cancelled" for a request to
    delete."""
    return hashlib.sha256(f"{kind}:{key}".encode()).hexdigest()


@transaction.atomic
def erasure_note(*, kind: str, key: str, at: datetime) -> None:
    """Note a deletion in the table now, and in the file once it is done. Twice is once."""
    digest = erasure_digest(kind, key)
    Erasure.objects.get_or_create(digest=digest, defaults={"at": at})
    transaction.on_commit(lambda: file_append({digest: at}))


def register_file() -> Path:
    return Path(settings.ERASURES_FILE)


def file_read() -> dict[str, datetime]:
    """Digests with their times. A line that was cut off, or that nobody wrote like this, is left out."""
    try:
        lines = register_file().read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return {}
    return dict(pair for line in lines if (pair := _read(line)) is not None)


def _read(line: str) -> tuple[str, datetime] | None:
    try:
        said = json.loads(line)
        digest, at = str(said["digest"]), datetime.fromisoformat(said["at"])
    except (ValueError, TypeError, KeyError):
        return None
    is_digest = len(digest) == 64 and set(digest) <= set("0123456789abcdef")
    return (digest, at) if is_digest and at.tzinfo is not None else None


def file_append(entries: Mapping[str, datetime]) -> None:
    """Add to the file what isn't in it yet, each on its own line, and have the disk keep it."""
    new = {digest: at for digest, at in entries.items() if digest not in file_read()}
    if not new:
        return
    file = register_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps({"digest": digest, "at": at.isoformat()}) + "\n" for digest, at in new.items())
    with open(file, "a+b", opener=_for_owner) as stream:
        if stream.tell() and not _ends_with_line(stream.fileno()):
            text = "\n" + text
        stream.write(text.encode())
        stream.flush()
        os.fsync(stream.fileno())


def _for_owner(path: str, flags: int) -> int:
    """Opens a file that nobody but its owner reads."""
    return os.open(path, flags, 0o600)


def _ends_with_line(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    return os.pread(descriptor, 1, size - 1) == b"\n"


def register_merge() -> frozenset[str]:
    """Let table and file hold the same; all digests."""
    table: dict[str, datetime] = dict(Erasure.objects.values_list("digest", "at"))
    written = file_read()
    missing = [Erasure(digest=digest, at=at) for digest, at in written.items() if digest not in table]
    Erasure.objects.bulk_create(missing, ignore_conflicts=True)
    file_append({digest: at for digest, at in table.items() if digest not in written})
    return frozenset({*table, *written})


def is_noted(kind: str, keys: Iterable[str]) -> set[str]:
    """The keys of these that the register has, table and file: a new site may have the file alone so far."""
    digests = {erasure_digest(kind, key): key for key in keys}
    found = {*Erasure.objects.filter(digest__in=digests).values_list("digest", flat=True), *file_read()}
    return {key for digest, key in digests.items() if digest in found}
