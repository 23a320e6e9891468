"""A recorded game of Magia Cum Laude in the browser: readable, steps without a script, plays by itself."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.enums import Grade
from tests.browser.conftest import WAIT_MS
from tests.browser.test_every_page import unfitting, unreadable
from tests.evening import Evening, entry_at, game_of
from tournaments.models import Match
from tournaments.services.results.confirm import result_confirm

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOTS = os.environ.get("GAME_SHOTS")  # a directory to look at the pages in
NAMES = ("Ada", "Bo", "Cleo", "Dan")


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def match(evening: Evening) -> Match:
    """A game for four that was recorded."""
    match = evening.publish(evening.started(NAMES, preset="cum-laude-evening"), 1)[0]
    submission = evening.submit(match, evening.body(match, Grade.RECORD))
    for seat in (1, 2):
        result_confirm(act=evening.by(entry_at(match, seat)), submission_key=submission.key)
    return match


@pytest.fixture
def address(match: Match) -> str:
    return f"/games/{game_of(match).key}/"


def test_game_is_stepped_through_without_scripts(new_page: Callable[..., Page], address: str) -> None:
    page = new_page(phone=True, java_script_enabled=False)
    page.goto(f"{address}?step=0")
    expect(page.get_by_role("heading", name="The start")).to_be_visible()
    page.get_by_role("link", name="One step on").click()
    expect(page).to_have_url(re.compile(r"step=1"))
    expect(page.get_by_role("heading", name=re.compile("Turn 1, player ."))).to_be_visible()
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
def test_pages_of_the_game_are_readable_in_both_schemes_and_fit_a_phone(page: Page, match: Match, address: str) -> None:
    event = match.round.stage.event.slug
    player = entry_at(match, 0).player.key
    found = {}
    paths = (f"{address}?step=40", address, "/rules/cum-laude/", f"/events/{event}/statistics/", f"/players/{player}/")
    for path in paths:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(path)
        page.evaluate(AXE_SCRIPT)
        found[path] = unreadable(page, None) + unfitting(page)

    assert {path: faults for path, faults in found.items() if faults} == {}


def test_names_at_a_table_stay_whole_beside_a_long_score(new_page: Callable[..., Page], evening: Evening) -> None:
    names = ("Ben Özdemir", "Charlotte Grünwald", "Maximilian Oberhuber", "Ilse-Marie van der Berg")
    match = evening.publish(evening.started(names, preset="cum-laude-evening", name="Long"), 1)[0]
    submission = evening.submit(match, evening.body(match, Grade.SHEET))
    for seat in (1, 2):
        result_confirm(act=evening.by(entry_at(match, seat)), submission_key=submission.key)
    page = new_page(viewport={"width": 360, "height": 740})
    page.goto(f"/events/{match.round.stage.event.slug}/pairings/")
    seats = page.locator(".pairing-many .pairing-seat a")
    expect(seats).to_have_count(4)
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / "pairings.png", full_page=True)
    assert [seats.nth(at).evaluate("(name) => name.getClientRects().length") for at in range(4)] == [1] * 4
    assert unfitting(page) == []
