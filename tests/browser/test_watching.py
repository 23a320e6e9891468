"""Looking on in the browser: a game step by step, an event page that follows the evening, the hall's screen, paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.services.players import player_rename
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import Complaints
from tests.evening import NAMES, PASSWORD, Evening, entry_at
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SWIPE = """(by) => {
  const board = document.querySelector('.board');
  const touch = (x) => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
  const send = (kind, touches, x) =>
    board.dispatchEvent(new TouchEvent(kind, {bubbles: true, touches, changedTouches: [touch(x)]}));
  send('touchstart', [touch(200)], 200);
  send('touchend', [], 200 + by);
}"""


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


# What reaches beyond its line on the hall's screen, and where there aren't as many heads as columns.
STUCK_OUT = """() => [...document.querySelectorAll('[data-slide].is-shown')].flatMap((slide) => {
  const lines = [...slide.querySelectorAll('.hall-row.is-shown')];
  const right = (each) => each.getBoundingClientRect().right;
  const out = lines.filter((line) => [...line.children].some((child) => right(child) > right(line) + 1));
  const columns = new Set(lines.map((line) => line.getBoundingClientRect().left)).size;
  const heads = slide.querySelectorAll('.hall-heads > .is-shown').length;
  return [...out.map((line) => line.textContent), ...(heads === columns ? [] : [heads + ' heads'])];
})"""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages look for news often enough for a test."""
    monkeypatch.setattr("tournaments.web.live.watch.LIVE_SECONDS", 0.5)


def game_page(match: Match) -> str:
    return f"/games/{match.games.all()[0].game.key}/"


def test_game_is_stepped_through_by_keys_buttons_and_swipes_and_the_address_follows(
    new_page: Callable[..., Page],
) -> None:
    evening = Evening()
    match = evening.publish(evening.started(NAMES[:2]), 1)[0]
    evening.play(match)
    page = new_page(phone=True)
    page.goto(f"{game_page(match)}?step=16")
    shown = page.locator("[data-replay-step]")
    expect(shown).to_have_attribute("data-replay-step", "16")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-replay-step", "17")
    expect(page).to_have_url(re.compile(r"step=17"))
    heading = page.locator(".replay-said h3").inner_text()
    page.get_by_role("link", name="One step back").click()
    expect(shown).to_have_attribute("data-replay-step", "16")
    page.evaluate(SWIPE, -120)
    expect(shown).to_have_attribute("data-replay-step", "17")
    page.evaluate(SWIPE, 120)
    expect(shown).to_have_attribute("data-replay-step", "16")
    page.evaluate(SWIPE, -120)
    # The link to the step shows the same to somebody else, without a script as well.
    plain = new_page(java_script_enabled=False)
    plain.goto(page.url)
    assert plain.locator(".replay-said h3").inner_text() == heading
    plain.get_by_role("link", name="One step on").click()
    expect(plain.locator("[data-replay-step]")).to_have_attribute("data-replay-step", "18")


