"""Signing up and checking in on phones while the desk looks on, in a real browser."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Complaints
from tests.evening import PASSWORD, Evening
from tournaments.models import CheckIn, Entry, Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.check_in import check_in_open
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.rounds.pair import round_pair

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOTS = os.environ.get("SCREENSHOTS", "")


def shot(page: Page, name: str) -> None:
    """A picture of the whole page, where somebody wants to look at it (SCREENSHOTS names the folder)."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def signed_in(page: Page, evening: Evening) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("E-mail").or_(page.get_by_label("Email")).first.fill(evening.user.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()


def test_player_signs_up_on_a_phone_checks_in_and_the_desk_sees_it(new_page: Callable[..., Page]) -> None:
    evening = Evening()
    event: Event = evening.event(tuple(f"Player {number:02}" for number in range(30)), preset="swiss-evening")
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"sign_up": True, "capacity": 32})

    phone = new_page(**PHONE)
    phone.goto(f"/events/{event.slug}/")
    phone.get_by_role("link", name="Sign up", exact=True).click()
    expect(phone.get_by_text("2 places are free.")).to_be_visible()
    shot(phone, "sign-up-phone")
    phone.get_by_label("Your name").press_sequentially("Zoë van Dam", delay=200)
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_role("heading", name="You are signed up")).to_be_visible()
    shot(phone, "signed-up-phone")
    entry = Entry.objects.get(player__name="Zoë van Dam")
    address = phone.locator("#own-link").get_attribute("href")

    check_in_open(act=evening.act(), event=event)
    phone.goto(str(address))  # as the code is scanned: it shows the button, and nothing has happened yet
    shot(phone, "own-page-phone")
    assert not CheckIn.objects.exists()
    phone.get_by_role("button", name="Check in").click()
    expect(phone.get_by_text("checked in", exact=True)).to_be_visible()
    assert CheckIn.objects.get().entry == entry

    desk = new_page(**DESK)
    signed_in(desk, evening)
    desk.goto(f"/events/{event.slug}/manage/check-in/")
    lead = desk.locator("#desk .lead")
    expect(lead).to_have_text("1 here, 30 are missing.")
    shot(desk, "desk")
    search: Any = desk.locator("#q")
    search.press_sequentially("player 07", delay=20)
    expect(desk.locator("#people li")).to_have_count(1)
    desk.get_by_role("button", name="Player 07").press("Enter")
    expect(lead).to_have_text("2 here, 29 are missing.")
    expect(desk.get_by_role("button", name=re.compile("Not here.*Player 07"))).to_be_focused()
    expect(desk.locator("#desk-said")).to_have_text("2 here, 29 are missing.")  # said aloud
    expect(search).to_have_value("player 07")
    assert CheckIn.objects.count() == 2


@pytest.mark.slow
def test_organiser_enters_a_list_and_changes_settings(new_page: Callable[..., Page], complaints: Complaints) -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"), preset="swiss-evening")
    desk = new_page(**DESK)
    signed_in(desk, evening)
    desk.goto(f"/events/{event.slug}/manage/players/")
    desk.get_by_label("Players, one per line").fill("Name;Rating\nCleo;1500\nAnna;\nDora;1400")
    desk.get_by_role("button", name="Preview").click()
    expect(desk.get_by_text("2 players will be entered.")).to_be_visible()
    shot(desk, "players-preview")
    desk.get_by_role("button", name="Add these players").click()
    expect(desk.get_by_text("2 players are entered.")).to_be_visible()
    shot(desk, "players")
    desk.goto(f"/events/{event.slug}/manage/settings/")
    shot(desk, "settings")
    complaints.expect("status of 422")
    folded = desk.locator("#id_rating_from")
    folded.evaluate("field => { field.value = '-3'; }")
    desk.get_by_role("button", name="Save").click()
    expect(folded).to_be_focused()  # what the browser won't send is unfolded
    folded.fill("")
    desk.get_by_label("Places").fill("20")
    desk.get_by_label("Results count before").set_checked(False)
    for language in ("DE", "EN"):  # what was typed comes along
        desk.get_by_role("button", name=language, exact=True).click()
        expect(desk.locator("html")).to_have_attribute("lang", language.lower())
        expect(desk.locator("#id_capacity")).to_have_value("20")
        expect(desk.locator("#id_unconfirmed_counts")).not_to_be_checked()
    expect(desk.get_by_text("it hasn’t been sent yet")).to_be_visible()
    desk.get_by_label("Results count before").set_checked(True)
    desk.get_by_text("For experts: pairing, points, conditions").click()
    desk.get_by_label("A win", exact=True).fill("3")
    desk.locator("form").evaluate_all("forms => forms.forEach(form => { form.noValidate = true; })")
    desk.get_by_label("A tie", exact=True).fill("99")
    desk.get_by_role("button", name="Save").click()
    expect(desk).to_have_title(re.compile("^Please correct: Settings"))
    expect(desk.locator("#mend")).to_be_focused()
    desk.get_by_role("button", name="EN", exact=True).click()
    expect(desk.locator("#mend")).to_have_count(0)  # the page anew, not the answer
    expect(desk.get_by_label("A tie", exact=True)).to_have_value("99")
    desk.locator("form").evaluate_all("forms => forms.forEach(form => { form.noValidate = true; })")
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator("#mend")).to_be_focused()
    desk.locator("#mend").get_by_role("link", name="A tie").click()
    expect(desk.get_by_label("A tie", exact=True)).to_be_focused()
    desk.get_by_label("A tie", exact=True).fill("0.5")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("The settings are saved.")).to_be_visible()
    event.refresh_from_db()
    assert (event.entering.capacity, event.settings.win) == (20, 6)

    round_pair(act=evening.act(), stage=stage_of(event_start(act=evening.act(), event=event)), number=1)
    desk.goto(f"/events/{event.slug}/manage/rounds/1/")
    second = desk.locator("#pairings li").nth(1)
    name, other = (label.inner_text() for label in second.locator("label").all())
    second.get_by_role("button", name="Swap who starts").click()
    expect(second.locator("label").first).to_have_text(other)
    expect(second.get_by_label(name)).to_be_focused()  # where something changed, with what was done
    expect(second.get_by_label(name)).to_have_accessible_description("The other one starts now.")
    desk.get_by_role("button", name="Publish round 1").click()
    expect(desk.locator("#said")).to_be_focused()
    expect(desk.locator("#said")).to_have_text("The round is published.")
