"""The organiser's overview at size: eighty players on two screens, and the way from one page to the next by its tabs;
codes typed on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from magistrar_site.accounts.services.codes import codes_of
from tests.evening import Evening
from tournaments.services.entries.links import personal_links_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = tuple(f"Player {number:02}" for number in range(1, 81))
HEIGHT = "document.documentElement.scrollHeight / innerHeight"


def signed_in(page: Page, evening: Evening, site: str) -> Page:
    cookie = evening.browser().cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie.value, "url": site}])
    return page


def test_overview_of_eighty_players_fits_two_screens_and_tabs_lead_everywhere(
    new_page: Callable[..., Page], site: str
) -> None:
    evening = Evening()
    event = evening.started(PLAYERS, preset="swiss-evening")
    evening.publish(event, 1)
    for is_phone in (True, False):
        page = signed_in(new_page(phone=is_phone), evening, site)
        page.goto(f"/events/{event.slug}/manage/")
        assert page.evaluate(HEIGHT) <= 2
    tabs = page.get_by_role("navigation", name="Run this event")
    for name in ("Results", "Players", "Check-in", "Print", "Settings", "Log", "Overview"):
        tabs.get_by_role("link", name=name).click()
        expect(tabs.locator("[aria-current=page]")).to_contain_text(name)
    page.get_by_label("Tables or names").fill("17")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".desk .pairing")).to_have_count(1)


def test_player_types_a_code_on_a_phone_and_sees_the_own_page(new_page: Callable[..., Page]) -> None:
    evening = Evening()
    event = evening.started(PLAYERS[:4])
    personal_links_make(act=evening.act(), event=event)
    entry = event.entries.order_by("pk")[0]
    phone = new_page(phone=True)
    phone.goto("/j/")
    phone.get_by_label("Code").fill(codes_of([entry.key])[entry.key].lower())
    phone.get_by_role("button", name="Open").click()
    expect(phone.get_by_role("heading", name=entry.player.name)).to_be_visible()
