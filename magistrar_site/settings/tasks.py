"""REDIS_URL -> Celery and the cache. Without it tasks run in the process, right after the commit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from kombu import Queue

CONNECT_SECONDS = 1  # how long a request may wait for Redis when it sends a task
ANSWER_SECONDS = 2  # longer than the second for which a worker's blocking read waits
REDELIVERY = timedelta(minutes=10)  # when a task of a worker that vanished is handed to another


def celery_options(*, redis_url: str, in_process: bool, reconcile_seconds: int = 10) -> dict[str, Any]:
    """Celery's settings by the names that `app.config_from_object` reads in Django's settings.

    A task is acknowledged when it is done, and given to another worker where its own died: tasks are idempotent.
    Sending one never retries and never waits long: what got lost on the way is made up for by the reconciler.
    """
    return {
        "CELERY_BROKER_URL": redis_url or "memory://localhost/",
        "CELERY_BROKER_CONNECTION_TIMEOUT": CONNECT_SECONDS,
        "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP": True,
        "CELERY_BROKER_CONNECTION_MAX_RETRIES": None,  # a worker waits for Redis as long as it takes
        "CELERY_BROKER_TRANSPORT_OPTIONS": {
            "visibility_timeout": int(REDELIVERY.total_seconds()),
            "socket_connect_timeout": CONNECT_SECONDS,
            "socket_timeout": ANSWER_SECONDS,
            "socket_keepalive": True,
            "health_check_interval": 30,
            "max_retries": 0,
            "interval_start": 0,
            "interval_step": 0.1,
            "interval_max": 0.2,
        },
        "CELERY_TASK_ALWAYS_EAGER": in_process,
        "CELERY_TASK_EAGER_PROPAGATES": False,
        "CELERY_TASK_IGNORE_RESULT": True,
        "CELERY_TASK_ACKS_LATE": True,
        "CELERY_TASK_REJECT_ON_WORKER_LOST": True,
        "CELERY_TASK_PUBLISH_RETRY": False,
        "CELERY_TASK_SERIALIZER": "json",
        "CELERY_ACCEPT_CONTENT": ["json"],
        "CELERY_TASK_SOFT_TIME_LIMIT": 120,
        "CELERY_TASK_TIME_LIMIT": 150,
        "CELERY_TASK_DEFAULT_QUEUE": "magistrar",
        # A worker that isn't told which takes tasks of both in turn; one with `-Q deadlines` waits behind no rebuild.
        "CELERY_TASK_QUEUES": [Queue("magistrar"), Queue("deadlines")],
        "CELERY_TASK_ROUTES": {"magistrar_site.shared.tasks.work_off_due": {"queue": "deadlines"}},
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
        "CELERY_WORKER_HIJACK_ROOT_LOGGER": False,
        "CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS": False,
        "CELERY_TIMEZONE": "UTC",
        "CELERY_BEAT_SCHEDULE": {
            "work-off-due": {
                "task": "magistrar_site.shared.tasks.work_off_due",
                "schedule": timedelta(seconds=reconcile_seconds),
                # One that waited while no worker ran is worth nothing: the next is already there.
                "options": {"expires": reconcile_seconds},
            },
        },
    }


def caches(*, redis_url: str) -> dict[str, Any]:
    """The caches hold nothing that correctness rests on: pages' fragments, and `counts` for limits. In a process of its
    own each is pushed out only by its like."""
    if not redis_url:
        in_process = "django.core.cache.backends.locmem.LocMemCache"
        return {
            "default": {"BACKEND": in_process, "LOCATION": "magistrar"},
            "counts": {"BACKEND": in_process, "LOCATION": "counts", "OPTIONS": {"MAX_ENTRIES": 20_000}},
        }
    shared = {
        "BACKEND": "magistrar_site.cache.ForgivingRedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": "magistrar",
        "OPTIONS": {"socket_connect_timeout": CONNECT_SECONDS, "socket_timeout": CONNECT_SECONDS},
    }
    return {"default": shared, "counts": shared}
