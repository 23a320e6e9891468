"""Announcements in the browser: said at the desk, they come up on a player's phone and in the hall by themselves; an
arbiter's warning comes to the player alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import WAIT_MS
from tests.evening import PASSWORD, Evening, entry_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_announcement_and_warning_come_up_by_themselves(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.web.live.watch.LIVE_SECONDS", 0.5)
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    event = evening.started()
    entry = entry_at(evening.publish(event, 1)[0], 0)
    phone, hall, desk = new_page(phone=True), new_page(), new_page()
    phone.goto(f"/l/{link_token(subject=entry.key)}/")
    hall.goto(f"/events/{event.slug}/projector/")
    desk.goto(f"/accounts/login/?next=/events/{event.slug}/manage/announcements/")
    desk.locator("[name=login]").fill(evening.user.email)
    desk.locator("[name=password]").fill(PASSWORD)
    desk.locator("main").get_by_role("button", name="Sign in").click()

    desk.get_by_label("What everybody should know").fill("Soup is ready.")
    desk.get_by_role("button", name="Announce").click()

    expect(phone.get_by_text("Soup is ready.", exact=True)).to_be_visible()
    expect(hall.get_by_text("Soup is ready.", exact=True)).to_be_attached()

    desk.goto(f"/events/{event.slug}/manage/penalties/")
    desk.get_by_label("Player", exact=True).select_option(entry.key)
    desk.get_by_label("Warning", exact=True).check()
    desk.get_by_label("Reason").fill("A phone rang.")
    desk.get_by_role("button", name="Put on record").click()
    expect(desk.get_by_text("Warning is on record.")).to_be_visible()
    expect(phone.get_by_text("A phone rang.", exact=True)).to_be_visible()
    expect(hall.get_by_text("A phone rang.")).to_have_count(0)
