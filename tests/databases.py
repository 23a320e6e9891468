"""The test databases: copies of one that is migrated once, emptied after each test that commits."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection, connections, transaction

ROOT = Path(__file__).resolve().parent.parent
# Tables that say what the code has, not what people did: they stay as the migrations left them.
STAYING = {"django_content_type", "auth_permission", "django_migrations"}


def _digest() -> str:
    """A name for what the migrations make: it changes with them and with the libraries."""
    of_all = hashlib.sha256((ROOT / "constraints.txt").read_bytes())
    for path in sorted(ROOT.glob("*/**/migrations/*.py")):
        of_all.update(path.name.encode() + path.read_bytes())
    return of_all.hexdigest()[:16]


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrate(name: str) -> None:
    """A migrated database of that name, to which nobody is connected."""
    usual = settings.DATABASES["default"]["NAME"], settings.DATABASES["default"]["TEST"]["NAME"]
    settings.DATABASES["default"]["TEST"]["NAME"] = name
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    _use(usual[0])
    settings.DATABASES["default"]["TEST"]["NAME"] = usual[1]


def _use(name: str) -> None:
    """Connect to the database of that name from now on, from every thread."""
    connections["default"].close()
    settings.DATABASES["default"]["NAME"] = name
    connection.settings_dict["NAME"] = name


@contextmanager
def own_database() -> Iterator[None]:
    """This process has a migrated, empty database of its own. SQLite's is a file, so that several connections meet as
    they do in the real one."""
    with _own_file() if connection.vendor == "sqlite" else _own_on_server():
        yield


@contextmanager
def _own_file() -> Iterator[None]:
    folder = ROOT / ".pytest_cache" / "databases"
    template = folder / f"{_digest()}.sqlite3"
    with _alone(folder):
        if not template.exists():
            for old in folder.glob("*.sqlite3*"):
                old.unlink()
            part = template.with_suffix(".part")
            _migrate(str(part))
            part.rename(template)
    own = Path(tempfile.gettempdir()) / f"magistrar-test-{os.getpid()}.sqlite3"
    usual = settings.DATABASES["default"]["NAME"]
    shutil.copyfile(template, own)
    _use(str(own))
    try:
        yield
    finally:
        _use(usual)
        for file in (own, *own.parent.glob(f"{own.name}-*")):
            file.unlink(missing_ok=True)


@contextmanager
def _own_on_server() -> Iterator[None]:
    usual = settings.DATABASES["default"]["NAME"]
    template, own = template_on_server(), f"test_{os.getpid()}"
    with connection.creation._nodb_cursor() as cursor:  # type: ignore[attr-defined] # Django's own way for test databases
        cursor.execute(f'CREATE DATABASE "{own}" TEMPLATE "{template}"')
    _use(own)
    try:
        yield
    finally:
        _use(usual)
        with connection.creation._nodb_cursor() as cursor:  # type: ignore[attr-defined]
            cursor.execute(f'DROP DATABASE "{own}" WITH (FORCE)')


def template_on_server() -> str:
    """The name of a migrated, empty database on the PostgreSQL of DATABASE_URL. The first process makes it."""
    name = f"template_{_digest()}"
    url = urlsplit(os.environ["DATABASE_URL"])
    with _alone(Path(tempfile.gettempdir()) / f"magistrar-{hashlib.sha256(url.geturl().encode()).hexdigest()[:12]}"):
        with psycopg.connect(url.geturl(), autocommit=True) as server:
            made = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if not made:
            part = f"{name}_part"
            _migrate(part)
            with psycopg.connect(url.geturl(), autocommit=True) as server:
                server.execute(f'ALTER DATABASE "{part}" RENAME TO "{name}"')
    return name


def empty(*_of_django: object) -> None:
    """Delete what a test has committed. Django's own way makes content types and permissions anew for each test."""
    tables = sorted(set(connection.introspection.django_table_names(include_views=False)) - STAYING)
    filled = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")" for name in tables)
    with transaction.atomic(), connection.cursor() as cursor:  # references are looked at when it commits
        cursor.execute(filled)
        for (name,) in cursor.fetchall():
            cursor.execute(f'DELETE FROM "{name}"')
