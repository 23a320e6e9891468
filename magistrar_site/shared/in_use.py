"""Who uses the SQLite file. Web processes hold a lock on its folder for as long as they live; restoring takes it for
itself alone, so neither begins beside the other, whatever port or address the site has. Nothing is written for it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from magistrar_site.shared.errors import DomainError

_held: list[int] = []  # descriptors that this process, and those that part from it, keep open


def serving_begin() -> None:
    """Say for as long as this process and its children live that the site runs. DomainError `restoring`."""
    if connection.vendor != "sqlite":
        return
    descriptor = _locked(fcntl.LOCK_SH)
    if descriptor is None:
        raise DomainError("restoring", "A backup is being restored here. Start the site when that has ended.")
    _held.append(descriptor)


@contextmanager
def nobody_serves() -> Iterator[None]:
    """Nobody serves the site from the SQLite file, and nobody begins to. DomainError `in_use`."""
    descriptor = _locked(fcntl.LOCK_EX)
    if descriptor is None:
        message = f"The site is running with {connection.settings_dict['NAME']}. End it first (Ctrl+C where it was"
        raise DomainError("in_use", f"{message} started): it would go on with the old file.")
    try:
        yield
    finally:
        os.close(descriptor)


def _locked(how: int) -> int | None:
    """The folder's descriptor with the lock; None where others have it. Where folders can't be locked (some network
    drives) nobody is known."""
    descriptor = os.open(Path(connection.settings_dict["NAME"]).parent, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        pass
    return descriptor
