"""A game of the elemental duel that three phones record: the sheet together, and each player's slip alone."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect

from games.engine.systems.elemental.cards import slip_entry
from games.engine.systems.elemental.documents import Record
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.system import ELEMENTAL
from games.models import DraftPart, DraftSecret, Game
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import PHONE, WAIT_MS, Complaints
from tests.browser.pages import ShownPage
from tests.browser.test_every_page import faults
from tests.evening import Evening, game_of
from tests.games.engine.systems.elemental.test_sheet_play import sheet_of
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NAMES = ("Ada", "Bo", "Cleo")
OFFLINE_TURN = 8
MOST_TAPS = 4  # for a quiet turn, with the player's own card
EDITION = SHIPPED_EDITIONS["elemental-2022"]
SHOTS = os.environ.get("RECORDING_SHOTS")  # a directory to look at the pages in


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=False)


class Phone:
    """A player's phone on the recorder's page, and how often it was tapped."""

    def __init__(self, page: Page, match: Match, seat: int) -> None:
        self.page, self.seat, self.taps = page, seat, 0
        entry = list(match.seats.all())[seat - 1].entry
        page.goto(f"/l/{link_token(subject=entry.key)}/")
        self.key = entry.key

    def look(self) -> None:
        """The phone asks how things stand, as it does every few seconds."""
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def back_online(self, number: int) -> None:
        """What was tapped without a network survives a reload, and is sent once there is one."""
        expect(self.page.get_by_text("No network.")).to_be_visible()
        shot(self.page, "offline")
        self.page.reload()
        expect(self.page.locator("[data-saved] li").first).to_contain_text(f"{number}. ")
        expect(self.page.locator("[data-saved] li").first).to_contain_text("not sent yet")
        self.page.context.set_offline(False)
        self.look()
        expect(self.page.get_by_text("Every turn is saved.")).to_be_visible()

    def is_asked_for_card(self) -> bool:
        return self.page.locator("[data-pad] [data-key='back-later']").count() > 0

    def open(self, game: Game) -> None:
        self.page.goto(f"/games/{game.key}/recording/?as={self.key}")
        expect(self.page.locator("[data-pad] [data-key]").first).to_be_visible()

    def key_of(self, name: str) -> Locator:
        return self.page.locator(f"[data-pad] [data-key='{name}']")

    def tap(self, name: str) -> None:
        self.taps += 1
        self.key_of(name).click()

    def write(self, entry: str) -> None:
        """An entry of the own slip, as it is asked for."""
        found = slip_entry(entry)
        assert found is not None
        for card in found.cards:
            self.tap(f"slip{card}")
        if found.kept is not None:
            self.tap(f"slip{found.kept}{[card.isupper() for card in entry[::2]].index(True)}")

    def walk(self, one: int, other: int, move: str) -> None:
        for name in (f"die{one}", f"die{other}", f"way{move}"):
            self.tap(name)

    def turn(self, turn: dict[str, Any]) -> None:
        """A turn on the sheet, with its duels and the stars used."""
        move = turn["move"]
        self.tap(f"die{move[1]}")
        self.tap(f"die{move[3]}")
        self.tap(f"way{move}")
        if "duel" in turn:
            self.tap(f"card{turn['duel']['attack']}")
            for card in turn["duel"].get("defense", {}).values():
                self.tap(f"card{card}")

    def uses(self, turn: dict[str, Any]) -> None:
        for use in turn.get("sudden", []):
            self.tap("use-sudden")
            if self.key_of(f"target{int(use['target']) - 1}").count():
                self.tap(f"target{int(use['target']) - 1}")
            self.give_back(use)
            self.tap(f"card{use['attack']}")
            if "defense" in use:
                self.tap(f"card{use['defense']}")

    def draws(self, turn: dict[str, Any]) -> None:
        for use in turn.get("star_draws", []):
            self.tap("use-star_draw")
            if self.key_of(f"deck{use['deck']}").count():
                self.tap(f"deck{use['deck']}")
            self.give_back(use)

    def give_back(self, use: dict[str, Any]) -> None:
        for name in use["returns"]:
            self.tap(f"spot{EDITION.board.spots[name].bit_length() - 1}")


def game_with_everything() -> Record:
    """A short game in which everything happens."""
    for seed in range(2000):
        record = random_record(random.Random(seed), players=3, starter=2, edition=EDITION)
        turns = record.turns
        kinds = [any(turn.duel for turn in turns), any(turn.sudden for turn in turns)]
        kinds += [any(turn.star_draws for turn in turns), len(turns) < 30]
        if all(kinds):
            return record
    raise AssertionError


def keep_sheet(phones: list[Phone], parts: list[dict[str, Any]], slips: dict[str, list[str]]) -> list[tuple[int, int]]:
    """The phone of the seat that moves enters its turn; the others follow. Taps for each quiet turn, with how many of
    them were for the own card."""
    quiet = []
    written = dict.fromkeys(slips, 4)
    for number, part in enumerate(parts, 1):
        phone, seat = phones[int(part["seat"]) - 1], part["seat"]
        phone.look()
        expect(phone.page.locator("[data-pad] b").first).to_have_text(re.compile(f"Turn {number}:"))
        before = phone.taps
        if number == OFFLINE_TURN:
            phone.page.context.set_offline(True)
        phone.turn(part)
        own = phone.taps
        phone.uses(part)
        if phone.is_asked_for_card() and written[seat] < len(slips[seat]):
            phone.write(slips[seat][written[seat]])
            written[seat] += 1
        if part.keys() == {"seat", "move"}:
            quiet.append((phone.taps - before, phone.taps - own))
        for use in part.get("star_draws", []):
            phone.draws({"star_draws": [use]})
            phone.write(slips[seat][written[seat]])
            written[seat] += 1
        if number == OFFLINE_TURN:
            phone.back_online(number)
        shot(phone.page, f"turn-{number}")
    return quiet


def test_three_phones_record_a_whole_game(new_page: Callable[..., Page], complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED|409")
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    match = evening.publish(evening.started(NAMES, preset="elemental-evening"), 1)[0]
    game = game_of(match)
    record = game_with_everything()
    parts = sheet_of(record, EDITION)
    slips = {seat: slip.split(" ") for seat, slip in record.slips.items()}
    phones = [Phone(new_page(phone=True), match, seat) for seat in (1, 2, 3)]
    for phone in phones:
        phone.open(game)
        shot(phone.page, f"begin-{phone.seat}")
        for entry in slips[str(phone.seat)][:4]:
            phone.write(entry)
        shot(phone.page, f"dealt-{phone.seat}")
    phones[1].tap("seat1")
    quiet = keep_sheet(phones, parts, slips)
    assert len(quiet) > 5
    assert max(taps for taps, _own in quiet) <= MOST_TAPS
    assert max(own for _taps, own in quiet) == 1
    for phone in phones:
        only_own_slip(phone, game, slips)
    hand_in(phones, game)
    submission = game.submissions.get()
    assert bytes(submission.body) == ELEMENTAL.encode(record)
    assert submission.accepted
    assert submission.report["complete"]


def only_own_slip(phone: Phone, game: Game, slips: dict[str, list[str]]) -> None:
    """What this phone has been given and keeps holds no other player's slip."""
    kept = phone.page.evaluate(
        """async (address) => {
          const found = [localStorage, sessionStorage].map((each) => JSON.stringify(each));
          found.push(document.documentElement.outerHTML);
          for (const name of await caches.keys()) {
            const kept = await caches.open(name);
            for (const request of await kept.keys()) {
              if (request.url.includes("/recording/")) found.push(await (await kept.match(request)).text());
            }
          }
          found.push(await (await fetch(address)).text());
          return found.join(" ");
        }""",
        f"/games/{game.key}/recording/state/?as={phone.key}",
    )
    assert " ".join(slips[str(phone.seat)]) in kept
    for seat, slip in slips.items():
        assert seat == str(phone.seat) or " ".join(slip[:4]) not in kept


