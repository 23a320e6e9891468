"""Log lines that say which request they belong to, and no secret that an address holds."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from urllib.parse import unquote

request_id: ContextVar[str] = ContextVar("request_id", default="-")

# What every record carries, and objects that Django adds; anything else was given as `extra` and is written too.
UNWRITTEN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request_id", "taskName", "request"}


# What opens something for whoever has it: personal links, by their address and by what a token looks like (in cookies
# and headers); links that set a password, confirm an address, stop mails or make the first account of a new site;
# addresses of own calendars; what stands behind an Authorization.
SECRET = re.compile(
    r"""(?P<before>/l/|/calendars/|/mail/stop/|/accounts/(?:confirm-email|password/reset/key|first)/)"""
    r"""(?:[^\s"'\\/?#&<>]|\\+u[0-9a-f]{4})+"""
    r"""|\b(?P<scheme>(?i:Link|Token)\s+)[^\s"'\\]{16,}"""
    r"""|[0-9a-z]{12}\.[0-9]+\.[\w-]{20,}""",
    re.ASCII,
)
ENCODED_WORD = re.compile(r"""[^\s"'\\]*%[0-9A-Fa-f]{2}[^\s"'\\]*""")
NOT_LOGGED = "[not-logged]"


def redacted(text: str) -> str:
    """The text without secrets, whichever way they are encoded in it."""
    return SECRET.sub(
        lambda match: f"{match['before'] or match['scheme'] or ''}{NOT_LOGGED}",
        ENCODED_WORD.sub(_plain_where_secret, text),
    )


def _plain_where_secret(match: re.Match[str]) -> str:
    word, plain = "", match[0]
    while word != plain:  # an address within an address is encoded twice
        word, plain = plain, unquote(plain)
    return json.dumps(plain, ensure_ascii=False)[1:-1] if SECRET.search(plain) else match[0]


class RedactingFormatter(logging.Formatter):
    """Formats as another formatter does, tracebacks and all, and takes the secrets out of that."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        return redacted(self._inner.format(record))


def plain_lines() -> RedactingFormatter:
    """Lines for people."""
    return RedactingFormatter(
        logging.Formatter(
            "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s", defaults={"request_id": "-"}
        )
    )


def json_lines() -> RedactingFormatter:
    """Lines for programs."""
    return RedactingFormatter(JsonFormatter())


class RequestIdFilter(logging.Filter):
    """Puts the id of the request at hand on the record ("-" outside of a request)."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, request, whatever `extra` held, traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", "-"),
        }
        line |= {name: value for name, value in vars(record).items() if name not in UNWRITTEN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
