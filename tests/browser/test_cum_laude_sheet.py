"""A sheet of Magia Cum Laude in the browser: it adds up and checks as the engine does, and is filled in by phone."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.cum_laude.names import CRYSTALS
from games.engine.systems.cum_laude.sheet_check import sheet_violations
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.enums import GameState
from games.pages.cum_laude.sheet_terms import sheet_terms
from magistrar_site.accounts.services.links import link_token
from tests.browser.test_every_page import unfitting, unreadable
from tests.evening import Evening, entry_at, game_of
from tests.extent import sampled
from tests.games.engine.systems.cum_laude.changes import changed_sheet

pytestmark = pytest.mark.browser

SCRIPT = Path("games/pages/cum_laude/static/cum_laude/sheet-rules.js")
SHOTS = os.environ.get("SHEET_SHOTS")  # a directory to look at the pages in
SHIPPED = SHIPPED_EDITIONS["spieltrieb-2017"]
POINTS = {"spell": 4, "finish": 3, "finish_shared": 2, "order": 7, "matching": 2, "mismatching": -2}
OWN = SHIPPED.as_data() | {"key": "own", "points": {"value": POINTS, "provenance": "printed"}}
EDITIONS: list[Edition] = [SHIPPED, read_edition(json.dumps(OWN))]
MOST_TAPS = 12  # for a player with six crystals in stock

JUDGED = "([terms, sheets]) => sheets.map((sheet) => window.cumLaudeSheet(terms, sheet))"


def as_typed(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet as the script reads it from its fields."""
    return {
        "complete": sheet["complete_spells"],
        "extra": sheet.get("extra", ""),
        "masters": [
            {
                "mission": master["mission"],
                "order": master["order"],
                "fulfilled": master.get("fulfilled", False),
                "finished": seat in sheet.get("finishers", []),
                "stock": [master.get("stock", {}).get(crystal, 0) for crystal in CRYSTALS],
            }
            for seat, master in sorted(sheet["masters"].items())
        ],
    }


def said_of(found: dict[str, Any]) -> tuple[str, str | None]:
    """Rule and seat of what the script found."""
    return found["rule"].partition(" ")[0], None if found["seat"] is None else str(found["seat"] + 1)


def test_script_adds_up_and_checks_as_the_engine_does(browser: Any) -> None:
    page: Page = browser.new_page()
    page.add_script_tag(path=SCRIPT)
    rng = random.Random(18)
    for seed in sampled(range(40), 10):
        edition, players = EDITIONS[seed % 2], 2 + seed % 5
        editions = {edition.key: edition}
        game = CUM_LAUDE.random_game(rng, players=players, starter=None, edition=edition, variants={})
        sheet = json.loads(CUM_LAUDE.encode(CUM_LAUDE.at_grade(game, "sheet", edition)))
        del sheet["spells"]
        others = [sheet]
        for _change in range(25):
            others.append(changed_sheet(rng, rng.choice(others), edition.as_data()))
            others[-1].pop("spells", None)
        whole = [each for each in others if CUM_LAUDE.judged(CUM_LAUDE.check_document(each, editions)).is_readable]
        answers = page.evaluate(JUDGED, [sheet_terms(edition, players), [as_typed(each) for each in whole]])
        for document, answer in zip(whole, answers, strict=True):
            report = CUM_LAUDE.check_document(document, editions)
            typed = CUM_LAUDE.reader.from_builtins(document)
            found = [(each.rule, each.seat) for each in sheet_violations(typed, edition)]
            assert [said_of(each) for each in answer["found"]] == found, document
            if report.legal:
                assert report.vp is not None
                assert report.placings is not None
                seats = list(report.vp)
                assert [each["total"] for each in answer["masters"]] == [report.vp[seat].total for seat in seats]
                assert [each["place"] for each in answer["masters"]] == [report.placings[seat] for seat in seats]
    page.close()


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


