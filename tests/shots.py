"""A picture of every page, on a phone and at a desk, in both colour schemes and all languages, and a page to look
through them: `make shots`, or `python -m tests.shots [--languages en de] [--only home event] [--devices phone zoomed]`.

The pages are those of tests/browser/pages.py: the site's own addresses on the demo club, in a database that is gone
afterwards. All of them are a thousand pictures and take some minutes; `--only` and `--languages` make it seconds.
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
from itertools import product
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
# Zoomed: a desk at 200 %.
SIZES = {
    "phone": {"width": 390, "height": 844},
    "desk": {"width": 1280, "height": 800},
    "small": {"width": 360, "height": 740},
    "zoomed": {"width": 640, "height": 400},
    "wide": {"width": 1920, "height": 1080},
}
ON_TOUCH = ("phone", "small")
INDEX_STYLE = """body { font: 15px/1.4 system-ui, sans-serif; margin: 16px; background: #666; color: #fff }
h2 { margin: 32px 0 8px; font-size: 20px } h2 small { font-weight: 400 } a { color: #fff }
header { position: sticky; top: 0; background: #444; margin: -16px -16px 0; padding: 8px 16px }
label { margin-right: 12px } nav { columns: 12rem; margin-top: 16px }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start } h2 { scroll-margin-top: 48px }
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


def context_for(browser: Browser, scene: Scene, shown: ShownPage, site: str, language: str, **more: Any) -> Any:
    """A browser of somebody who sees the page, with the language chosen."""
    from django.conf import settings

    context = browser.new_context(base_url=site, locale=language, **more)
    cookies = {**scene.cookies(shown.seen_by), settings.LANGUAGE_COOKIE_NAME: language}
    context.add_cookies([{"name": name, "value": value, "url": site} for name, value in cookies.items()])
    return context


def page_for(browser: Browser, scene: Scene, shown: ShownPage, site: str, language: str, device: str) -> Page:
    sizes = {"viewport": SIZES[device], "is_mobile": device in ON_TOUCH}
    page: Page = context_for(browser, scene, shown, site, language, **sizes).new_page()
    return page


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
        page.screenshot(path=folder / f"{name}-{scheme}.jpg", type="jpeg", quality=85, full_page=True)
    return len(SCHEMES)


def index_write(shown: Sequence[ShownPage], wanted: Wanted) -> Path:
    """The page to look through: a list of the pages, switches for what to see, the pictures of each page in a row."""
    switches = (*wanted.languages, *wanted.devices, *SCHEMES)
    hidden = " ".join(f"body:has(#{name}:not(:checked)) .{name} {{ display: none }}" for name in switches)
    ticks = "".join(f'<label><input type="checkbox" id="{name}" checked> {name}</label>' for name in switches)
    links = "".join(f'<a href="#page-{each.name}">{html.escape(each.name)}</a><br>' for each in shown)
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title>',
        f"<style>{INDEX_STYLE} {hidden}</style><header>{ticks}</header><nav>{links}</nav>",
        *(_index_row(each, wanted) for each in shown),
    ]
    path = wanted.folder / "index.html"
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def _index_row(each: ShownPage, wanted: Wanted) -> str:
    figures = []
    for language, device, scheme in product(wanted.languages, wanted.devices, SCHEMES):
        file = f"{each.name}/{language}-{device}-{scheme}.jpg"
        picture = f'<img src="{file}" loading="lazy" alt="{each.name}, {language}, {device}, {scheme}">'
        figures.append(f'<figure class="{language} {device} {scheme}"><a href="{file}">{picture}</a></figure>')
    head = f"{html.escape(each.name)} <small>{html.escape(each.path)} ({each.seen_by})</small>"
    return f'<h2 id="page-{each.name}">{head}</h2><div class="row">{"".join(figures)}</div>'


def read_arguments() -> Wanted:
    from django.conf import settings

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--devices", nargs="+", choices=tuple(SIZES), default=DEVICES)
    parser.add_argument("--only", nargs="+", default=(), help="pages by name, or the beginning of it")
    parser.add_argument("--to", type=Path, default=settings.DATA_DIR / "shots")
    given = parser.parse_args()
    return Wanted(given.to, given.languages, given.devices, given.only)


@contextmanager
def served_scene() -> Iterator[tuple[Scene, str]]:
    """The demo club in a database of its own, and the address at which it is served."""
    django.setup()
    from django.conf import settings
    from django.test.utils import setup_test_environment
    from pytest_django.live_server_helper import LiveServer

    hashers: Any = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.PASSWORD_HASHERS = hashers
    setup_test_environment()
    with own_database():
        from tests.browser.pages import Scene

        scene = Scene()
        server = LiveServer("localhost")
        settings.SITE_URL = server.url
        try:
            yield scene, server.url
        finally:
            server.stop()


def main() -> int:
    django.setup()
    wanted = read_arguments()
    with served_scene() as (scene, site):
        from tests.browser.pages import pages

        found, failed = pages(scene)
        sys.stdout.write("".join(f"can't be shown: {fault}\n" for fault in failed))
        shown = [page for page in found if not wanted.only or page.name.startswith(tuple(wanted.only))]
        count = shoot(scene, shown, site, wanted)
    sys.stdout.write(f"{count} pictures of {len(shown)} pages; look through {index_write(shown, wanted)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