def test_result_appears_without_a_reload_and_is_said(
    page: Page, new_page: Callable[..., Page], complaints: Complaints, quick: None
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED|htmx:sendError|htmx:afterRequest")
    evening = Evening()
    event = evening.started(NAMES[:4])
    first, second = evening.publish(event, 1)
    mine, other = entry_at(first, 0), entry_at(first, 1)
    own = new_page(phone=True, timezone_id="America/New_York")
    own.goto(f"/l/{link_token(subject=mine.key)}/")
    own.goto(f"/events/{event.slug}/")
    own_times = own.locator(".own-time").all_inner_texts()  # of the event, and of the round
    assert len(own_times) == 2
    page.goto(f"/events/{event.slug}/")
    page.get_by_text("How to verify this event").click()
    watched = new_page()
    watched.goto(f"{game_page(first)}?step=17")
    hall = new_page(viewport={"width": 1920, "height": 1080})
    hall.goto(f"/events/{event.slug}/projector/")
    looking = (page, watched, hall, own)
    for each in looking:
        each.evaluate("window.stayed = true")
    score = page.locator(".pairing-score")
    expect(page.get_by_text("2 games still open")).to_be_visible()
    assert score.count() == 0
    evening.play(first)
    expect(score).to_have_count(1)
    expect(page.get_by_text("1 game still open")).to_be_visible()
    expect(page.locator("[data-live-said]")).to_contain_text(f"Table 1: {mine.player.name}")
    # What the reader has unfolded stays so.
    expect(page.locator("details[open] > summary")).to_have_text("How to verify this event")
    # The game's own page has the result and the steps of the game; the hall its line.
    expect(watched.locator(".replay .board")).to_be_visible()
    watched.keyboard.press("ArrowLeft")
    expect(watched.locator("[data-replay-step]")).to_have_attribute("data-replay-step", "48")
    expect(hall.get_by_text("1 game still open")).to_be_visible()
    # The hall says when it is cut off, and goes on by itself.
    hall.context.set_offline(True)
    expect(hall.locator(".hall-away")).to_be_visible()
    hall.context.set_offline(False)
    expect(hall.locator(".hall-away")).to_be_hidden()
    # A new round needs no reload either.
    evening.play(second)
    to_my_evening = own.get_by_role("link", name="To my evening")
    my_evening = own.context.new_page()
    my_evening.goto(to_my_evening.get_attribute("href") or "")
    to_my_evening.focus()
    matches = evening.publish(event, 2)
    expect(page.get_by_role("heading", name="Round 2 of")).to_be_visible()
    expect(page.locator("[data-live-said]")).to_contain_text("Round 2 is paired")
    # A player hears where to go, and the keyboard stays where it was.
    table, opponent = next(
        (match.table, entry_at(match, 1 - position).player.name)
        for match in matches
        for position in (0, 1)
        if entry_at(match, position) == mine
    )
    said = f"Round 2: table {table}, you play {opponent}"
    expect(own.locator("[data-live-said]")).to_contain_text(said)
    assert own.evaluate("document.activeElement.innerText.trim()") == "To my evening"
    expect(own.locator(".own-time").first).to_have_text(own_times[0].strip())
    expect(own.locator(".own-time")).to_have_count(2)
    expect(my_evening.locator("[data-live-said]")).to_contain_text(said)
    expect(my_evening.locator(".versus-name").first).to_have_text(opponent)
    # A new name is in what is open already, and in the tab.
    player_rename(act=evening.act(), player=other.player, name="Zoë")
    expect(watched.get_by_role("heading", level=1)).to_contain_text("Zoë")
    assert "Zoë" in watched.title()
    expect(watched.locator("[data-replay-step]")).to_have_attribute("data-replay-step", "48")
    assert [each.evaluate("window.stayed") for each in looking] == [True] * 4


@pytest.mark.slow
def test_hall_turns_pages_by_itself_and_is_held_by_a_key(new_page: Callable[..., Page]) -> None:
    evening = Evening()
    event = evening.started(tuple(f"Player {number:02}" for number in range(60)), preset="swiss-evening")
    evening.publish(event, 1)
    hall = new_page(viewport={"width": 1280, "height": 720})
    hall.clock.install()
    hall.goto(f"/events/{event.slug}/projector/")
    # Who doesn't look asks seldom, and at once when he looks again.
    asked: list[str] = []
    hall.on("request", lambda request: asked.append(request.url) if "/live/" in request.url else None)
    hall.evaluate(HIDE, True)
    hall.clock.run_for(85_000)
    assert asked == []
    with hall.expect_response(lambda response: "/live/" in response.url):
        hall.evaluate(HIDE, False)
    with hall.expect_response(lambda response: "/live/" in response.url):
        hall.clock.run_for(11_000)
    hall.reload()
    first = hall.locator(".hall-row.is-shown .hall-name").first
    expect(first).to_have_text(re.compile("Player 00"))
    page_of = hall.locator("[data-hall-page]")
    expect(page_of).to_have_text(re.compile("^1 / [23]$"))
    hall.clock.run_for(13_000)
    expect(page_of).to_have_text(re.compile("^2 / "))
    held = hall.get_by_role("button", name="Paused. Go on")
    expect(held).to_be_hidden()
    hall.keyboard.press("Space")
    expect(held).to_be_visible()
    hall.clock.run_for(40_000)
    expect(page_of).to_have_text(re.compile("^2 / "))
    hall.keyboard.press("ArrowLeft")
    expect(page_of).to_have_text(re.compile("^1 / "))
    assert hall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # Nothing sticks out of a line, and every column of the list has its heads.
    assert hall.evaluate(STUCK_OUT) == []
    plain = new_page(java_script_enabled=False)
    plain.goto(hall.url)
    expect(plain.get_by_role("button")).to_have_count(0)


@pytest.mark.slow
def test_paper_comes_out_as_pdf_with_four_slips_to_a_sheet(page: Page) -> None:
    evening = Evening()
    event = evening.started(tuple(f"Player {number}" for number in range(10)), preset="swiss-evening")
    evening.play_out(event, 1)
    evening.publish(event, 2)
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill(evening.user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("my-clubs"))
    sheets: dict[str, Any] = {}
    paths = ["print/tables", "print/names", "print/standings", "print/crosstable", "manage/slips"]
    for path in paths:
        page.goto(f"/events/{event.slug}/{path}/")
        pdf = page.pdf(prefer_css_page_size=True)
        # Chromium writes a page's object and its box in the clear.
        sizes = {
            tuple(round(float(side)) for side in box.split()) for box in re.findall(rb"/MediaBox \[([^]]+)\]", pdf)
        }
        sheets[path.split("/")[1]] = (len(re.findall(rb"/Type /Page\b", pdf)), sizes)
    upright = {(0, 0, 595, 842)}
    assert sheets == {
        "tables": (1, upright),
        "names": (1, upright),
        "standings": (1, upright),
        "crosstable": (1, upright),
        "slips": (2, upright),
    }
