"""Every page in a real browser: axe finds nothing serious in either colour scheme, nothing is wider than a small phone
or than a page at twice its size, and the numbers that decide are seen without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.conftest import Complaints
from tests.browser.pages import Scene, ShownPage, pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GRAVE = ("serious", "critical")
# Nothing is in frames, and no style sheet is anybody else's: nothing to fetch beforehand.
QUICK: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "iframes": False, "selectors": False}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
EVERYTHING: dict[str, Any] = {**QUICK, "runOnly": {"type": "tag", "values": WCAG}}
# The schemes differ in colours alone.
CONTRAST: dict[str, Any] = {**QUICK, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
DESK, TWICE, PHONE = 1280, 640, 360  # widths in CSS pixels; twice: a desk at 200 % zoom
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The name and the number that decides of each table's first row, where they end beyond the right edge.
CUT = """[...document.querySelectorAll("main table")].flatMap(table =>
  [...table.querySelectorAll("tbody tr:first-child .name-cell, tbody tr:first-child .decides")]
    .filter(cell => !cell.closest("details:not([open])") && cell.getBoundingClientRect().right > innerWidth + 1)
    .map(cell => cell.textContent.trim().slice(0, 30)))"""


def grave(page: Page, options: dict[str, Any]) -> Iterator[str]:
    """What axe finds serious, with the first element of each."""
    for found in page.evaluate("options => axe.run(document, options)", options)["violations"]:
        if found["impact"] in GRAVE:
            node = found["nodes"][0]
            why = node["any"][0]["message"] if node["any"] else ""
            yield f"{found['id']} ({len(found['nodes'])}): {node['html'][:160]} {why}"


def faults(page: Page, shown: ShownPage) -> list[str]:
    """What is wrong with one page."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size({"width": DESK, "height": 800})
    page.goto(shown.path, wait_until="load")
    found = [f"light: {fault}" for fault in grave(page, EVERYTHING)]
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {fault}" for fault in grave(page, CONTRAST)]
    for width in (TWICE, PHONE):
        page.set_viewport_size({"width": width, "height": 780})
        over = page.evaluate(TOO_WIDE)
        if over > 0:
            found.append(f"{over} px wider than {width} px")
    found += [f"not seen at {PHONE} px: {cell}" for cell in page.evaluate(CUT)]
    return [f"{shown.name} {shown.path} {fault}" for fault in found]


def test_every_page_is_accessible_and_fits(new_page: Callable[..., Page], complaints: Complaints, site: str) -> None:
    complaints.expect("status of 404")
    scene = Scene()
    every, found = pages(scene)
    opened: dict[str, Page] = {}
    for shown in every:
        if shown.seen_by not in opened:
            page = opened[shown.seen_by] = new_page()
            page.context.add_init_script(AXE_SCRIPT)
            page.context.add_cookies(
                [{"name": name, "value": value, "url": site} for name, value in scene.cookies(shown.seen_by).items()]
            )
        found += faults(opened[shown.seen_by], shown)
    assert found == [], "\n".join(found)
