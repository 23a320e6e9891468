"""Handing work to Celery without ever failing for it: a broker that is away costs time, not results, because every
reconciler makes up for tasks that got lost."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def enqueue(task: Task[..., Any], *args: Any) -> bool:
    """Ask a worker to run the task; False where the broker couldn't be reached."""
    try:
        task.delay(*args)
    except OperationalError:
        logger.warning("broker away, left to the reconciler", extra={"task": task.name, "task_args": args})
        return False
    return True
