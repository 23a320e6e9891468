"""The same game told in three ways on a phone: recorded place by place, typed in the notation, filled in as a sheet."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.registry import game_system
from games.engine.systems.magistrar.derive import sheet_of
from games.engine.systems.magistrar.documents import Record, encode_document
from games.engine.systems.magistrar.notation import format_notation
from games.enums import GameState
from games.models import DraftDuel, Game, GameResult
from games.services.random_play import random_body
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import WAIT_MS, Complaints
from tests.evening import Evening
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TAPS = 90
SIDES = ("white", "black")
SHOTS = os.environ.get("RECORDING_SHOTS")  # a directory to look at the pages in


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


class Thumb:
    """A finger that counts."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.click()


class Recorder:
    """The recording page on somebody's phone."""

    def __init__(self, page: Page, thumb: Thumb, starter: str) -> None:
        self.page = page
        self.thumb = thumb
        self.starter = starter

    def place(self, side: str, position: int) -> Locator:
        return self.page.locator(f".arena-{side}").nth(position - 1)

    def lay(self, duel: dict[str, Any], side: str, position: int) -> None:
        if "is-next" not in (self.place(side, position).get_attribute("class") or ""):
            self.thumb.tap(self.place(side, position))
        chip = duel["tokens"][side][position - 1] + duel["pawns"][side][position - 1]
        button = self.page.locator(f"[data-chip='{chip}']")
        expect(button).to_have_attribute("aria-disabled", "false")
        self.thumb.tap(button)

    def lay_out(self, duel: dict[str, Any], number: int, *, first: int = 0) -> None:
        """All places of a duel, but for the first ones, and the moves of won super energies."""
        for side, position in list(self.turns(duel, number))[first:]:
            self.lay(duel, side, position)
        for side in SIDES:
            for letter in duel.get("moves", {}).get(side, ""):
                self.thumb.tap(self.page.locator(".pad-moves .button").nth("L.D".index(letter)))

    def turns(self, duel: dict[str, Any], number: int) -> Iterator[tuple[str, int]]:
        opener = self.starter if number % 2 else SIDES[self.starter == "white"]
        sides = (opener, SIDES[opener == "white"])
        if "order" not in duel:
            yield from ((side, position) for side in sides for position in range(1, 7))
            return
        for begun, position in enumerate(duel["order"]):
            yield from ((side, position) for side in (sides if begun % 2 == 0 else sides[::-1]))
        rest = [each for each in range(1, 7) if each not in duel["order"]]
        for place, position in enumerate(rest):
            turned = place == 0 and len(duel["order"]) % 2 == 1
            yield from ((side, position) for side in (sides[::-1] if turned else sides))

    def finish(self, number: int) -> None:
        self.thumb.tap(self.page.get_by_role("button", name=f"Save duel {number}"))


def link_of(match: Match, position: int) -> str:
    return f"/l/{link_token(subject=list(match.seats.all())[position].entry.key)}/"


def place_of(game: Game, match: Match, side: str) -> int:
    """Which seat of the match plays that side."""
    player = game.seats.get(side=side).player
    return next(at for at, seat in enumerate(match.seats.all()) if seat.entry.player_id == player.pk)


def result_of(game: Game) -> tuple[Any, Any]:
    report = GameResult.objects.get(game=game, is_current=True).report
    return report["honoris"], report["markers"]


