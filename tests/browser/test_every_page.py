"""Every page in a real browser: axe finds nothing serious in either colour scheme, nothing is wider than a small phone
or than a page at twice its size, and the numbers that decide are seen without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error, Page

from tests.browser.conftest import Complaints
from tests.browser.pages import NOT_FOUND, Scene, ShownPage, candidates, is_none, is_page
from tests.extent import WHOLE, sampled
from tests.handbook_pictures import PICTURES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GRAVE = ("serious", "critical")
# Nothing is in frames, and no style sheet is anybody else's: nothing to fetch beforehand.
QUICK: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "iframes": False, "selectors": False}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
EVERYTHING: dict[str, Any] = {**QUICK, "runOnly": {"type": "tag", "values": WCAG}}
# Header and footer are the same on all pages: they are looked at once for each reader.
INSIDE: dict[str, Any] = {"exclude": [[".site-header"], [".site-footer"]]}
# Of neighbours that are built alike and differ in words alone (rows, entries of a list) axe sees two, from the
# innermost outwards. Alike: the same elements, classes, roles, kinds and states, and words where the other has some.
# Cells stay, as heads belong to them. No style hangs on a place but every second row's. Of the hundreds of parts of the
# API's reference three stay.
THINNED = """() => {
  const worded = /^(aria-label|alt|title|href|id|for|name|value|placeholder|aria-(labelledby|describedby|controls))$/;
  const staying = new Set(["td", "th", "dt", "dd", "option", "col"]);
  const shape = element => [
    element.localName,
    [...element.attributes].filter(each => !each.name.startsWith("data-"))
      .map(each => each.name + "=" + (worded.test(each.name) ? !!each.value.trim() : each.value)).sort(),
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim()),
    [...element.children].map(shape).join(),
  ].join("|");
  const thin = parent => {
    const seen = new Map();
    for (const child of [...parent.children]) {
      thin(child);
      const alike = shape(child);
      seen.set(alike, (seen.get(alike) || 0) + 1);
      if (seen.get(alike) > 2 && !staying.has(child.localName)) child.remove();
    }
  };
  document.querySelectorAll(".reference-part:nth-child(n + 4)").forEach(part => part.remove());
  thin(document.body);
}"""
# The schemes differ in colours alone.
CONTRAST: dict[str, Any] = {**QUICK, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
DESK, TWICE, PHONE = 1280, 640, 360  # widths in CSS pixels; twice: a desk at 200 % zoom
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The name and the number that decides of each table's first row, where they end beyond the right edge.
CUT = """[...document.querySelectorAll("main table")].flatMap(table =>
  [...table.querySelectorAll("tbody tr:first-child .name-cell, tbody tr:first-child .decides")]
    .filter(cell => !cell.closest("details:not([open])") && cell.getBoundingClientRect().right > innerWidth + 1)
    .map(cell => cell.textContent.trim().slice(0, 30)))"""

# Words that a template's layout tore from punctuation: "Anna ," and "( 3 )". Scores are written "7 : 2".
TORN = r"""[...(document.querySelector("main") || document.body).innerText
  .matchAll(/[^\n]{0,20}(?:[\p{L}\p{N})”“] +(?:[,;!?)](?!\p{L})|\.(?![\p{N}.])|:(?! ?[-−–\p{N}]))|\( )[^\n]{0,20}/gu)]
  .map(each => each[0])"""


def grave(page: Page, around: Any, options: dict[str, Any]) -> Iterator[str]:
    """What axe finds serious, with the first element of each."""
    for found in page.evaluate("([around, options]) => axe.run(around || document, options)", [around, options])[
        "violations"
    ]:
        if found["impact"] in GRAVE:
            node = found["nodes"][0]
            why = node["any"][0]["message"] if node["any"] else ""
            yield f"{found['id']} ({len(found['nodes'])}): {node['html'][:160]} {why}"


def unreadable(page: Page, around: Any) -> list[str]:
    """What axe finds in both schemes. `around` is what it looks at."""
    found = [f"light: {fault}" for fault in grave(page, around, EVERYTHING)]
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {fault}" for fault in grave(page, around, CONTRAST)]


def unfitting(page: Page) -> list[str]:
    """What is too wide for a narrow screen, and words torn from their punctuation."""
    found = [f"white space before punctuation: {words}" for words in page.evaluate(TORN)]
    for width in (TWICE, PHONE):
        page.set_viewport_size({"width": width, "height": 780})
        over = page.evaluate(TOO_WIDE)
        if over > 0:
            found.append(f"{over} px wider than {width} px")
    return found + [f"not seen at {PHONE} px: {cell}" for cell in page.evaluate(CUT)]


def faults(page: Page, shown: ShownPage, around: Any) -> list[str]:
    """What is wrong with one page that a test is on. `around` is what axe looks at."""
    return [f"{shown.name} {shown.path} {fault}" for fault in unreadable(page, around) + unfitting(page)]


def faults_of_a_page_to_leave(page: Page, shown: ShownPage, around: Any) -> list[str]:
    """The same of a page that is left afterwards: it is thinned."""
    found = unfitting(page)
    page.set_viewport_size({"width": DESK, "height": 800})
    page.evaluate(THINNED)
    return [f"{shown.name} {shown.path} {fault}" for fault in found + unreadable(page, around)]


def opens(page: Page, shown: ShownPage, scene: Scene) -> bool:
    """Go there, at a desk by day: whether it is a page. AssertionError where it should be one and isn't."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size({"width": DESK, "height": 800})
    try:
        response = page.goto(shown.path, wait_until="load")
    except Error:  # a file to keep, or a refusal without a page
        assert is_none(scene.client(shown.seen_by).get(shown.path).status_code), shown
        return False
    assert response is not None
    if response.request.redirected_from is not None:
        return False
    found = is_page(response.status, response.headers.get("content-type", ""), response.body())
    assert found or is_none(response.status), (shown, response.status)
    assert response.status != 404 or shown.name == NOT_FOUND, shown
    return found


# All pages are shared out over four tests, which two processes can run; `make test` looks at a part of them.
PARTS = 4
SAMPLE = 24


@pytest.mark.parametrize("part", range(PARTS) if WHOLE else range(1))
def test_every_page_is_accessible_and_fits(
    new_page: Callable[..., Page], complaints: Complaints, site: str, part: int
) -> None:
    complaints.expect("status of 404|status of 405")
    scene = Scene()
    every, found = candidates(scene)
    found += [
        f"a picture of the handbook is of no page: {each.page}"
        for each in PICTURES.values()
        if each.page not in {shown.name for shown in every}
    ]
    pages = every[part::PARTS] if WHOLE else sampled(every, SAMPLE)
    opened: dict[str, Page] = {}
    looked_at = 0
    for shown in pages:
        around: Any = INSIDE
        if shown.seen_by not in opened:
            page = opened[shown.seen_by] = new_page()
            page.context.add_init_script(AXE_SCRIPT)
            page.context.add_cookies(
                [{"name": name, "value": value, "url": site} for name, value in scene.cookies(shown.seen_by).items()]
            )
            around = None
        if opens(opened[shown.seen_by], shown, scene):
            looked_at += 1
            found += faults_of_a_page_to_leave(opened[shown.seen_by], shown, around)
    assert found == [], "\n".join(found)
    assert looked_at > len(pages) / 3  # the others lead on, or take only what is sent
