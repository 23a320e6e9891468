"""The one-machine set-up's clock: a thread that does every few seconds what Celery beat and a worker do elsewhere."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.conf import settings
from django.db import close_old_connections

log = logging.getLogger(__name__)


def repeat(work: Callable[[], object], *, every: float, until: threading.Event) -> None:
    """Call `work` every `every` seconds (counted from its end) until the event is set. An error is logged and tried
    again in the next round."""
    while not until.wait(every):
        close_old_connections()
        try:
            work()
        except Exception:  # the thread must outlive any single failure
            log.exception("What is due could not be worked off")
        finally:
            close_old_connections()


def start() -> threading.Event:
    """Start the thread; setting the event that is returned ends it."""
    from magistrar_site.shared.tasks import work_off_due

    until = threading.Event()
    threading.Thread(
        target=repeat,
        args=[work_off_due],
        kwargs={"every": settings.RECONCILE_SECONDS, "until": until},
        name="due",
        daemon=True,
    ).start()
    return until
