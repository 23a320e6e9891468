"""Gunicorn's own log lines in the form of the site's, without secrets (`logger_class` in gunicorn.conf.py)."""

from __future__ import annotations

import logging
from typing import Any

from gunicorn.glogging import Logger

from magistrar_site.logs import json_lines, plain_lines
from magistrar_site.settings.logs import is_json


class RedactingLogger(Logger):  # type: ignore[misc, unused-ignore] # Gunicorn has no types
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        loggers: list[logging.Logger] = [self.error_log, self.access_log]
        for handler in (handler for logger in loggers for handler in logger.handlers):
            handler.setFormatter(json_lines() if is_json() else plain_lines())