def test_same_game_by_record_notation_and_sheet(new_page: Callable[..., Page], complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    matches = evening.publish(evening.started(("Anna", "Bert", "Cleo", "Dora")), 1)
    game, other = (Game.objects.get(match_game__match=match) for match in matches)
    record = json.loads(random_body(rng=random.Random(11), game=game))
    typed = game_system("magistrar").parse(json.dumps(record))
    assert isinstance(typed, Record)

    white, black = (new_page(phone=True), new_page(phone=True))
    by_record(white, black, matches[0], game, record)
    by_notation(black, game, typed)
    assert Game.objects.get(pk=game.pk).state == GameState.AGREED
    assert not DraftDuel.objects.exists()

    sheet = json.loads(encode_document(sheet_of(typed)))
    by_sheet(new_page(phone=True), matches[1], other, sheet, swapped=other.starter != game.starter)
    assert result_of(other) == mirrored(result_of(game), swapped=other.starter != game.starter)


def mirrored(result: tuple[Any, Any], *, swapped: bool) -> tuple[Any, Any]:
    one, two = ({"white": each["black"], "black": each["white"]} if swapped else each for each in result)
    return one, two


def by_record(white: Page, black: Page, match: Match, game: Game, record: dict[str, Any]) -> None:
    """White records duels 1, 2 and 5, loses the network in the second and reloads; Black records 3 and 4."""
    duels, thumb = record["duels"], Thumb()
    one, two = Recorder(white, thumb, game.starter), Recorder(black, thumb, game.starter)
    white.goto(link_of(match, place_of(game, match, "white")))
    thumb.tap(white.get_by_role("link", name="Record it while you play"))
    shot(white, "record-begin")
    one.lay_out(duels[0], 1)
    shot(white, "record-duel-1")
    one.finish(1)
    expect(white.get_by_text("Every finished duel is saved.")).to_be_visible()

    turns = list(one.turns(duels[1], 2))
    for side, position in turns[:3]:
        one.lay(duels[1], side, position)
    white.context.set_offline(True)
    for side, position in turns[3:8]:
        one.lay(duels[1], side, position)
    expect(white.get_by_text("No network.")).to_be_visible()
    shot(white, "record-offline")
    white.reload()  # without a network: what the device has kept of the page and of the taps
    expect(one.place(*turns[7]).locator("use")).not_to_have_count(0)
    one.lay_out(duels[1], 2, first=8)
    one.finish(2)
    expect(white.get_by_text("Not sent yet: 1.")).to_be_visible()
    assert DraftDuel.objects.count() == 1
    white.context.set_offline(False)
    expect(white.get_by_text("Every finished duel is saved.")).to_be_visible()
    assert DraftDuel.objects.count() == 2

    black.goto(link_of(match, place_of(game, match, "black")))
    thumb.tap(black.get_by_role("link", name="Record it while you play"))
    for number in (3, 4):
        two.lay_out(duels[number - 1], number)
        two.finish(number)
    expect(black.get_by_text("Duel 4: saved by")).to_be_visible()
    white.reload()
    expect(white.get_by_text("Encounter by encounter, in the order of play.")).to_be_visible()
    one.lay_out(duels[4], 5)
    shot(white, "record-duel-5")
    one.finish(5)
    thumb.tap(white.get_by_role("link", name="Look it through and hand it in"))
    shot(white, "record-review")
    thumb.tap(white.get_by_role("button", name="Hand it in"))
    expect(white.get_by_role("heading", name="Waiting for")).to_be_visible()
    assert thumb.taps <= MOST_TAPS, thumb.taps


def by_notation(black: Page, game: Game, record: Record) -> None:
    """Black types the same game at the keyboard alone; a slip is pointed at."""
    black.goto(f"/games/{game.key}/notation/")
    text: Any = black.get_by_label("The game")
    right = format_notation(record)
    first = record.duels[0].tokens.white
    text.fill(right.replace(first, "X" + first[1:], 1))
    expect(black.locator(".verdict-spot mark")).to_contain_text("X")
    shot(black, "notation-wrong")
    text.fill(right)
    expect(black.locator("#verdict")).to_contain_text("By the rules, and complete")
    shot(black, "notation-right")
    text.press("Control+Enter")
    expect(black.get_by_role("heading", name="The result counts")).to_be_visible()


def by_sheet(page: Page, match: Match, game: Game, sheet: dict[str, Any], *, swapped: bool) -> None:
    """The game's sheet by the steppers."""
    page.goto(link_of(match, place_of(game, match, "white")))
    page.get_by_role("link", name="Fill in the sheet").click()
    for number, duel in enumerate(sheet["duels"], 1):
        for side in SIDES:
            haul = duel[SIDES[side == "white"] if swapped else side]
            for energy in ("light", "dark"):
                field = page.locator(f"#id_d{number}-{side}-{energy}")
                for _step in range(haul.get(energy, 0)):
                    field.locator("xpath=following-sibling::button").click()
                expect(field).to_have_value(str(haul.get(energy, 0)))
            if haul.get("super"):
                moves = "".join(sorted(haul["super"], key="LD.".index))
                page.locator(f"#id_d{number}-{side}-super").select_option(moves)
    expect(page.locator("#running")).to_contain_text("Honoris after 5 duels")
    shot(page, "sheet")
    page.get_by_role("button", name="Hand it in").click()
    expect(page.get_by_role("heading", name="Waiting for")).to_be_visible()
