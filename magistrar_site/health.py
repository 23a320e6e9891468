"""/healthz and /readyz: whether this process can serve."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)
_migrated: list[bool] = []  # a process that has seen all migrations applied needn't look again


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 where the database answers, 503 where it doesn't. Redis isn't asked: pages are served without it."""
    answers = database_answers()
    status = "ok" if answers else "unavailable"
    return JsonResponse({"status": status, "database": answers}, status=200 if answers else 503)


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Whether visitors may be sent here: 503 where the database doesn't answer or lacks migrations of this version.
    `redis` says how Redis is (null without one) and decides nothing: pages and results go on without it, and a proxy
    that took all processes out for it would turn a slow evening into none."""
    answers = database_answers()
    migrated = answers and is_migrated()
    status = "ready" if migrated else "unready"
    found = {"status": status, "database": answers, "migrations": migrated, "redis": redis_answers()}
    return JsonResponse(found, status=200 if migrated else 503)


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except Error:
        log.exception("The database doesn't answer")
        return False
    return True


def missing_migrations() -> list[str]:
    """The migrations of this version that the database lacks, as `app.name`, in the order in which they would run."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def is_migrated() -> bool:
    if not _migrated and not missing_migrations():
        _migrated.append(True)
    return bool(_migrated)


def redis_answers() -> bool | None:
    """Whether Redis keeps what it is told; None without Redis."""
    if not settings.REDIS_URL:
        return None
    cache.set("readyz", 1, 60)
    return cache.get("readyz") == 1
