"""A recorded elemental duel in the browser: readable, steps without a script, plays by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from playwright.sync_api import Page, expect

from games.engine.systems.elemental.edition import DEFAULT_EDITION
from games.enums import Grade
from games.services.editions import edition_copy
from tests.browser.conftest import WAIT_MS
from tests.browser.test_every_page import unfitting, unreadable
from tests.evening import Evening, entry_at, game_of
from tournaments.services.results.confirm import result_confirm

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Ada", "Bo", "Cleo", "Dan")


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def address(evening: Evening) -> str:
    """The page of a game for four that was recorded."""
    event = evening.started(NAMES, preset="elemental-evening")
    match = evening.publish(event, 1)[0]
    submission = evening.submit(match, evening.body(match, Grade.RECORD))
    for seat in (1, 2):
        result_confirm(act=evening.by(entry_at(match, seat)), submission_key=submission.key)
    return f"/games/{game_of(match).key}/"


def signed_in(page: Page, evening: Evening, site: str) -> Page:
    session = evening.browser().cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    return page


def test_game_is_stepped_through_without_scripts(new_page: Callable[..., Page], address: str) -> None:
    page = new_page(phone=True, java_script_enabled=False)
    page.goto(f"{address}?step=0")
    expect(page.get_by_role("heading", name="The start")).to_be_visible()
    page.get_by_role("link", name="One step on").click()
    expect(page).to_have_url(re.compile(r"step=1"))
    expect(page.get_by_role("heading", name=re.compile("Turn 1, player .: a move"))).to_be_visible()
    page.get_by_role("link", name="To the end").click()
    expect(page.get_by_role("heading", name="The end")).to_be_visible()


def test_game_plays_by_itself_and_its_address_names_the_step(page: Page, address: str) -> None:
    page.goto(f"{address}?step=0")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", name=re.compile("Turn 1"))).to_be_visible(timeout=WAIT_MS)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("link", name="To the end").click()
    expect(page.get_by_role("heading", name="The end")).to_be_visible()
    expect(page).to_have_url(re.compile(r"step=[1-9]\d+"))


@pytest.mark.slow
def test_pages_of_the_game_are_readable_in_both_schemes_and_fit_a_phone(
    page: Page, evening: Evening, address: str, site: str
) -> None:
    edition = edition_copy(
        act=evening.act(), club=evening.club, source=DEFAULT_EDITION, title="Our box", system="elemental"
    )
    signed_in(page, evening, site)
    found = {}
    for path in (address, f"/editions/{edition.key}/", f"/editions/{edition.key}/edit/", "/rules/elemental/"):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(path)
        page.evaluate(AXE_SCRIPT)
        found[path] = unreadable(page, None) + unfitting(page)

    assert {path: faults for path, faults in found.items() if faults} == {}
