"""The desk in the browser: forty tables by keyboard, news while somebody types, calls from a table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.enums import GameState
from games.models import Game
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import Complaints
from tests.evening import NAMES, Evening, entry_at
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MANY = tuple(f"{first} {last}" for first in ("Ada", "Bo", "Cy", "Dag") for last in "ABCDEFGHIJKLMNOPQRST")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages look for news often enough for a test."""
    monkeypatch.setattr("tournaments.web.live.watch.LIVE_SECONDS", 0.5)


def at_the_desk(page: Page, site: str, evening: Evening, event: Event, place: str = "results/") -> None:
    """The organiser's page, signed in."""
    name = settings.SESSION_COOKIE_NAME
    value = evening.browser().cookies[name].value
    page.context.add_cookies([{"name": name, "value": value, "url": site}])
    page.goto(f"/events/{event.slug}/manage/{place}")


def test_forty_tables_are_entered_without_touching_the_mouse(page: Page, site: str, complaints: Complaints) -> None:
    complaints.expect("409")
    evening = Evening()
    event = evening.started(MANY, preset="swiss-evening", name="Large")
    matches = evening.publish(event, 1)
    at_the_desk(page, site, evening, event)
    line = page.get_by_label("Table and result")
    expect(line).to_be_focused()
    first, second = (entry_at(matches[3], position).player.name for position in (0, 1))
    page.keyboard.type("4 23:13\n")
    expect(page.locator("#just-done")).to_contain_text(f"Table 4: {first} won 23 : 13.")
    expect(line).to_be_focused()
    page.keyboard.type(", ".join(f"{table} {1 + table % 2}" for table in range(1, 41) if table != 4) + "\n")
    expect(page.get_by_text("40 of 40 results are in")).to_be_visible()
    assert Game.objects.filter(state=GameState.ENTERED).count() == 40
    # Typed over: it asks, and the same key goes on.
    expect(line).to_be_focused()
    page.keyboard.type("4 10:24\n")
    expect(page.get_by_role("button", name="Replace")).to_be_focused()
    expect(page.locator("#asked")).to_contain_text(f"Table 4: {first} won 23 : 13.")
    page.keyboard.press("Enter")
    expect(page.locator("#just-done")).to_contain_text(f"Table 4: {second} won 24 : 10.")
    # A slip of the finger is said, and only that is left to be typed.
    page.keyboard.type("41 1\n")
    expect(page.get_by_role("alert")).to_contain_text("no such table")
    expect(line).to_have_value("41 1")
    page.get_by_role("button", name=re.compile(f"Undo ?: Table 4: {second}")).press("Enter")
    expect(page.locator("#said")).to_contain_text(f"Undone. Table 4: {first} won 23 : 13.")


def test_news_comes_to_the_desk_while_somebody_types(
    page: Page, new_page: Callable[..., Page], site: str, quick: None
) -> None:
    evening = Evening()
    event = evening.started(NAMES)
    matches = evening.publish(event, 1)
    at_the_desk(page, site, evening, event)
    overview = page.context.new_page()
    overview.goto(f"/events/{event.slug}/manage/")
    overview.evaluate("window.stayed = true")
    page.evaluate("window.stayed = true")
    line = page.get_by_label("Table and result")
    page.set_viewport_size({"width": 390, "height": 500})
    line.focus()
    page.keyboard.type("4 1")
    evening.submit(matches[2])
    evening.submit(matches[0])
    expect(page.locator("#table-3")).to_contain_text("to be confirmed")
    expect(page.locator("#table-1")).to_contain_text("to be confirmed")
    expect(page.get_by_role("button", name="2 new")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    expect(line).to_be_focused()
    page.keyboard.type("+")
    expect(line).to_have_value("4 1+")
    page.get_by_role("button", name="2 new").click()
    expect(page.locator("[data-live-pill]")).to_be_hidden()
    # Who disagrees, and who calls, comes first on the overview, with a number on the tab.
    evening.submit(matches[0], position=1)
    own = new_page(phone=True)
    mine = entry_at(matches[1], 0)
    own.goto(f"/l/{link_token(subject=mine.key)}/")
    own.get_by_role("button", name="Call the arbiter").click()
    expect(own.get_by_text("The arbiter is called to your table.").first).to_be_visible()
    first = overview.locator("#overview li").first
    expect(first).to_contain_text(f"Table 2: {mine.player.name} calls the arbiter")
    expect(overview.get_by_text("Table 1: the players disagree").first).to_be_visible()
    expect(overview.get_by_role("link", name=re.compile("^Results"))).to_contain_text("2")
    assert [each.evaluate("window.stayed") for each in (page, overview)] == [True, True]
    # What is half typed outlasts the page that another button of it loads.
    page.get_by_role("button", name=re.compile("I’m coming")).click()
    expect(page.get_by_text("is on the way").first).to_be_visible()
    expect(line).to_have_value("4 1+")
    expect(own.get_by_text("is coming to your table").first).to_be_visible()
    overview.get_by_role("button", name=re.compile("^Done")).click()
    expect(own.get_by_role("button", name="Call the arbiter")).to_be_visible()


def test_who_checks_in_appears_at_the_desk(page: Page, new_page: Callable[..., Page], site: str, quick: None) -> None:
    evening = Evening()
    event = evening.started(NAMES)
    evening.publish(event, 1)
    at_the_desk(page, site, evening, event, "check-in/")
    page.get_by_role("button", name="Open the check-in").click()
    search = page.get_by_role("searchbox", name="Search", exact=True)
    search.fill("e")
    expect(page.locator("#people li")).not_to_have_count(len(NAMES))
    shown = page.locator("#people li").count()
    entry = event.entries.get(player__name="Erik")
    own = new_page(phone=True)
    own.goto(f"/l/{link_token(subject=entry.key)}/")
    own.get_by_role("button", name="Check in").click()
    expect(page.locator(f"#person-{entry.key}")).to_contain_text("here")
    expect(page.locator("#people li")).to_have_count(shown)
    expect(search).to_have_value("e")
    expect(search).to_be_focused()
