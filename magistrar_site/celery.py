"""The Celery application: `celery -A magistrar_site worker` and `celery -A magistrar_site beat`."""

from __future__ import annotations

import logging
import os
import time
from typing import Any

from celery import Celery, Task
from celery.result import AsyncResult
from kombu.exceptions import OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")

log = logging.getLogger(__name__)

SPARED_SECONDS = 5.0


class Sending:
    """Remembers that the broker was away, so that one slow attempt is not followed by another in the same breath."""

    def __init__(self) -> None:
        self.away_until = 0.0

    @property
    def is_spared(self) -> bool:
        return time.monotonic() < self.away_until

    def spare(self) -> None:
        self.away_until = time.monotonic() + SPARED_SECONDS

    def resume(self) -> None:
        self.away_until = 0.0


sending = Sending()


class SentTask(Task):  # type: ignore[type-arg]  # celery.Task is generic in its stubs only
    """A task whose sending never fails. A broker that is away loses it; the facts are then ahead of what was derived
    from them, which `work_off_due` notices and makes up for."""

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        if sending.is_spared:
            log.warning("Not sent, the broker was away just now: %s", self.name)
            return AsyncResult("unsent", app=self.app)
        try:
            result = super().apply_async(*args, **kwargs)
        except (OperationalError, OSError) as error:
            sending.spare()
            log.warning("Not sent, the broker is away: %s (%s)", self.name, error)
            return AsyncResult("unsent", app=self.app)
        sending.resume()
        return result


app = Celery("magistrar", task_cls=SentTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
