"""A dealt game of Magia Cum Laude that three phones play to its end, and hand in."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.engine.core.deals import commitment_of
from games.models import DraftPart, Game, GameDeal
from games.pages.cum_laude.replays import sorted_hand
from games.selectors.games import set_up_of
from games.services import deals
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import PHONE, WAIT_MS, Complaints
from tests.browser.pages import ShownPage
from tests.browser.test_every_page import faults
from tests.evening import Evening, game_of
from tests.games.engine.systems.cum_laude.guided import ToldTurn, dealt_parts, guide_after
from tournaments.models import Event, Match
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SEED = "5eed" * 16
OFFLINE_TURN = 3
MOST_TAPS = 5  # for a turn with one card and nothing else to choose
SHOTS = os.environ.get("RECORDING_SHOTS")  # a directory to look at the pages in


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=False)


class Phone:
    """A player's phone on the recorder's page, and how often it was tapped."""

    def __init__(self, page: Page, match: Match, seat: int) -> None:
        self.page, self.seat, self.taps = page, seat, 0
        entry = list(match.seats.all())[seat - 1].entry
        self.key = entry.key
        page.goto(f"/l/{link_token(subject=entry.key)}/")

    def open(self, game: Game) -> None:
        self.page.goto(f"/games/{game.key}/recording/?as={self.key}")

    def look(self) -> None:
        """The phone asks how things stand, as it does every few seconds."""
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def tap(self, name: str) -> None:
        self.taps += 1
        self.page.locator(f"[data-key='{name}']").first.click()


def hand_of(question: Any) -> list[str]:
    return sorted_hand(question.movement.hand if question.movement else question.hand)


def tap_cards(phone: Phone, hand: list[str], cards: list[str]) -> None:
    free = list(enumerate(hand))
    for card in cards:
        place = next(at for at, other in free if other == card)
        free = [each for each in free if each[0] != place]
        phone.tap(f"card{place}")


def tap_answer(phone: Phone, question: Any, answer: dict[str, Any]) -> None:
    """Tap an answer to the question."""
    pad = phone.page.locator("[data-pad]")
    if "figure" in answer:
        phone.tap(f"figure-{answer['figure']}")
        if answer["figure"] != "examiner" and pad.locator("[data-key='name']").count():
            phone.tap("name")
    elif "to" in answer and "cards" in answer:
        tap_cards(phone, hand_of(question), answer["cards"])
        phone.tap(f"to-{answer['to']}")
    elif "discard" in answer:
        tap_cards(phone, hand_of(question), answer["discard"])
        phone.tap("discard")
    elif question.kind == "figure":
        phone.tap("order")
    else:
        phone.tap(f"answer{[dict(each) for each in question.answers].index(answer)}")


def play_turn(phone: Phone, set_up: dict[str, Any], parts: list[Any], part: dict[str, Any]) -> int:
    """A whole turn on a phone; how many taps it took."""
    before = phone.taps
    told = ToldTurn(part)
    answers: list[dict[str, Any]] = []
    while True:
        question = guide_after(set_up, SEED, parts).asked(answers)
        if question is None:
            return phone.taps - before
        answers.append(told.answer(question))
        tap_answer(phone, question, answers[-1])


SMALL_TARGETS = """[...document.querySelectorAll("#laude-recorder button, #laude-recorder a")]
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.width && (box.width < 39.9 || box.height < 43.9))
  .map(([each, box]) => each.textContent + " " + box.width + " " + box.height)"""
PUT_AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  delete document.hidden;
}"""
KEPT = """async (address) => {
  const found = [localStorage, sessionStorage].map((each) => JSON.stringify(each));
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    for (const request of await kept.keys()) {
      if (request.url.includes("/recording/")) found.push(await (await kept.match(request)).text());
    }
  }
  return { kept: found.join(" "), state: await (await fetch(address)).json() };
}"""


def begin(evening: Evening, new_page: Callable[..., Page], names: tuple[str, ...], **options: Any) -> list[Phone]:
    match = evening.publish(evening.started(names, preset="cum-laude-evening"), 1)[0]
    phones = [Phone(new_page(phone=True, **options), match, seat) for seat in range(1, len(names) + 1)]
    for phone in phones:
        phone.open(game_of(match))
    return phones


def short_game(set_up: dict[str, Any]) -> list[dict[str, Any]]:
    """A short game of what the seed deals."""
    return min((dealt_parts(set_up, SEED, chance) for chance in range(60)), key=len)


