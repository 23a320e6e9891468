"""Gunicorn's own log lines, the one for each request too, without secrets (`logger_class` in gunicorn.conf.py)."""

from __future__ import annotations

import logging
from typing import Any

from gunicorn.glogging import Logger

from magistrar_site.logs import RedactingFormatter


class RedactingLogger(Logger):  # type: ignore[misc, unused-ignore] # Gunicorn has no types
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        loggers: list[logging.Logger] = [self.error_log, self.access_log]
        for handler in (handler for logger in loggers for handler in logger.handlers):
            if not isinstance(handler.formatter, RedactingFormatter):
                handler.setFormatter(RedactingFormatter(handler.formatter or logging.Formatter()))
