"""A club's own edition in the browser: copied, typed in on a phone without JavaScript, played with."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import ClubEdition
from tests.browser.conftest import Complaints
from tests.evening import PASSWORD, Evening
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNPROCESSABLE = "status of 422"  # the browser says on its console that a form was refused


def sign_in(page: Page, evening: Evening) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(evening.user.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("with_scripts", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_club_types_in_its_box_on_a_phone_and_plays_with_it(
    with_scripts: bool, new_page: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.expect(UNPROCESSABLE)
    evening = Evening()
    page = new_page(phone=True, java_script_enabled=with_scripts)
    sign_in(page, evening)
    page.goto(f"/clubs/{evening.club.slug}/")
    page.get_by_role("link", name="Type in what your box says").click()
    page.get_by_label("Title").fill("Our box")
    page.get_by_role("button", name="Copy it").click()

    page.get_by_label("Level 1", exact=True).fill("-4")
    page.get_by_label("Level 1: where from").select_option("on our box")
    truce = page.get_by_role("group", name="Truce")
    truce.get_by_label("Effect", exact=True).select_option("triumph")
    page.get_by_role("button", name="Save").click()
    expect(truce.get_by_text("This effect has this number")).to_have_count(2)
    assert fits(page)
    truce.get_by_label("Encounter points", exact=True).fill("4")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", name="Our box")).to_be_visible()
    expect(page.get_by_text("13 of the 16 values of the energy track")).to_be_visible()
    assert fits(page)
    edition = ClubEdition.objects.get()
    data = json.loads(edition.data)
    assert data["track"][1] == {"value": -4, "provenance": "printed"}
    assert data["cards"]["truce"]["values"]["points"] == {"value": 4, "provenance": "assumed"}

    page.get_by_role("link", name="How it differs from others").click()
    expect(page.get_by_role("row", name="Energy track – Level 1 −3 (assumed) −4 (printed)")).to_be_visible()
    assert fits(page)
    page.goto(f"/clubs/{evening.club.slug}/events/new/")
    page.get_by_label("Name of the event").fill("Friday evening")
    page.get_by_label("Edition of the rules").select_option("Our box")
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("heading", name="Friday evening")).to_be_visible()
    assert Event.objects.get().settings.edition == edition.key
    page.goto("/events/friday-evening/")
    page.get_by_role("link", name="Our box").click()
    expect(page.get_by_role("heading", name="What is assumed")).to_be_visible()
