"""Log lines that say which request they belong to."""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str] = ContextVar("request_id", default="-")

# What every record carries, and objects that Django adds; anything else was given as `extra` and is written too.
UNWRITTEN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request_id", "taskName", "request"}


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
