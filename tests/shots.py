"""A picture of every page, on a phone and at a desk, in both colour schemes and all languages, and a page to look
through them: `make shots`, or `python -m tests.shots [--languages en de] [--only home event] [--devices phone]`.

The pages are those of tests/browser/pages.py: the site's own addresses on the demo club, in a database that is gone
afterwards.
"""

from __future__ import annotations

import argparse
import html
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ["STATIC_COLLECTED"] = "false"
os.environ["LOG_LEVEL"] = "ERROR"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread

import django  # the settings' name comes first

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.pages import Scene, ShownPage

LANGUAGES, SCHEMES, DEVICES = ("en", "de", "nl"), ("light", "dark"), ("phone", "desk")
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 800}}
INDEX_STYLE = """body { font: 15px/1.4 system-ui, sans-serif; margin: 16px; background: #777; color: #fff }
h2 { margin: 32px 0 8px } a { color: #fff } .row { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto }
figure { margin: 0 } img { display: block; max-height: 620px; width: auto; border: 1px solid #444 }"""


@dataclass(frozen=True)
class Wanted:
    """Which pictures to make, and where."""

    folder: Path
    languages: Sequence[str]
    devices: Sequence[str]
    only: Sequence[str]


@contextmanager
def own_database() -> Iterator[None]:
    """A new database in a file, so that the server's threads see it."""
    from django.conf import settings
    from django.test.utils import setup_databases, teardown_databases

    with tempfile.TemporaryDirectory() as folder:
        settings.DATABASES["default"]["TEST"]["NAME"] = str(Path(folder) / "shots.sqlite3")
        made = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(made, verbosity=0)


def page_for(browser: Browser, scene: Scene, shown: ShownPage, site: str, language: str, device: str) -> Page:
    """A browser of somebody who sees the page, with the language chosen."""
    from django.conf import settings

    context = browser.new_context(base_url=site, viewport=SIZES[device], is_mobile=device == "phone", locale=language)
    cookies = {**scene.cookies(shown.seen_by), settings.LANGUAGE_COOKIE_NAME: language}
    context.add_cookies([{"name": name, "value": value, "url": site} for name, value in cookies.items()])
    return context.new_page()


def shoot(scene: Scene, shown: Sequence[ShownPage], site: str, wanted: Wanted) -> int:
    """Make the pictures; how many."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS

    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language in wanted.languages:
            for device in wanted.devices:
                opened: dict[str, Page] = {}
                for each in shown:
                    if each.seen_by not in opened:
                        opened[each.seen_by] = page_for(browser, scene, each, site, language, device)
                    count += _both_schemes(
                        opened[each.seen_by], each, wanted.folder / each.name, f"{language}-{device}"
                    )
                for page in opened.values():
                    page.context.close()
            sys.stdout.write(f"{language}: {count} pictures so far\n")
            sys.stdout.flush()
        browser.close()
    return count


def _both_schemes(page: Page, shown: ShownPage, folder: Path, name: str) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    page.goto(shown.path, wait_until="load")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.screenshot(path=folder / f"{name}-{scheme}.png", full_page=True)
    return len(SCHEMES)


def index_write(shown: Sequence[ShownPage], wanted: Wanted) -> Path:
    """The page to look through: a line of pictures for each page and language."""
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>{INDEX_STYLE}</style>'
    ]
    for each in shown:
        parts.append(f"<h2>{html.escape(each.name)}</h2><p>{html.escape(each.path)} ({each.seen_by})</p>")
        for language in wanted.languages:
            parts.append('<div class="row">')
            for device in wanted.devices:
                for scheme in SCHEMES:
                    file = f"{each.name}/{language}-{device}-{scheme}.png"
                    label = f"{each.name}, {language}, {device}, {scheme}"
                    parts.append(
                        f'<figure><a href="{file}"><img src="{file}" loading="lazy" alt="{label}"></a></figure>'
                    )
            parts.append("</div>")
    path = wanted.folder / "index.html"
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def read_arguments() -> Wanted:
    from django.conf import settings

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--devices", nargs="+", choices=DEVICES, default=DEVICES)
    parser.add_argument("--only", nargs="+", default=(), help="pages by name, or the beginning of it")
    parser.add_argument("--to", type=Path, default=settings.DATA_DIR / "shots")
    given = parser.parse_args()
    return Wanted(given.to, given.languages, given.devices, given.only)


def main() -> int:
    django.setup()
    from django.conf import settings
    from django.test.utils import setup_test_environment
    from pytest_django.live_server_helper import LiveServer

    wanted = read_arguments()
    hashers: Any = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.PASSWORD_HASHERS = hashers
    setup_test_environment()
    with own_database():
        from tests.browser.pages import Scene, pages

        scene = Scene()
        found, failed = pages(scene)
        sys.stdout.write("".join(f"can't be shown: {fault}\n" for fault in failed))
        shown = [page for page in found if not wanted.only or page.name.startswith(tuple(wanted.only))]
        server = LiveServer("localhost")
        settings.SITE_URL = server.url
        try:
            count = shoot(scene, shown, server.url, wanted)
        finally:
            server.stop()
    sys.stdout.write(f"{count} pictures of {len(shown)} pages; look through {index_write(shown, wanted)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
