"""Databases that older versions wrote, migrated in place of the test's."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.utils import load_backend
from pytest_django.plugin import DjangoDbBlocker

from magistrar_site.shared.enqueue import no_tasks
from magistrar_site.shared.throwaway import ENGINE


@contextmanager
def migrated(dump: Path, blocker: DjangoDbBlocker) -> Iterator[str]:
    """The SQLite database of a dump (`*.sql.gz`), migrated, is the default one within the block. Yields the dump."""
    script = gzip.decompress(dump.read_bytes()).decode()
    before = connections[DEFAULT_DB_ALIAS]
    values = {**before.settings_dict, "ENGINE": ENGINE, "NAME": ":memory:", "OPTIONS": {}}
    with blocker.unblock(), no_tasks():
        connections[DEFAULT_DB_ALIAS] = load_backend(ENGINE).DatabaseWrapper(values, DEFAULT_DB_ALIAS)
        try:
            connection.ensure_connection()
            connection.connection.executescript(f"PRAGMA foreign_keys = OFF; {script}; PRAGMA foreign_keys = ON;")
            call_command("migrate", verbosity=0)
            yield script
        finally:
            connection.close()
            connections[DEFAULT_DB_ALIAS] = before
