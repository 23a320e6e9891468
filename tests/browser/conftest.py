"""A real browser: Debian's Chromium driven by Playwright, at a desk and as a phone, on the live server of the test
database. A test fails on anything that the browser complains of, and on any request to another host."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright
from pytest_django.live_server_helper import LiveServer

# The shell is the same engine without the browser's own windows: it needs less than half the time.
DEBIANS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = Path(os.environ.get("CHROMIUM") or next((path for path in DEBIANS if path.exists()), DEBIANS[-1]))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
WAIT_MS = 20_000  # the longest that Playwright waits for something to appear; a busy machine is slow


@dataclass
class Complaints:
    """What the browser complained of in this test. `expect` names what is meant to happen."""

    origin: str
    found: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Complaints that match `pattern` (a regular expression, searched for) are part of the test."""
        self.expected.append(re.compile(pattern))

    @property
    def unexpected(self) -> list[str]:
        return [each for each in self.found if not any(pattern.search(each) for pattern in self.expected)]

    def hear_console(self, message: ConsoleMessage) -> None:
        # A violation of the Content-Security-Policy is an error on the console.
        if message.type in ("error", "warning"):
            self.found.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def hear_page_error(self, error: Any) -> None:
        self.found.append(f"script error: {error}")

    def hear_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and f"{parts.scheme}://{parts.netloc}" != self.origin:
            self.found.append(f"request to another host: {request.url}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        reason = f"{CHROMIUM} isn't there: to run browser tests, apt-get install chromium-headless-shell."
        if os.environ.get("REQUIRE_BROWSER", "").lower() in ("1", "true"):
            pytest.fail(reason)
        pytest.skip(reason)
    # Playwright's loop runs in this thread; Django must be told that the database may be used beside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=90_000)
        yield chromium
        chromium.close()


@pytest.fixture
def site(live_server: LiveServer, settings: Any) -> str:
    """The address of the live server; the site believes that it is its own."""
    settings.SITE_URL = live_server.url
    return live_server.url


@pytest.fixture
def complaints(site: str) -> Iterator[Complaints]:
    """Fails the test, once it is over, for what it didn't expect."""
    heard = Complaints(origin=site)
    yield heard
    assert heard.unexpected == []


@pytest.fixture
def new_page(browser: Browser, site: str, complaints: Complaints) -> Iterator[Callable[..., Page]]:
    """Opens a page in a new browser profile: `new_page()` at a desk, `new_page(phone=True)`; further arguments are
    Playwright's (`locale`, `color_scheme`, `java_script_enabled` ...). Addresses may begin with a slash."""
    contexts: list[BrowserContext] = []

    def open_page(*, phone: bool = False, **options: Any) -> Page:
        context = browser.new_context(base_url=site, **{"locale": "en-GB", **(PHONE if phone else DESK), **options})
        contexts.append(context)
        context.set_default_timeout(WAIT_MS)
        context.on("console", complaints.hear_console)
        context.on("weberror", lambda error: complaints.hear_page_error(error.error))
        context.on("request", complaints.hear_request)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page at a desk (1280 x 800)."""
    return new_page()


@pytest.fixture
def phone_page(new_page: Callable[..., Page]) -> Page:
    """A page on a phone (390 x 844, touch), in a profile of its own."""
    return new_page(phone=True)
