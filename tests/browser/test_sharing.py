"""A game that plays by itself, is shared, and stands in a frame of another site."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Complaints
from tests.evening import Evening, game_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> str:
    """The key of a recorded game."""
    evening = Evening()
    match = evening.publish(evening.started(("Anna", "Bert")), 1)[0]
    evening.play(match)
    return game_of(match).key


def step_of(page: Page) -> int:
    return int(page.locator("[data-replay-step]").get_attribute("data-replay-step") or -1)


def test_replay_plays_when_it_is_asked_to_and_the_keyboard_stops_it(new_page: Callable[..., Page], game: str) -> None:
    page = new_page(reduced_motion="reduce")
    page.goto(f"/games/{game}/?step=3")
    button = page.locator("[data-replay-play]")
    expect(button).to_have_text("Play")
    assert step_of(page) == 3

    button.press("Enter")
    expect(page.locator("[data-replay-step]")).to_have_attribute("data-replay-step", "4")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".replay-said")).to_have_attribute("aria-live", "off")

    page.keyboard.press("ArrowLeft")
    expect(button).to_have_text("Play")
    expect(page.locator(".replay-said")).to_have_attribute("aria-live", "polite")
    assert step_of(page) in (3, 4)
    assert page.url.endswith(f"step={step_of(page)}")


def test_game_is_shared_by_the_devices_list_or_copied(new_page: Callable[..., Page], game: str) -> None:
    page = new_page()
    page.add_init_script("navigator.share = (what) => { window.shared = what; return Promise.resolve(); };")
    page.goto(f"/games/{game}/")
    page.get_by_text("Share", exact=True).click()
    address = page.get_by_label("Address").input_value()
    page.get_by_role("button", name="Share or copy").click()
    assert page.evaluate("window.shared.url") == address
    assert address.endswith(f"/games/{game}/")

    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = undefined;")
    page.goto(f"/games/{game}/")
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Share or copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == address


def test_embed_stands_in_a_frame_and_no_other_page_does(
    new_page: Callable[..., Page], site: str, game: str, complaints: Complaints
) -> None:
    complaints.expect("frame-ancestors|Framing|refused to connect|X-Frame-Options")
    page = new_page()
    paths = {"embed": f"/embed/en/games/{game}/", "page": f"/games/{game}/"}
    # From this machine to itself, as browsers don't let an unknown site frame what is on the local network.
    for name, path in paths.items():
        html = f'<iframe src="{path}" width="600" height="900"></iframe>'
        page.route(f"{site}/framing-{name}/", partial(Route.fulfill, body=html, content_type="text/html"))
    frame = page.frame_locator("iframe")

    page.goto("/framing-embed/")
    expect(frame.locator(".scoreline-number")).to_have_count(2)
    frame.locator("[data-go='0']").first.click()
    expect(frame.locator("[data-replay-step]")).to_have_attribute("data-replay-step", "0")
    assert page.context.cookies() == []

    page.goto("/framing-page/")
    expect(frame.locator(".scoreline-number")).to_have_count(0)
