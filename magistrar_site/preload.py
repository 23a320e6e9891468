"""What a web process would otherwise do during its first requests: done once, before the processes part, so that the
first request is no slower than the next and all processes share the memory."""

from __future__ import annotations

import gc
import logging
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

log = logging.getLogger(__name__)

PRELOADING = "magistrar.preloading"  # in the environment of a request that nobody sent
PAGES = ("/", "/events/", "/check/")


def preload() -> None:
    """Import what addresses lead to, compile all templates and ask for some pages. No connection stays open. Without a
    database it does what can be done."""
    from django.core.handlers.wsgi import WSGIRequest
    from django.db import connections
    from django.urls import get_resolver

    from magistrar_site.shared.web_cache import release
    from magistrar_site.wsgi import application

    get_resolver()._populate()  # imports every module of addresses
    release()
    _compile_templates()
    for page in PAGES:
        application.get_response(WSGIRequest(_request_of(page))).close()
    connections.close_all()
    gc.collect()
    gc.freeze()


def _compile_templates() -> None:
    from django.conf import settings
    from django.template import TemplateSyntaxError, engines

    folders: list[Path] = settings.TEMPLATES[0]["DIRS"]  # type: ignore[assignment] # of an untyped dict
    for folder in folders:
        for path in sorted(folder.rglob("*.html")):
            try:
                engines["django"].get_template(str(path.relative_to(folder)))
            except TemplateSyntaxError as error:  # whoever asks for the page gets the error
                log.warning("%s: %s", path, error)


def _request_of(path: str) -> dict[str, Any]:
    """The environment of a visitor's request, with a cookie, so that nothing is answered from the cache."""
    from django.conf import settings

    site = urlsplit(settings.SITE_URL)
    environ: dict[str, Any] = {
        "PATH_INFO": path,
        "HTTP_HOST": site.netloc,
        "HTTP_COOKIE": "preload=1",
        "HTTP_ACCEPT_ENCODING": "gzip",
        "wsgi.url_scheme": site.scheme,
        "REMOTE_ADDR": "127.0.0.1",
        PRELOADING: True,
    }
    setup_testing_defaults(environ)
    return environ


def say_first_link() -> None:
    """On a new site, say on standard error by which link its first account is made (logs hide such links)."""
    from django.conf import settings
    from django.db import DatabaseError, connections

    from magistrar_site.accounts.selectors.users import is_run_by_nobody
    from magistrar_site.accounts.services.entry import FIRST_LINK_AGE, first_link_path

    try:
        if is_run_by_nobody():
            sys.stderr.write(
                f"Nobody runs this site yet. Whoever opens this link within {FIRST_LINK_AGE.days} days makes the "
                f"account that does: {settings.SITE_URL}{first_link_path()}\n"
            )
    except DatabaseError:
        log.warning("The database doesn't answer, or has no tables yet: manage.py doctor says more.")
    finally:
        connections.close_all()
