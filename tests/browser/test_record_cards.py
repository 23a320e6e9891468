"""A game with mages and duel cards on two phones: each card is said in the recorder before its duel."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.engine.systems.magistrar.documents import DEFAULT_EDITION
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.system import MAGISTRAR
from games.models import DraftPart, Game
from tests.browser.conftest import PHONE, WAIT_MS, Complaints
from tests.browser.pages import ShownPage
from tests.browser.play import hand_in_by
from tests.browser.test_every_page import faults
from tests.browser.test_recording import Recorder, Thumb, link_of, place_of, shot
from tests.evening import Evening
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAGES = {"white": "silas", "black": "bahar"}
CARDS = ["radiance", "eclipse", "high_stakes", "storm"]
LOOK_AGAIN = "window.dispatchEvent(new Event('online'))"


def duels_of(game: Game) -> list[dict[str, Any]]:
    """The first three duels of a game with these mages and cards, in which nobody casts anything."""
    for seed in range(1000):
        record = MAGISTRAR.random_game(
            random.Random(seed),
            players=2,
            starter=game.starter,
            edition=SHIPPED_EDITIONS[DEFAULT_EDITION],
            variants={"mages": MAGES, "duel_cards": CARDS},
        )
        duels: list[dict[str, Any]] = json.loads(MAGISTRAR.encode(record))["duels"][:3]
        if not any(duel.get("spells") for duel in duels):
            return duels
    raise AssertionError("somebody always casts something")


def say(page: Page, name: str, number: int) -> None:
    expect(page.get_by_text(f"Which card was turned up for duel {number}?")).to_be_visible()
    page.get_by_role("button", name=name, exact=True).click()


OTHER_TAB = """() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith("record:"));
    window.dispatchEvent(new StorageEvent("storage", {key, newValue: localStorage.getItem(key)}));
}"""


def press_while_news_arrives(page: Page, name: str) -> None:
    """Between press and release another tab has the page drawn anew: the button stays the one that was pressed."""
    button = page.get_by_role("button", name=name)
    button.hover()
    page.mouse.down()
    pressed = button.element_handle()
    page.evaluate(OTHER_TAB)
    assert pressed.evaluate("(made) => made.isConnected")
    page.mouse.up()


@pytest.mark.slow
def test_cards_are_said_one_by_one_by_two_phones(new_page: Callable[..., Page], complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED|409")
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    event = event_settings_change(
        act=evening.act(), stage=stage_of(evening.event(("Anna", "Bert"))), changes={"variants": "both"}
    )
    match = evening.publish(event_start(act=evening.act(), event=event), 1)[0]
    game = Game.objects.get(match_game__match=match)
    duels, names = duels_of(game), {str(seat.name): seat.player.name for seat in game.seats.all()}
    white, black = (new_page(phone=True), new_page(phone=True))
    white.add_init_script("window.setInterval = () => 0;")  # it looks for news only where it is told to
    one, two = (Recorder(page, Thumb(), game.starter) for page in (white, black))

    white.goto(link_of(match, place_of(game, match, "white")))
    hand_in_by(white, "Record it while you play")
    for side, mage in MAGES.items():
        white.get_by_label(f"Mage of {names[side]}").select_option(mage)
    white.get_by_role("button", name="Save").click()
    expect(white.locator(".arena")).to_be_hidden()
    shot(white, "cards-choice")
    white.evaluate(AXE_SCRIPT)
    assert faults(white, ShownPage("recording", "before a card is said", "player"), None) == []
    white.set_viewport_size(PHONE["viewport"])
    white.reload()  # whole again: what repeats itself was taken out of the page
    say(white, "Radiance", 1)
    expect(white.locator(".recorder-card-said")).to_contain_text("Radiance – ")
    one.lay_out(duels[0], 1)
    one.finish(1)
    expect(white.get_by_text("Which card was turned up for duel 2?")).to_be_visible()
    expect(white.get_by_text("Every finished duel is saved.")).to_be_visible()

    black.goto(link_of(match, place_of(game, match, "black")))
    black.get_by_role("link", name="Continue recording at duel 2").click()
    black.get_by_role("button", name="Radiance", exact=True).click(force=True)
    expect(black.get_by_text("Radiance is already the card of duel 1.")).to_be_visible()
    say(black, "Eclipse", 2)
    expect(black.locator(".arena")).to_be_visible()
    with white.expect_response("**/recording/cards/2/*"):
        say(white, "Storm", 2)
    told = f"{names['black']} has already entered: the card of duel 2 is Eclipse."
    expect(white.get_by_role("alert").get_by_text(told)).to_be_visible()
    shot(white, "cards-conflict")
    white.get_by_role("button", name="Go on with Eclipse").click()
    two.lay(duels[1], *next(two.turns(duels[1], 2)))

    white.context.set_offline(True)
    one.lay_out(duels[1], 2)
    one.finish(2)
    say(white, "Truce", 3)
    expect(white.get_by_text("Not sent yet: 2.")).to_be_visible()
    white.reload()  # what was tapped, and what the device has kept of the page
    expect(white.get_by_text("Not sent yet: 2.")).to_be_visible()
    expect(white.locator(".recorder-card-said")).to_contain_text("Truce")
    shot(white, "cards-offline")
    white.context.set_offline(False)
    expect(white.get_by_text("Every finished duel is saved.")).to_be_visible()
    assert (DraftPart.objects.count(), Game.objects.get().variants["duel_cards"]) == (
        2,
        ["radiance", "eclipse", "truce"],
    )

    black.evaluate(LOOK_AGAIN)
    expect(black.locator(".recorder-card-said")).to_contain_text("Truce")
    press_while_news_arrives(black, "Another card?")
    say(black, "High stakes", 3)
    expect(black.locator(".recorder-card-said")).to_contain_text("High stakes")
    two.lay_out(duels[2], 3)
    shot(black, "cards-duel")
    two.finish(3)
    expect(black.get_by_text("Every finished duel is saved.")).to_be_visible()
    white.evaluate(LOOK_AGAIN)
    expect(white.get_by_text("Somebody corrected the card of duel 3: it is High stakes.")).to_be_visible()
    expect(white.get_by_text("Which card was turned up for duel 4?")).to_be_visible()

    white.goto(f"/games/{game.key}/recording/review/")  # the game ends here: no fourth card is needed
    white.get_by_role("button", name="Hand").click()
    expect(white.get_by_text("The saved duels are handed in.")).to_be_visible()
    assert Game.objects.get().submissions.get().report["legal"]
