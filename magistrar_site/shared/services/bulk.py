"""Writing many rows at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

AT_ONCE = 5_000


def rows_insert(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of plain values: by COPY on PostgreSQL, which takes a fifth of the time."""
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(quote(column) for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        statement = f"INSERT INTO {table} ({names}) VALUES ({', '.join(['%s'] * len(columns))})"
        waiting = iter(rows)
        while together := [tuple(map(_adapted, row)) for row in islice(waiting, AT_ONCE)]:
            cursor.executemany(statement, together)


def _adapted(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def rows_update(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Set columns of rows to plain values; the last of each row is its primary key."""
    quote = connection.ops.quote_name
    changed = ", ".join(f"{quote(column)} = %s" for column in columns)
    statement = f"UPDATE {quote(model._meta.db_table)} SET {changed} WHERE {quote(str(model._meta.pk.column))} = %s"
    waiting = iter(rows)
    with connection.cursor() as cursor:
        while together := [tuple(map(_adapted, row)) for row in islice(waiting, AT_ONCE)]:
            cursor.executemany(statement, together)