def test_three_phones_play_a_game_to_its_end(
    new_page: Callable[..., Page], complaints: Complaints, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    expect.set_options(timeout=WAIT_MS)
    monkeypatch.setattr(deals, "_new_seed", lambda _act: SEED)
    evening = Evening()
    phones = begin(evening, new_page, ("Ada", "Bo", "Cleo"))
    game = Game.objects.get()
    shot(phones[0].page, "begin")
    phones[0].tap("deal")
    expect(phones[0].page.get_by_text("My cards").first).to_be_visible()
    assert commitment_of(SEED) == GameDeal.objects.get().commitment
    set_up = set_up_of(game)
    parts, quiet = short_game(set_up), []
    seat, again = int(set_up["starter"]), False
    for number, part in enumerate(parts, 1):
        phone = phones[seat - 1]
        phone.look()
        expect(phone.page.get_by_text(f"Turn {number}:")).to_be_visible()
        shot(phone.page, f"asked-{number}")
        if number == OFFLINE_TURN:
            without_network(phone)
        taps = play_turn(phone, set_up, parts[: number - 1], part)
        if number <= len(parts) - 1:
            expect(phone.page.locator("[data-saved] li").first).to_contain_text(f"{number}. ")
        shot(phone.page, f"turn-{number}")
        if part.keys() <= {"name", "from", "cards", "to"} and len(part.get("cards", ())) == 1:
            quiet.append(taps)
        again = "again" in part.get("action", {})
        seat = seat if again else seat % len(phones) + 1
    assert quiet
    assert max(quiet) <= MOST_TAPS
    for phone in phones:
        phone.look()
        expect(phone.page.get_by_text("The game is over.")).to_be_visible()
        only_own_cards(phone, game)
    shot(phones[0].page, "over")
    phones[0].tap("open")
    expect(phones[0].page.get_by_text(SEED)).to_be_visible()
    shot(phones[0].page, "open")
    phones[0].page.get_by_role("link", name="Review and hand in").click()
    shot(phones[0].page, "review")
    phones[0].page.get_by_role("button", name="Hand it in").click()
    expect(phones[0].page.get_by_text("Your result is handed in.")).to_be_visible()
    assert game.submissions.get().accepted
    assert event_verify(event=Event.objects.get()).holds


def without_network(phone: Phone) -> None:
    """What was tapped without a network survives a reload, and is sent once there is one."""
    expect(phone.page.get_by_text("Every turn is saved.")).to_be_visible()
    phone.page.context.set_offline(True)
    phone.tap("figure-green")
    if phone.page.locator("[data-key='name']").count():
        phone.tap("name")
    expect(phone.page.get_by_text("No network.")).to_be_visible()
    phone.page.reload()
    expect(phone.page.get_by_text("No network.")).to_be_visible()
    shot(phone.page, "offline")
    phone.tap("back")
    phone.page.context.set_offline(False)
    phone.look()
    expect(phone.page.get_by_text("Every turn is saved.")).to_be_visible()


def only_own_cards(phone: Phone, game: Game) -> None:
    """What this phone has been given holds no other player's cards, and it keeps nobody's."""
    found = phone.page.evaluate(KEPT, f"/games/{game.key}/recording/state/?as={phone.key}")
    assert [each["seat"] for each in found["state"]["held"]] == [phone.seat]
    assert "recorder-data" in found["kept"]
    for word in ('"held":[', '"held": [', '"hand":', '"mission":', '"question":', SEED):
        assert word not in found["kept"]


def test_recorder_is_accessible_and_fits_thumbs(
    new_page: Callable[..., Page], complaints: Complaints, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect.set_options(timeout=WAIT_MS)
    monkeypatch.setattr(deals, "_new_seed", lambda _act: SEED)
    evening = Evening()
    phones = begin(evening, new_page, ("Ada", "Bo", "Cleo", "Dan"), locale="de-DE", color_scheme="dark")
    phones[0].page.evaluate(AXE_SCRIPT)
    found = fitting(phones[0], "start")
    phones[0].tap("deal")
    phones[1].look()
    phones[1].page.locator("#host2").select_option("1")
    phones[1].tap("share2")
    expect(phones[1].page.get_by_text("Handy von Ada").first).to_be_visible()
    phones[0].look()
    expect(phones[0].page.locator("[data-key='show2']").first).to_be_visible()
    phones[0].page.locator("[data-own] [data-key='show1']").click()
    expect(phones[0].page.locator("section.laude-hand")).to_be_visible()
    phones[0].page.evaluate(PUT_AWAY)
    expect(phones[0].page.locator("section.laude-hand")).to_have_count(0)
    found += fitting(phones[0], "dealt")
    starter = int(set_up_of(Game.objects.get())["starter"])
    phone = phones[0] if starter == 2 else phones[starter - 1]
    phone.look()
    if starter <= 2:
        phone.tap(f"show{starter}")
    phone.page.evaluate(AXE_SCRIPT)
    expect(phone.page.locator("[data-key='figure-red']")).to_be_visible()
    phone.page.locator("[data-key='figure-red']").focus()
    phone.page.keyboard.press("Enter")  # at the keyboard alone
    found += fitting(phone, "named")
    phone.page.locator("[data-key='name']").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("[data-key='card0']")).to_be_visible()
    phone.tap("card0")
    expect(phone.page.locator("[data-key^='to-']").first).to_be_visible()
    found += fitting(phone, "movement")
    target = phone.page.locator(".laude-target").first.bounding_box()
    assert target is not None
    phone.page.mouse.click(target["x"] + target["width"] / 2 + 6, target["y"] + target["height"] / 2 + 5)  # a thumb
    expect(phone.page.locator("[data-pad] [data-key='card0']")).to_have_count(0)
    expect(phone.page.get_by_text("Alle Züge sind gespeichert.")).to_be_visible()
    assert "to" in DraftPart.objects.get().body or phone.page.locator("[data-pad] .laude-choice").count()
    assert found == []


def fitting(phone: Phone, name: str) -> list[str]:
    phone.page.set_viewport_size(PHONE["viewport"])
    phone.page.emulate_media(color_scheme="dark")
    shot(phone.page, f"dark-{name}")
    small = phone.page.evaluate(SMALL_TARGETS)
    return small + faults(phone.page, ShownPage("recording", name, "player"), None)
