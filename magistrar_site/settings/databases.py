"""DATABASE_URL -> Django's DATABASES entry. SQLite for one machine, PostgreSQL for anything bigger."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from magistrar_site.settings import environment

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"


def database(data_dir: Path) -> dict[str, Any]:
    """The one database. ImproperlyConfigured for an engine that the tests don't run on."""
    default = f"sqlite:///{quote(str(data_dir / 'magistrar.sqlite3'))}"
    config = cast("dict[str, Any]", dj_database_url.parse(environment.text("DATABASE_URL", default)))
    options = config.setdefault("OPTIONS", {})
    match config["ENGINE"]:
        case str(engine) if engine == SQLITE:
            folder = Path(config["NAME"]).parent
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise ImproperlyConfigured(
                    f"The folder {folder} can't be made: {error.strerror}. DATA_DIR or DATABASE_URL names it."
                ) from None
            options.update(sqlite_options())
            # Opening the first connection needs room on the disk, one that stays open doesn't: pages are shown when
            # the disk is full.
            config["CONN_MAX_AGE"] = None
        case str(engine) if engine == POSTGRESQL:
            options.update(postgresql_options(options))
            config["PASSWORD"] = environment.secret("DATABASE_PASSWORD") or config["PASSWORD"]
            config["CONN_MAX_AGE"] = environment.number("DATABASE_CONNECTION_AGE", 60)
            config["CONN_HEALTH_CHECKS"] = True
        case engine:
            raise ImproperlyConfigured(f"DATABASE_URL must name SQLite or PostgreSQL, not {engine}.")
    return config


def sqlite_options() -> dict[str, Any]:
    """A transaction takes the write lock when it begins: one that reads first and writes later can't fail half-way
    because another wrote in between. Readers never wait, by the write-ahead log. What is said to be saved is on the
    disk, whatever the power does: each commit waits for it (5 ms instead of 0.2 on a shared virtual disk)."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds that a writer waits for another
        "init_command": (
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; "
            "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;"
        ),
    }


def postgresql_options(given: dict[str, Any]) -> dict[str, Any]:
    """Nothing waits for ever: neither for a connection, nor for a lock, nor for a statement."""
    limits = {
        "statement_timeout": environment.number("DATABASE_STATEMENT_TIMEOUT_MS", 30_000),
        "lock_timeout": environment.number("DATABASE_LOCK_TIMEOUT_MS", 10_000),
        "idle_in_transaction_session_timeout": 60_000,
    }
    return {
        "connect_timeout": given.get("connect_timeout", 5),
        "application_name": given.get("application_name", "magistrar"),
        "options": given.get("options", " ".join(f"-c {name}={value}" for name, value in limits.items())),
    }
