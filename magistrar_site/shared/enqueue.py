"""Handing work to Celery without ever failing for it: a broker that is away costs time, not results, because every
reconciler makes up for tasks that got lost."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from celery import Task
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)
WAITING_SECONDS = 30  # a task that hasn't begun by then may have been lost: another may be sent
_is_off: ContextVar[bool] = ContextVar("_is_off", default=False)


@contextmanager
def no_tasks() -> Iterator[None]:
    """Within the block nothing is handed to Celery: for work on a database that no worker sees."""
    token = _is_off.set(True)
    try:
        yield
    finally:
        _is_off.reset(token)


def enqueue(task: Task[..., Any], *args: Any) -> bool:
    """Ask a worker to run the task; False where the broker couldn't be reached, or tasks are off."""
    if _is_off.get():
        return False
    try:
        task.delay(*args)
    except OperationalError:
        logger.warning("broker away, left to the reconciler", extra={"task": task.name, "task_args": args})
        return False
    return True


def enqueue_once(task: Task[..., Any], subject: str, *, slow: bool = False) -> None:
    """As `enqueue`, unless one of the kind waits for the same subject: it begins later than now, so that it sees all
    that is known now. `slow`: as `enqueue_slow`. The task says by `begins` that it waits no longer."""
    if not cache.add(_waiting(task, subject), 1, WAITING_SECONDS):
        return
    if slow:
        enqueue_slow(task, subject)
    elif not enqueue(task, subject):
        cache.delete(_waiting(task, subject))


def begins(task: Task[..., Any], subject: str) -> None:
    """A task that `enqueue_once` sent begins: what comes in from now on is for the next one."""
    cache.delete(_waiting(task, subject))


def _waiting(task: Task[..., Any], subject: str) -> str:
    return f"waiting:{task.name}:{subject}"


def enqueue_slow(task: Task[..., Any], *args: Any) -> None:
    """As `enqueue`, for what takes longer than a request may wait: without workers a thread of this process runs it.
    Should the process end meanwhile, the reconciler makes up for it as ever."""
    if _is_off.get():
        return
    if settings.TASKS_IN_PROCESS and settings.SLOW_TASKS_IN_THREAD:
        threading.Thread(target=_run, args=(task, *args), name=task.name, daemon=True).start()
    else:
        enqueue(task, *args)


def _run(task: Task[..., Any], *args: Any) -> None:
    try:
        enqueue(task, *args)
    finally:
        connections.close_all()
