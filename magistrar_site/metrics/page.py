"""/metrics."""

from __future__ import annotations

import os
import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from magistrar_site.metrics.stored import StoredCollector

MANY_PROCESSES = "PROMETHEUS_MULTIPROC_DIR"  # where several processes of one machine add up (gunicorn.conf.py)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers, for whoever knows METRICS_TOKEN; without one there is no such page."""
    if not settings.METRICS_TOKEN:
        raise Http404
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secrets.compare_digest(
        token.strip().encode(), settings.METRICS_TOKEN.encode()
    ):
        refusal = HttpResponse("METRICS_TOKEN is needed.\n", status=401, content_type="text/plain; charset=utf-8")
        refusal["WWW-Authenticate"] = "Bearer"
        return refusal
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def registry() -> CollectorRegistry:
    """Everything that is measured: of all web processes of this machine, where they are several."""
    found = CollectorRegistry()
    if os.environ.get(MANY_PROCESSES):
        MultiProcessCollector(found)
    else:
        found.register(REGISTRY)
    found.register(StoredCollector())
    return found
