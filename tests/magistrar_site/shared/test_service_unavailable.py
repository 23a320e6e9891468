"""What the machine lacks for a while is told from bugs, by what the database and the system say."""

from __future__ import annotations

import errno
import sqlite3
import sys

import psycopg.errors
import pytest
from django.db import Error, IntegrityError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, RequestFactory

from magistrar_site.shared.api.errors import server_error
from magistrar_site.shared.service_unavailable import unavailability_of


def of_database(cause: Exception, kind: type[Error] = OperationalError) -> Error:
    error = kind("as Django wraps it")
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> Error:
    cause = sqlite3.OperationalError("said by SQLite")
    cause.sqlite_errorcode = code
    return of_database(cause)


@pytest.mark.parametrize(
    "error, code",
    [
        (of_sqlite(sqlite3.SQLITE_FULL), "no_space"),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), "no_space"),
        (of_sqlite(sqlite3.SQLITE_IOERR_READ), "database_away"),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), "busy"),
        (of_sqlite(sqlite3.SQLITE_ERROR), None),  # "no such table" is a bug
        (of_database(psycopg.errors.DiskFull()), "no_space"),
        (of_database(psycopg.errors.LockNotAvailable()), "busy"),
        (of_database(psycopg.errors.DeadlockDetected()), "busy"),
        (of_database(psycopg.errors.AdminShutdown()), "database_away"),
        (of_database(psycopg.errors.TooManyConnections()), "database_away"),
        (of_database(psycopg.OperationalError("connection refused")), "database_away"),
        (OSError(errno.ENOSPC, "No space left on device"), "no_space"),
        (OSError(errno.ENOENT, "No such file"), None),
        (IntegrityError("twice"), None),
        (of_database(psycopg.errors.UniqueViolation(), IntegrityError), "at_once"),
        (of_database(psycopg.errors.NotNullViolation(), IntegrityError), None),
        (of_database(psycopg.errors.ForeignKeyViolation(), IntegrityError), None),
        (KeyError("x"), None),
        (None, None),
    ],
)
def test_shortage_is_told_from_a_bug(error: Exception | None, code: str | None) -> None:
    found = unavailability_of(error)
    assert (found.code if found else None) == code


def test_shortage_that_no_view_saw_is_answered_without_looking_anything_up(rf: RequestFactory) -> None:
    """As where a session couldn't be stored: no view is asked any more."""
    answers = {}
    for path in ("/clubs/new/", "/api/v1/clubs/"):
        try:
            raise of_sqlite(sqlite3.SQLITE_FULL)
        except OperationalError:
            answers[path] = server_error(rf.post(path))
    page, answer = answers.values()
    assert sys.exc_info() == (None, None, None)
    assert [(each.status_code, each["Retry-After"]) for each in (page, answer)] == [(503, "60")] * 2
    assert "There is no room left on this service’s disk" in page.content.decode()
    assert answer.content.startswith(b'{"code": "no_space", "message": "There is no room left')


@pytest.mark.parametrize("path", ["/", "/api/v1/events/"])
def test_view_that_finds_no_database_says_so(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_connection: BaseDatabaseWrapper) -> None:
        raise of_database(psycopg.OperationalError("connection refused"))

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", away)
    answer = Client(raise_request_exception=False).get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "answer at the moment. What was saved before is safe." in answer.content.decode()
