"""The cost of a first visit on a slow phone: `python -m bench.face`.

For each page, in a new browser profile: first contentful paint throttled to a quarter of the processor, 150 ms round
trip and 1.6 Mbit/s (Chromium's own emulation, by the DevTools protocol); all bytes as they come over the wire,
compressed; and requests to other hosts. Static files are collected as for a real site, gunicorn serves.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import urlopen

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
REPEATS = 3
MOST_SECONDS, MOST_BYTES = 1.0, 100 * 1024
ROUND_TRIP_MS, BYTES_A_SECOND, SLOWER = 150, 1.6e6 / 8, 4
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": 2}
DEMO = "from django.core.management import call_command; call_command('demo')"
ADDRESSES = """
from tournaments.models import Event, MatchGame
event = Event.objects.get(name="Friday evening")
game = MatchGame.objects.filter(match__round__stage__event=event, game__state="agreed").order_by("pk")[0].game
player = game.seats.all()[0].player
print("/api/v1/docs/")
print("/", f"/events/{event.slug}/", f"/games/{game.key}/", f"/leaderboard/{event.pool}/", f"/players/{player.key}/")
"""


@dataclass
class Visit:
    """One first visit: seconds to the first contentful paint, bytes by kind, and requests that went elsewhere."""

    seconds: float = 0.0
    wire: dict[str, int] = field(default_factory=dict)
    elsewhere: list[str] = field(default_factory=list)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def manage(variables: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=variables, check=True, capture_output=True, text=True).stdout


@contextmanager
def served() -> Iterator[tuple[str, list[str]]]:
    """A site with the demo club as it is run: its address and the pages to visit."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        site = f"http://localhost:{port}"
        ours = {"DATA_DIR": folder, "STATIC_ROOT": f"{folder}/static", "SITE_URL": site, "PORT": str(port)}
        variables = {**os.environ, **ours, "DEBUG": "", "LOG_LEVEL": "ERROR", "STATIC_COLLECTED": "true"}
        manage(variables, "migrate", "--verbosity", "0")
        manage(variables, "collectstatic", "--no-input", "--verbosity", "0")
        manage(variables, "shell", "--no-imports", "-c", DEMO)
        pages = manage(variables, "shell", "--no-imports", "-c", ADDRESSES).split()
        server = subprocess.Popen([sys.executable, "manage.py", "serve"], cwd=ROOT, env=variables)
        try:
            wait_for(f"{site}/healthz")
            yield site, pages
        finally:
            server.terminate()
            server.wait()


def wait_for(address: str) -> None:
    for _try in range(150):
        try:
            urlopen(address).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit(f"{address} doesn't answer.")


def visit(browser: Browser, site: str, path: str) -> Visit:
    """Visit a page once, with nothing in the cache."""
    made = Visit()
    context = browser.new_context(locale="en-GB", **PHONE)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    kinds: dict[str, str] = {}

    def hear_response(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]
        address = urlsplit(event["response"]["url"])
        if address.scheme in ("http", "https") and f"{address.scheme}://{address.netloc}" != site:
            made.elsewhere.append(event["response"]["url"])

    def hear_end(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "Other")
        made.wire[kind] = made.wire.get(kind, 0) + int(event["encodedDataLength"])

    devtools.on("Network.responseReceived", hear_response)
    devtools.on("Network.loadingFinished", hear_end)
    devtools.send("Network.enable")
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, "latency": ROUND_TRIP_MS, **speed})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{site}{path}", wait_until="networkidle")
    made.seconds = float(page.evaluate(FIRST_PAINT) or 0) / 1000
    context.close()
    return made


def measure(browser: Browser, site: str, path: str) -> bool:
    """Prints what the page costs; whether it holds all limits. The quickest of several paints counts."""
    visits = [visit(browser, site, path) for _repeat in range(REPEATS)]
    seconds = min(made.seconds for made in visits)
    wire = visits[-1].wire
    elsewhere = [address for made in visits for address in made.elsewhere]
    holds = 0 < seconds <= MOST_SECONDS and sum(wire.values()) <= MOST_BYTES and not elsewhere
    kinds = ", ".join(f"{kind.lower()} {size / 1024:.1f}" for kind, size in sorted(wire.items()))
    say(
        f"{path}: first contentful paint {seconds:.2f} s, {sum(wire.values()) / 1024:.1f} KiB ({kinds}), "
        f"{len(elsewhere)} requests elsewhere{'' if holds else ' TOO MUCH'}"
    )
    return holds


def main() -> int:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS

    if not CHROMIUM.exists():
        say(f"{CHROMIUM} isn't there: the first visit isn't measured.")
        return 0
    with served() as (site, pages), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visit(browser, site, "/")  # the browser's own start isn't the page's
        held = [measure(browser, site, path) for path in pages]
        browser.close()
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
