"""A database copied row by row through Django's models, so from either kind to either kind; SQLite's own way where
that is enough."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model

from magistrar_site.shared.throwaway import sqlite_connection, tables_make

COPY = "copy"  # the alias of a copy while it is open
SOURCE = "copied"  # that of the connection which sees one moment of the database
CHUNK = 2000
Row = tuple[Any, ...]


def models_kept() -> list[type[Model]]:
    """The models of all tables, those of many-to-many fields too."""
    every = apps.get_models(include_auto_created=True)
    return [model for model in every if model._meta.managed and not model._meta.proxy]


def snapshot_write(target: Path) -> int:
    """Write the whole database, as it is at one moment, into a new SQLite file that its owner alone reads. Nobody
    waits meanwhile. Returns how many rows there are."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    if connection.vendor == "sqlite":
        _by_backup_api(target)
    else:
        _by_rows(target)
    with sqlite_file(target) as copy, copy.cursor() as cursor:
        return sum(_count(cursor, model) for model in models_kept())


def _count(cursor: Any, model: type[Model]) -> int:
    cursor.execute(f'SELECT COUNT(*) FROM "{model._meta.db_table}"')
    return int(cursor.fetchone()[0])


def _by_backup_api(target: Path) -> None:
    """In one step: SQLite begins anew wherever somebody writes between two, and writers don't wait for a reader. By a
    connection of its own: one that writes can't be read from."""
    connection.ensure_connection()  # makes the file where there is none
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode = DELETE")  # all of it is in this file


def _by_rows(target: Path) -> None:
    with sqlite_file(target) as copy, _one_moment() as source:
        tables_make(copy)
        MigrationRecorder(copy).ensure_schema()
        rows_copy(source, copy, [*models_kept(), MigrationRecorder.Migration])


@contextmanager
def sqlite_file(path: Path, alias: str = COPY) -> Iterator[BaseDatabaseWrapper]:
    """The SQLite file at `path`, open under an alias."""
    opened = sqlite_connection(str(path), alias)
    connections[alias] = opened
    try:
        yield opened
    finally:
        opened.close()
        del connections[alias]


@contextmanager
def _one_moment() -> Iterator[BaseDatabaseWrapper]:
    """A connection of its own to the PostgreSQL database that sees one moment of it, however long it reads."""
    source = connections[DEFAULT_DB_ALIAS].copy(SOURCE)
    connections[SOURCE] = source
    try:
        with transaction.atomic(using=SOURCE), source.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            _without_limits(cursor)
            yield source
    finally:
        source.close()
        del connections[SOURCE]


def _without_limits(cursor: Any) -> None:
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        cursor.execute(f"SET LOCAL {limit} = 0")


def database_fill(source: BaseDatabaseWrapper) -> int:
    """Replace all rows of the default PostgreSQL database, whose tables are those of the models, by those of `source`:
    wholly or not at all. Returns how many there are."""
    models = models_kept()
    target = connections[DEFAULT_DB_ALIAS]
    with transaction.atomic(), target.cursor() as cursor:
        _without_limits(cursor)
        names = ", ".join(f'"{model._meta.db_table}"' for model in models)
        cursor.execute(f"TRUNCATE {names}")
        copied = rows_copy(source, target, models)
        for statement in target.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
    return copied


def rows_copy(source: BaseDatabaseWrapper, target: BaseDatabaseWrapper, models: Sequence[type[Model]]) -> int:
    """Copy all rows of the models' tables into empty ones; returns how many there were. References are looked at when
    the transaction ends, or not at all (SQLite)."""
    write = _write_to_sqlite if target.vendor == "sqlite" else _write_to_postgresql
    if target.vendor == "sqlite":
        with target.cursor() as cursor:
            cursor.execute("PRAGMA foreign_keys = OFF")
    return sum(write(target, model, _rows(source, target, model)) for model in models)


def _fields(model: type[Model]) -> list[Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def _rows(source: BaseDatabaseWrapper, target: BaseDatabaseWrapper, model: type[Model]) -> Iterator[Row]:
    """The rows of a table as the target's driver takes them."""
    fields = _fields(model)
    into: list[Callable[[Any], Any]] = [_into(field, target) for field in fields]
    found = model._base_manager.using(source.alias).order_by("pk").values_list(*[field.attname for field in fields])
    for row in found.iterator(chunk_size=CHUNK):
        yield tuple(turn(value) for turn, value in zip(into, row, strict=True))


def _into(field: Field[Any, Any], target: BaseDatabaseWrapper) -> Callable[[Any], Any]:
    """What is `None` is NULL: JSON's own null is written nowhere."""
    return lambda value: None if value is None else field.get_db_prep_save(value, connection=target)


def _columns(model: type[Model]) -> str:
    return ", ".join(f'"{field.column}"' for field in _fields(model))


def _write_to_sqlite(target: BaseDatabaseWrapper, model: type[Model], rows: Iterator[Row]) -> int:
    places = ", ".join("?" * len(_fields(model)))
    statement = f'INSERT INTO "{model._meta.db_table}" ({_columns(model)}) VALUES ({places})'
    with transaction.atomic(using=target.alias):
        return max(int(target.connection.executemany(statement, rows).rowcount), 0)


def _write_to_postgresql(target: BaseDatabaseWrapper, model: type[Model], rows: Iterator[Row]) -> int:
    written = 0
    with (
        target.cursor() as cursor,
        cursor.copy(f'COPY "{model._meta.db_table}" ({_columns(model)}) FROM STDIN') as copy,
    ):
        for row in rows:
            copy.write_row(row)
            written += 1
    return written
