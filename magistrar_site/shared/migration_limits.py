"""Lets migrations on PostgreSQL take the time they need: a connection’s limits are meant for requests and tasks."""

from __future__ import annotations

from typing import Any

from django.db import connections

LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout")


def limits_lift(*, using: str = "default", **_signal: Any) -> None:
    """Before migrating: a large table is rewritten by one statement, which may take minutes."""
    _for_each_limit("SET {} = 0", using)


def limits_restore(*, using: str = "default", **_signal: Any) -> None:
    """After migrating: the connection has its own limits again."""
    _for_each_limit("RESET {}", using)


def _for_each_limit(statement: str, using: str) -> None:
    connection = connections[using]
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for name in LIMITS:
            cursor.execute(statement.format(name))
