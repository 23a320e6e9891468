"""The Celery application: `celery -A magistrar_site worker` and `celery -A magistrar_site beat`."""

from __future__ import annotations

import gc
import logging
import os
import time
from typing import Any

from celery import Celery, Task
from celery.result import AsyncResult
from celery.signals import worker_process_init
from kombu.exceptions import OperationalError

from magistrar_site.outage import Outage

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")

log = logging.getLogger(__name__)

broker_outage = Outage()


class SentTask(Task):
    """A task whose sending never fails. A broker that is away loses it; the facts are then ahead of what was derived
    from them, which `work_off_due` notices and makes up for."""

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        if broker_outage:
            log.warning("Not sent, the broker was away just now: %s", self.name)
            return AsyncResult("unsent", app=self.app)
        # /metrics says how long the oldest one has waited.
        headers = {**(kwargs.pop("headers", None) or {}), "sent_at": time.time()}
        try:
            result = super().apply_async(*args, headers=headers, **kwargs)
        except (OperationalError, OSError) as error:
            broker_outage.begin()
            log.warning("Not sent, the broker is away: %s (%s)", self.name, error)
            return AsyncResult("unsent", app=self.app)
        broker_outage.end()
        return result


app = Celery("magistrar", task_cls=SentTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def keep_what_is_loaded(**_kwargs: Any) -> None:
    """What a worker has loaded stays: it isn't looked through for garbage again and again, which took a third of the
    time of a large event's tables."""
    gc.collect()
    gc.freeze()
