"""A short game of Magia Cum Laude that was played with real cards, noted from paper on a phone and handed in."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.engine.systems.cum_laude.noted import noted_play
from games.models import DraftPart, Game
from games.selectors.games import set_up_of
from tests.browser.conftest import WAIT_MS, Complaints
from tests.browser.pages import ShownPage
from tests.browser.test_cum_laude_recording import SMALL_TARGETS, Phone, tap_answer
from tests.browser.test_every_page import faults
from tests.evening import Evening, game_of
from tests.games.engine.systems.cum_laude.guided import EDITION
from tests.games.engine.systems.cum_laude.noting import NotedTurn, noted_parts, random_noted
from tests.tournaments.web.test_cum_laude_noting import fields_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIED = 60  # games by chance, of which the shortest is noted
TAPPED_TURNS = 12
MOST_TAPS = 6  # for a turn with one card, with the cards drawn and nothing else to choose
SHOTS = os.environ.get("RECORDING_SHOTS")  # a directory to look at the pages in
PLAIN = {"name", "from", "drew", "drawn", "cards", "to"}


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=name.startswith("whole"))


def fill_in(page: Page, part: dict[str, Any]) -> None:
    for name, value in fields_of(part).items():
        if name.startswith("crystals_"):
            page.fill(f"[name={name}]", value)
        elif name not in ("idempotency_key", "replaces"):
            page.select_option(f"[name={name}]", value)


def note_turn(phone: Phone, set_up: dict[str, Any], parts: list[Any], part: dict[str, Any]) -> int:
    """A whole turn on a phone; how many taps it took."""
    before, turn, answers = phone.taps, NotedTurn(part), []
    while True:
        question = noted_play(set_up, parts, EDITION).asked(answers)
        if question is None:
            return phone.taps - before
        answers.append(turn.answer(question))
        if question.kind == "drawn":
            for card in part["drawn"]:
                phone.tap(f"kind-{card}")
        else:
            tap_answer(phone, question, answers[-1])


def test_a_game_from_paper_is_noted_on_a_phone(new_page: Callable[..., Page], complaints: Complaints) -> None:
    complaints.expect("422")
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    match = evening.publish(evening.started(("Ada", "Bo", "Cleo"), preset="cum-laude-evening"), 1)[0]
    game, phone = Game.objects.get(), Phone(new_page(phone=True), match, 1)
    page = phone.page
    set_up = set_up_of(game_of(match))
    starter = int(set_up["starter"])
    found = (random_noted(chance, players=3, change_places=False, starter=starter)[0] for chance in range(TRIED))
    parts = noted_parts(min(found, key=lambda record: len(record.turns)))
    page.goto(f"/games/{game.key}/noted/?as={phone.key}")
    expect(page.get_by_text("Everybody at the table can read what you note.").first).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    seen = faults(page, ShownPage("noting", "setup", "player"), None)
    shot(page, "whole-setup")
    fill_in(page, parts[0])
    page.fill("[name=crystals_a]", "WW")
    page.get_by_role("button", name="Save what was dealt").click()
    expect(page.get_by_text("Write 5 letters").first).to_be_visible()
    shot(page, "setup-wrong")
    fill_in(page, parts[0])
    page.get_by_role("button", name="Save what was dealt").click()
    expect(page.get_by_text("Turn 1:")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    quiet = []
    for number, part in enumerate(parts[1 : TAPPED_TURNS + 1], 1):
        expect(page.get_by_text(f"Turn {number}:")).to_be_visible()
        if "drawn" in part and number < 5:
            phone.tap(f"figure-{part['name']}")
            expect(page.locator("[data-key^='kind-']").first).to_be_visible()
            shot(page, f"drawn-{number}")
            seen += faults(page, ShownPage("noting", "drawn", "player"), None) + page.evaluate(SMALL_TARGETS)
            phone.tap("back")
        taps = note_turn(phone, set_up, parts[:number], part)
        expect(page.locator("[data-saved] li").first).to_contain_text(f"{number}. ")
        shot(page, f"turn-{number}")
        if part.keys() <= PLAIN and len(part.get("cards", ())) == 1:
            quiet.append(taps)
    assert [row.body for row in DraftPart.objects.order_by("number")] == parts[: TAPPED_TURNS + 1]
    assert quiet
    assert max(quiet) <= MOST_TAPS
    page.reload()
    expect(page.get_by_text(f"Turn {TAPPED_TURNS + 1}:")).to_be_visible()
    phone.tap("back")
    expect(page.get_by_text(f"Turn {TAPPED_TURNS}:")).to_be_visible()
    note_turn(phone, set_up, parts[:TAPPED_TURNS], parts[TAPPED_TURNS])
    expect(page.get_by_text(f"Turn {TAPPED_TURNS + 1}:")).to_be_visible()
    rest = parts[TAPPED_TURNS + 1 : -1]
    for number, part in enumerate(rest, TAPPED_TURNS + 2):
        DraftPart.objects.create(
            game=game, number=number, body=part, seat=2, actor="x", at=evening.now, version=f"b{number}"
        )
    page.reload()
    expect(page.get_by_text(f"Turn {len(parts) - 1}:")).to_be_visible()
    note_turn(phone, set_up, parts[:-1], parts[-1])
    expect(page.get_by_text("The game is over.")).to_be_visible()
    shot(page, "over")
    page.get_by_role("link", name="Review and hand in").click()
    shot(page, "whole-review")
    page.get_by_role("button", name="Hand it in").click()
    expect(page.get_by_text("Your result is handed in.")).to_be_visible()
    assert game.submissions.get().accepted
    assert seen == []
