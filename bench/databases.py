"""A database for a bench: SQLite in memory, or a PostgreSQL of its own that writes as a server does that is used, with
`fsync` and `synchronous_commit` on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django  # the bench has named the settings

from tests.services.postgresql import DURABLE, postgresql


@contextmanager
def fresh(*, on_postgresql: bool) -> Iterator[None]:
    """Within the block the settings' database is an empty one with all tables. To be called once, before Django is set
    up."""
    if not on_postgresql:
        django.setup()
        from django.test.utils import setup_test_environment

        from magistrar_site.shared.throwaway import throwaway_database

        setup_test_environment()
        with throwaway_database():
            yield
        return
    with postgresql(DURABLE) as url:
        os.environ.update(
            DATABASE_URL=url, TASKS_IN_PROCESS="true", SECRET_KEY="only-for-benches", SITE_URL="http://localhost"
        )
        django.setup()
        from django.core.management import call_command
        from django.db import connections
        from django.test.utils import setup_test_environment

        from magistrar_site.shared.enqueue import no_tasks

        setup_test_environment()
        call_command("migrate", verbosity=0)
        try:
            with no_tasks():
                yield
        finally:
            connections.close_all()


def load() -> str:
    """The machine's other work: the load of the last minute, and its cores."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