def hand_in(phones: list[Phone], game: Game) -> None:
    """Each lays the cards open; then one of them hands the record in."""
    for phone in phones:
        phone.look()
        phone.tap("open-slip")
        expect(phone.page.locator("[data-slip]").get_by_text("Your slip lies open.")).to_be_visible()
        expect(phone.page.get_by_text("Every turn is saved.")).to_be_visible()
    assert DraftSecret.objects.filter(game=game, is_open=True).count() == 3
    phones[0].look()
    shot(phones[0].page, "over")
    phones[0].tap("review")
    shot(phones[0].page, "review")
    phones[0].page.get_by_role("button", name="Hand it in").click()
    expect(phones[0].page.get_by_text("Your result is handed in.")).to_be_visible()


SMALL_TARGETS = """[...document.querySelectorAll("#duel-recorder button, #duel-recorder a")]
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
  .map(([each, box]) => each.textContent + " " + box.width + " " + box.height)"""


def test_two_phones_differ_take_back_and_correct(new_page: Callable[..., Page], complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED|409")
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    match = evening.publish(evening.started(NAMES, preset="elemental-evening"), 1)[0]
    game = game_of(match)
    one, two = (Phone(new_page(phone=True), match, seat) for seat in (1, 2))
    for phone in (one, two):
        phone.open(game)
        phone.tap("back-later")
        phone.tap("seat0")
    one.page.context.set_offline(True)
    one.walk(1, 2, "N1E2")
    two.walk(3, 2, "N3E2")
    expect(two.page.get_by_text("Every turn is saved.")).to_be_visible()
    one.page.context.set_offline(False)
    one.look()
    expect(one.page.get_by_text("has saved turn 1 differently.")).to_be_visible()
    expect(one.page.get_by_text("There: 1. Ada: \u21913 \u21922.")).to_be_visible()
    one.page.get_by_role("button", name="Go on with what is here").click()
    expect(one.page.get_by_text("Every turn is saved.")).to_be_visible()
    two.look()
    expect(two.page.get_by_text("Ada has changed turn 1.")).to_be_visible()
    assert [part.body["move"] for part in DraftPart.objects.all()] == ["N1E2"]

    one.tap("back-later")
    one.tap("back")  # the throw stays, the way is chosen anew
    one.tap("wayE2N1")
    one.tap("back-later")
    expect(one.page.get_by_text("Every turn is saved.")).to_be_visible()
    assert [part.body["move"] for part in DraftPart.objects.all()] == ["E2N1"]
    two.look()
    for key in ("die1", "die1", "wayS1E1"):  # at the keyboard alone
        two.key_of(key).focus()
        two.page.keyboard.press("Enter")
        expect(two.page.locator("[data-pad] :focus")).to_have_count(1)
    expect(two.page.locator("[data-saved] li").first).to_contain_text("2. Cleo:")
    expect(two.page.get_by_text("Every turn is saved.")).to_be_visible()
    two.write("f3")  # the first card dealt, taken back by the next tap
    two.tap("back-slip")
    expect(two.key_of("slipf3")).to_be_visible()
    two.tap("back-later")
    one.look()
    one.page.get_by_role("button", name="Correct turn 1").click()
    expect(one.page.get_by_text("Turn 1 is being corrected.")).to_be_visible()
    one.tap("back")  # another player started
    one.tap("seat1")
    one.walk(2, 2, "S2E2")
    expect(one.page.get_by_text("Turn 2 no longer fits.")).to_be_visible()
    expect(one.page.get_by_text("Turn 2: it isn\u2019t the turn of")).to_be_visible()
    shot(one.page, "misfit")
    one.walk(1, 1, "S1W1")
    expect(one.page.get_by_text("no longer fits")).to_have_count(0)
    expect(one.page.get_by_text("Every turn is saved.")).to_be_visible()
    assert [part.body["seat"] for part in DraftPart.objects.all()] == ["2", "3"]


def test_recorder_is_accessible_and_fits_thumbs(new_page: Callable[..., Page], complaints: Complaints) -> None:
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    match = evening.publish(evening.started(NAMES, preset="elemental-evening"), 1)[0]
    game = game_of(match)
    phone = Phone(new_page(phone=True, locale="de-DE", color_scheme="dark"), match, 1)
    phone.open(game)
    phone.page.evaluate(AXE_SCRIPT)
    found = fitting(phone, "cards")
    for card in ("f2", "w3", "f1", "n3"):
        phone.write(card)
    found += fitting(phone, "starter")
    phone.tap("seat0")
    found += fitting(phone, "throw")
    phone.tap("die3")
    phone.tap("die2")
    phone.page.locator("[data-key='show']").click()
    found += fitting(phone, "ways")
    phone.tap("wayN3E2")
    found += fitting(phone, "drawn")
    assert found == []


def fitting(phone: Phone, name: str) -> list[str]:
    phone.page.set_viewport_size(PHONE["viewport"])
    phone.page.emulate_media(color_scheme="dark")
    shot(phone.page, f"dark-{name}")
    small = phone.page.evaluate(SMALL_TARGETS)
    return small + faults(phone.page, ShownPage("recording", name, "player"), None)