class Phone:
    """A player's phone on the sheet, and how often it was tapped."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, label: str) -> None:
        """Tap on the label of a box or of one of several."""
        self.taps += 1
        self.page.locator(f"label[for={label}]").click()

    def pick(self, name: str, value: str) -> None:
        field = self.page.locator(f"input[name={name}][value='{value}']")
        self.tap(field.get_attribute("id") or "")

    def more(self, name: str, times: int) -> None:
        for _each in range(times):
            self.taps += 1
            self.page.locator(f".stepper:has([name={name}]) [data-step='1']").tap()


MASTERS: tuple[tuple[str, str, bool, dict[str, int]], ...] = (
    ("red-black", "320", False, {"white": 2, "blue": 1, "red": 3}),
    ("yellow-green", "122", True, {}),
    ("blue-brown", "500", False, {}),
)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_sheet_is_handed_in_by_phone_in_a_few_taps_a_player(new_page: Callable[..., Page]) -> None:
    evening = Evening()
    match = evening.publish(evening.started(("Ada", "Bo", "Cleo"), preset="cum-laude-evening"), 1)[0]
    entries = [entry_at(match, seat) for seat in range(3)]
    page = new_page(phone=True)
    page.goto(f"/l/{link_token(subject=entries[0].key)}/")
    page.goto(f"/games/{game_of(match).key}/sheet/?as={entries[0].key}")
    phone = Phone(page)
    shot(page, "sheet-empty")

    for colour in ("red", "black", "yellow"):
        phone.pick("complete_spells", colour)
    for seat, (mission, order, fulfilled, stock) in enumerate(MASTERS, 1):
        before = phone.taps
        phone.pick(f"mission_{seat}", mission)
        phone.pick(f"order_{seat}", order)
        if fulfilled:
            phone.tap(f"id_fulfilled_{seat}")
        for crystal, number in stock.items():
            phone.more(f"{crystal}_{seat}", number)
        if seat == 1:
            phone.tap("id_finished_1")
        assert phone.taps - before <= MOST_TAPS
    expect(page.locator(".master-points b")).to_have_text(["12", "13", "0"])
    page.locator("label[for=id_finished_2]").click()
    expect(page.locator("[data-said=finished_2]")).to_contain_text("a spell of the mission isn’t complete")
    shot(page, "sheet-wrong")
    page.reload()
    expect(page.get_by_text("this device kept it")).to_be_visible()
    expect(page.locator("[data-said=finished_2]")).to_contain_text("a spell of the mission isn’t complete")
    page.locator("label[for=id_finished_2]").click()
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(AXE_SCRIPT)
    assert unreadable(page, None) == []
    shot(page, "sheet-dark")
    page.emulate_media(color_scheme="light")
    shot(page, "sheet-filled")
    assert unfitting(page) == []
    page.get_by_role("button", name="Hand it in").click()

    page.wait_for_url(lambda address: "/sheet/" not in address)
    shot(page, "sheet-handed-in")
    assert game_of(match).state == GameState.SUBMITTED


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_sheet_says_wrong_numbers_at_once_and_takes_back_what_it_filled_in(new_page: Callable[..., Page]) -> None:
    evening = Evening()
    match = evening.publish(evening.started(("Ada", "Bo", "Cleo"), preset="cum-laude-evening", name="Slips"), 1)[0]
    entry = entry_at(match, 0)
    page = new_page(phone=True)
    page.goto(f"/l/{link_token(subject=entry.key)}/")
    page.goto(f"/games/{game_of(match).key}/sheet/?as={entry.key}")
    phone = Phone(page)
    phone.pick("mission_1", "red-black")
    phone.pick("order_1", "320")
    points, white = page.locator(".master-points b").first, page.locator("[data-number=white_1]")
    expect(points).to_have_text("0")

    def stock() -> list[str]:
        return [page.locator(f"[name={crystal}_1]").input_value() for crystal in CRYSTALS]

    for typed, said in (("1.5", "Write a whole number"), ("-4", "At least 0"), ("30", "At most 21")):
        page.locator("[name=white_1]").fill(typed)
        expect(white).to_contain_text(said)
        expect(points).to_have_text("–")
        expect(page.locator("[data-said=crystals]")).to_have_text("")
    shot(page, "sheet-numbers")
    page.locator("[name=white_1]").fill("")
    expect(white).to_have_text("")
    expect(points).to_have_text("0")

    phone.tap("id_fulfilled_1")
    assert stock() == ["3", "2", "0"]
    page.locator("[data-picks]:has([name=order_1]) [data-choose-again]").click()
    phone.pick("order_1", "122")
    assert stock() == ["1", "2", "2"]
    page.reload()
    expect(page.get_by_text("this device kept it")).to_be_visible()
    phone.tap("id_fulfilled_1")
    assert stock() == ["", "", ""]
    phone.more("red_1", 2)
    phone.tap("id_fulfilled_1")
    assert stock() == ["", "", "2"]
    expect(page.locator("[data-said=fulfilled_1]")).not_to_have_text("")
    phone.tap("id_fulfilled_1")
    assert stock() == ["", "", "2"]
