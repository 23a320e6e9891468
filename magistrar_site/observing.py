"""What is written down of each request: a number for /metrics, a line of the log. Neither says who asked for what."""

from __future__ import annotations

import logging
from time import perf_counter

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase

from magistrar_site.metrics.requests import request_count, view_of
from magistrar_site.preload import PRELOADING
from magistrar_site.shared.middleware import GetResponse

log = logging.getLogger("magistrar.requests")


def observe(get_response: GetResponse) -> GetResponse:
    """Middleware. Counts requests where METRICS_TOKEN lets somebody read it, logs each where LOG_REQUESTS says so."""
    counts, logs = bool(settings.METRICS_TOKEN), settings.LOG_REQUESTS
    if not counts and not logs:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        response = get_response(request)
        seconds = perf_counter() - began
        if PRELOADING in request.META:
            return response
        if counts:
            request_count(request, response, seconds)
        if logs:
            line_write(request, response, seconds)
        return response

    return middleware


def line_write(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    view = view_of(request)
    log.info(
        "%s %s %d",
        request.method,
        view,
        response.status_code,
        extra={
            "view": view,
            "method": request.method,
            "status": response.status_code,
            "milliseconds": round(seconds * 1000, 1),
        },
    )
