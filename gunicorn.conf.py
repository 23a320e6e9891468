"""Gunicorn's settings, read by itself from the folder that it is started in: `gunicorn magistrar_site.wsgi`."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Any

from magistrar_site.settings import environment

# BIND takes several addresses divided by commas, unix: and fd:// ones too.
bind = environment.bound()
# SQLite has one writer; threads are enough for a club. With PostgreSQL: two to four workers a core.
workers = environment.number("WEB_WORKERS", 1)
threads = environment.number("WEB_THREADS", 8)
worker_class = "gthread"
# The site is loaded once, before the processes part: they share its memory, and none is slow at first.
preload_app = True
timeout = 60
graceful_timeout = 20
keepalive = 5
max_requests = environment.number("WEB_MAX_REQUESTS", 0)
# A line of a request or a header longer than these is nobody's browser.
limit_request_line = 4094
limit_request_fields = 100
limit_request_field_size = 8190
errorlog = "-"
logger_class = "magistrar_site.gunicorn_logs.RedactingLogger"
accesslog = None  # LOG_REQUESTS writes lines that name no address (magistrar_site/observing.py)
proc_name = "magistrar"
control_socket_disable = True
# Django alone believes a proxy's headers, and only a trusted one's (shared/proxies.py).
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}


# Before anything counts: several processes add their numbers up in files of a folder that is new with each start.
if workers > 1 and environment.secret("METRICS_TOKEN"):
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="magistrar-metrics-")


def on_exit(_server: Any) -> None:
    if folder := os.environ.pop("PROMETHEUS_MULTIPROC_DIR", ""):
        shutil.rmtree(folder, ignore_errors=True)


def when_ready(server: Any) -> None:
    """Before the first process parts: everything that a first request would have to load."""
    from magistrar_site.preload import preload, say_first_link
    from magistrar_site.shared.errors import DomainError
    from magistrar_site.shared.in_use import serving_begin

    try:
        serving_begin()
    except DomainError as error:
        raise SystemExit(str(error.message)) from None
    preload()
    say_first_link()


def post_worker_init(worker: Any) -> None:
    """Without Redis there is no beat and no worker: what is due is worked off by a thread of the web process."""
    from django.conf import settings

    from magistrar_site import due_thread

    if settings.TASKS_IN_PROCESS:
        due_thread.start()
