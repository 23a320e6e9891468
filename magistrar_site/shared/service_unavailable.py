"""Causes that make the service unavailable for a while: no room on the disk, no turn to write, no database."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Mapping

from django.db import IntegrityError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import DomainError

NO_SPACE, BUSY, AWAY, AT_ONCE = "no_space", "busy", "database_away", "at_once"
MESSAGES: Mapping[str, str | Promise] = {
    NO_SPACE: _(
        "There is no room left on this service’s disk, so this couldn’t be saved. What was saved before "
        "is safe. Tell whoever runs this service to make room, then send it once more."
    ),
    BUSY: _(
        "Others were writing for so long that this couldn’t be saved. What was saved before is safe. Send"
        " it once more in a few seconds."
    ),
    AT_ONCE: _(
        "Somebody did the same at this very moment, so this couldn’t be saved. Look at how things stand "
        "now, then send it once more if it is still needed."
    ),
    AWAY: _(
        "The database doesn’t answer at the moment. What was saved before is safe. Try again in a minute;"
        " if it lasts, tell whoever runs this service."
    ),
}
RETRY_SECONDS: Mapping[str, int] = {NO_SPACE: 60, BUSY: 5, AWAY: 30, AT_ONCE: 1}

# A limit on the size of files (EFBIG) is how a container or a quota says the same.
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
# SQLite's result codes: the whole one, else its kind. What couldn't be written for a limit is an input/output error.
_BY_SQLITE_CODE: Mapping[int, str] = {
    sqlite3.SQLITE_FULL: NO_SPACE,
    sqlite3.SQLITE_IOERR_WRITE: NO_SPACE,
    sqlite3.SQLITE_IOERR_SHMSIZE: NO_SPACE,
    sqlite3.SQLITE_IOERR: AWAY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
    sqlite3.SQLITE_READONLY: AWAY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: AT_ONCE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: AT_ONCE,
}
# PostgreSQL's SQLSTATEs; the first that the state begins with.
_BY_SQLSTATE: Mapping[str, str] = {
    "53100": NO_SPACE,  # disk_full
    "55P03": BUSY,  # lock_not_available
    "57014": BUSY,  # query_canceled: the statement took too long
    "23505": AT_ONCE,  # unique_violation: every service looks first, so it came in between
    "40": BUSY,  # serialization failure, deadlock
    "53": AWAY,  # insufficient resources: too many connections
    "57": AWAY,  # operator intervention: shutdown
    "58": AWAY,  # system error
    "08": AWAY,  # connection
}


class ServiceUnavailable(DomainError):  # noqa: N818 # a refusal, named as the API's code says it
    """The service can't do it now, whoever asks. `wait` is after how many seconds to ask again."""

    status = 503

    def __init__(self, code: str) -> None:
        super().__init__(code, MESSAGES[code])
        self.wait = RETRY_SECONDS[code]


def unavailability_of(error: BaseException | None) -> ServiceUnavailable | None:
    """The thing that the service lacked where `error` says so; None for anything else, which is a bug."""
    code = _of_database(error) if isinstance(error, OperationalError | IntegrityError) else _of_system(error)
    return ServiceUnavailable(code) if code else None


def is_taken(error: BaseException) -> bool:
    """Whether the database refused a row because another one has its key already."""
    return isinstance(error, IntegrityError) and _of_database(error) == AT_ONCE


def _of_system(error: BaseException | None) -> str:
    return NO_SPACE if isinstance(error, OSError) and error.errno in _FULL else ""


def _of_database(error: OperationalError | IntegrityError) -> str:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return _BY_SQLITE_CODE.get(code) or _BY_SQLITE_CODE.get(code & 0xFF, "")
    state = getattr(cause, "sqlstate", None)
    if state is None:  # there was no connection that could have said it
        return AWAY if isinstance(error, OperationalError) else ""
    return next((code for prefix, code in _BY_SQLSTATE.items() if state.startswith(prefix)), "")
