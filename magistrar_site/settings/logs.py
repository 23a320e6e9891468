"""Logging to standard error: lines of JSON for machines, plain lines while developing."""

from __future__ import annotations

from typing import Any

from magistrar_site.settings import environment


def is_json() -> bool:
    """Whether log lines are for machines."""
    return environment.flag("LOG_JSON", default=not environment.flag("DEBUG"))


def logging_options(*, level: str, as_json: bool) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": "magistrar_site.logs.RequestIdFilter"}},
        "formatters": {
            "json": {"()": "magistrar_site.logs.json_lines"},
            "plain": {"()": "magistrar_site.logs.plain_lines"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["request_id"],
                "formatter": "json" if as_json else "plain",
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would write everything a second time.
            "django": {"handlers": [], "propagate": True, "level": level},
            "django.server": {"handlers": [], "propagate": True, "level": level},
            # "Task succeeded", once for every result: what went wrong is told at a higher level.
            "celery.app.trace": {"level": "WARNING"},
        },
    }
