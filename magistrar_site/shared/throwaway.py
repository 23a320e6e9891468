"""A database of one's own for a command: empty, in memory, gone afterwards. Nothing reaches the configured one, and no
task is handed to a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from magistrar_site.shared.enqueue import no_tasks

ENGINE = "django.db.backends.sqlite3"


@contextmanager
def throwaway_database() -> Iterator[None]:
    """Within the block the default database of this thread is an empty SQLite in memory with all tables. Tasks don't
    run: whoever wants what they derive calls their services."""
    before = connections[DEFAULT_DB_ALIAS]
    connection = sqlite_connection(":memory:", DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = connection
    try:
        with no_tasks():
            tables_make(connection)
            yield
    finally:
        connections[DEFAULT_DB_ALIAS] = before
        connection.close()


def sqlite_connection(name: str, alias: str) -> BaseDatabaseWrapper:
    """A connection to the SQLite database of that name, with Django's own options, to be opened under an alias."""
    values = {
        "ENGINE": ENGINE,
        "NAME": name,
        "ATOMIC_REQUESTS": False,
        "AUTOCOMMIT": True,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {},
        "TIME_ZONE": None,
        "USER": "",
        "PASSWORD": "",
        "HOST": "",
        "PORT": "",
        "TEST": connections[DEFAULT_DB_ALIAS].settings_dict["TEST"],
    }
    connection: BaseDatabaseWrapper = load_backend(ENGINE).DatabaseWrapper(values, alias)
    return connection


def tables_make(connection: BaseDatabaseWrapper) -> None:
    """The tables as the models have them: as the migrations leave them, and many times quicker."""
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
