"""What many tests begin with is done once in a process and copied from then on: an account, a club, an event, a round.

The services do each step for real when it is asked for the first and the second time. The rows that it writes, its
answer and its callbacks for after the commit are kept under everything that it hangs on: the steps before it, what was
asked, the state of the random generators, the language. Whoever asks for the same again, in a database that holds the
same, gets copies. Nothing is copied once a test has written anything itself, has changed a setting or has replaced
something by `monkeypatch`, nor outside of a transaction: there the services do it as ever.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.conf import UserSettingsHolder, settings
from django.core import mail
from django.db import connection
from django.utils import translation

Row = tuple[Any, ...]
Rows = Mapping[Any, Row]  # by primary key
_HARMLESS = re.compile(r"\s*(?:SELECT|SAVEPOINT|RELEASE|PRAGMA|SET|EXPLAIN)\b", re.IGNORECASE)
_WRITES = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"', re.IGNORECASE)


@dataclass(frozen=True)
class _Table:
    name: str
    key: int  # the primary key's place among the columns
    columns: tuple[str, ...]

    def rows(self) -> Rows:
        # With a plus before it SQLite gives what it stores, not what Python would make of a column of that type.
        plus = "+" if connection.vendor == "sqlite" else ""
        columns = ", ".join(f'{plus}"{column}"' for column in self.columns)
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT {columns} FROM "{self.name}"')
            return {row[self.key]: tuple(row) for row in cursor.fetchall()}

    def delete(self, keys: list[Any]) -> tuple[str, list[Any]]:
        places = ", ".join(["%s"] * len(keys))
        return f'DELETE FROM "{self.name}" WHERE "{self.columns[self.key]}" IN ({places})', keys

    def insert(self, rows: list[Row]) -> tuple[str, list[Any]]:
        place = f"({', '.join(['%s'] * len(self.columns))})"
        columns = ", ".join(f'"{column}"' for column in self.columns)
        values = [value for row in rows for value in row]
        return f'INSERT INTO "{self.name}" ({columns}) VALUES {", ".join([place] * len(rows))}', values


@cache
def _tables() -> dict[str, _Table]:
    found = {}
    for model in apps.get_models(include_auto_created=True):
        columns = tuple(str(each.column) for each in model._meta.concrete_fields)
        key = columns.index(str(model._meta.pk.column))
        found[model._meta.db_table] = _Table(model._meta.db_table, key, columns)
    return found


Statement = tuple[str, list[Any]]


@dataclass(frozen=True)
class _Kept:
    """What one step wrote, and what it gave."""

    statements: list[Statement]
    callbacks: list[tuple[Callable[[], Any], bool]]
    answer: bytes

    def copy(self) -> Any:
        with connection.cursor() as cursor:
            for sql, values in self.statements:
                cursor.execute(sql, values)
        for callback, robust in self.callbacks:
            connection.on_commit(callback, robust=robust)
        return pickle.loads(self.answer)


_SEEN: dict[str, frozenset[str]] = {}  # the tables that a step wrote to when it was done first
_KEPT: dict[str, _Kept] = {}
_replaced = False


class Replacing(pytest.MonkeyPatch):
    """Takes note that a test replaces something: every step must meet it, and so none is copied from then on."""

    def setattr(self, target: Any, *what: Any, **options: Any) -> None:
        global _replaced
        _replaced = _replaced or target is not mail.message  # pytest-django does this for every test
        super().setattr(target, *what, **options)

    def setitem(self, *what: Any) -> None:
        global _replaced
        _replaced = True
        super().setitem(*what)

    def undo(self) -> None:
        global _replaced
        _replaced = False
        super().undo()


def _may_copy() -> bool:
    return not _replaced and connection.in_atomic_block and not isinstance(settings._wrapped, UserSettingsHolder)


def _filled(tables: Iterable[str]) -> set[str]:
    """Those of the tables in which there is something."""
    asked = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")" for name in tables)
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return {name for (name,) in cursor.fetchall()}


@cache
def _never_empty() -> frozenset[str]:
    """The tables in which something stands before the first step of all: Django's content types and the like."""
    return frozenset(_filled(_tables()))


def _is_empty() -> bool:
    return not _filled(_tables().keys() - _never_empty())


class Course:
    """The steps since the database was empty. It watches the connection: what somebody else writes ends it."""

    def __init__(self) -> None:
        self._path = ""
        self._written: set[str] = set()
        self._doing = False
        unwatch()
        self._whole = _may_copy() and _is_empty()  # the database holds what the steps wrote and nothing else
        if self._whole:
            connection.execute_wrappers.append(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        """A copy watches nothing, and so keeps nothing."""
        copied = object.__new__(Course)
        copied._path, copied._written, copied._doing, copied._whole = "", set(), False, False
        return copied

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Django's hook around each statement."""
        if not (isinstance(sql, str) and _HARMLESS.match(sql)):
            writes = _WRITES.match(sql) if isinstance(sql, str) else None
            if self._doing and writes:
                self._written.add(writes[1])
            else:
                self._whole = False
        return execute(sql, params, many, context)

    def step(self, what: Any, do: Callable[[], Any]) -> Any:
        """What `do` returns, done or copied. `what` says, in values whose repr says it all, everything that it hangs on
        besides the earlier steps; the answer is pickled."""
        if self._doing or not self._whole or not _may_copy():
            return do()
        self._path = hashlib.sha256(repr((self._path, what, translation.get_language())).encode()).hexdigest()
        self._doing = True
        try:
            if self._path in _KEPT:
                return _KEPT[self._path].copy()
            return self._done(do)
        except BaseException:
            self._whole = False
            raise
        finally:
            self._doing = False

    def _done(self, do: Callable[[], Any]) -> Any:
        """What `do` returns. The second time it is kept."""
        expected = _SEEN.get(self._path, frozenset())
        before = {name: _tables()[name].rows() for name in expected}
        waiting = len(connection.run_on_commit)
        self._written.clear()
        answer = do()
        if not self._whole:
            return answer
        if self._written == expected and self._written.isdisjoint(_never_empty()):
            callbacks = [(callback, robust) for _sids, callback, robust in connection.run_on_commit[waiting:]]
            _KEPT[self._path] = _Kept(list(_difference(before)), callbacks, pickle.dumps(answer))
        elif self._written.issubset(_tables()):
            _SEEN[self._path] = frozenset(self._written)
        return answer


def unwatch() -> None:
    """No course watches this connection any more."""
    watchers = connection.execute_wrappers
    watchers[:] = [each for each in watchers if not isinstance(each, Course)]


def step(what: Any, do: Callable[[], Any]) -> Any:
    """A step of the course that watches this connection; without one, what `do` returns."""
    courses = [each for each in connection.execute_wrappers if isinstance(each, Course)]
    return courses[0].step(what, do) if courses else do()


def _difference(before: Mapping[str, Rows]) -> Iterator[Statement]:
    """The statements that lead from these rows to what the tables hold now."""
    inserts = []
    for name in sorted(before):
        table = _tables()[name]
        after = table.rows()
        old = [key for key, row in before[name].items() if after.get(key) != row]
        new = [row for key, row in after.items() if before[name].get(key) != row]
        if old:
            yield table.delete(old)
        if new:
            inserts.append(table.insert(new))
    yield from inserts
