"""The same game told in three ways on a phone: recorded place by place, filled in as a sheet, typed in the notation."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from games.engine.registry import game_system
from games.engine.systems.magistrar.arena import Arena, with_chip
from games.engine.systems.magistrar.arena_score import standing
from games.engine.systems.magistrar.arena_values import placed_chip
from games.engine.systems.magistrar.derive import sheet_of
from games.engine.systems.magistrar.documents import DEFAULT_EDITION, Record, encode_document
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.notation import format_notation
from games.enums import GameState
from games.models import DraftPart, Game, GameResult, Submission
from games.services.random_play import random_body
from magistrar_site.accounts.services.links import link_token
from tests.browser.conftest import PHONE, WAIT_MS, Complaints
from tests.browser.pages import ShownPage
from tests.browser.play import hand_in_by
from tests.browser.test_every_page import faults
from tests.evening import Evening
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TAPS = 90  # for a whole game
BY_KEYBOARD = 12  # taps that a duel takes at least
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

    def __init__(self, page: Page, thumb: Thumb, starter: int) -> None:
        self.page = page
        self.thumb = thumb
        self.starter = SIDES[starter - 1]

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

    def keys(self, duel: dict[str, Any], number: int) -> None:
        """A duel by the keyboard alone: arrows to the chip or the direction, Enter; the focus is never lost."""
        self.page.locator(".chip:not([aria-disabled='true'])").first.focus()
        for side, position in self.turns(duel, number):
            expect(self.place(side, position)).to_have_class(re.compile("is-next"))
            chip = duel["tokens"][side][position - 1] + duel["pawns"][side][position - 1]
            expect(self.page.locator(f"[data-chip='{chip}']")).to_have_attribute("aria-disabled", "false")
            self.step_to(chip)
            self.page.keyboard.press("Enter")
        for letter in "".join(duel.get("moves", {}).get(side, "") for side in SIDES):
            for _step in range("L.D".index(letter)):
                self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("button", name=f"Save duel {number}")).to_be_focused()
        self.page.keyboard.press("Enter")

    def step_to(self, chip: str) -> None:
        """Arrows to the first chip, down or up to its row, and along it; the super energy stands at the end of both."""
        along = ["ArrowRight"] * ("WMS".index(chip[1]) if chip[0] in "LD" else 3)
        for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown" if chip[0] == "D" else "ArrowUp", *along):
            self.page.keyboard.press(key)
        expect(self.page.locator(f"[data-chip='{chip}']")).to_be_focused()


def link_of(match: Match, position: int) -> str:
    return f"/l/{link_token(subject=list(match.seats.all())[position].entry.key)}/"


def place_of(game: Game, match: Match, side: str) -> int:
    """Which seat of the match plays that side."""
    player = game.seats.get(number=1 if side == "white" else 2).player
    return next(at for at, seat in enumerate(match.seats.all()) if seat.entry.player_id == player.pk)


def score_with(record: Record, number: int, laid: list[tuple[str, int]]) -> str:
    """The Honoris, as the page writes them, with some places of a duel laid: the engine's."""
    duel, arena = record.duels[number - 1], Arena()
    whole = Arena(duel.tokens, duel.pawns)
    for side, position in laid:
        chip = placed_chip(whole, side, position)  # type: ignore[arg-type] # a side's name
        arena = with_chip(arena, side, position, chip, one_by_one=False)  # type: ignore[arg-type] # likewise
    stands = standing(replace(record, duels=record.duels[: number - 1]), arena, SHIPPED_EDITIONS[DEFAULT_EDITION])
    return f"{stands.honoris.white} : {stands.honoris.black}".replace("-", "\u2212")


def told_by(submission: Submission) -> dict[str, Any]:
    """What a document comes to, whatever its grade tells of the encounters."""
    report = submission.report
    duels = [{name: duel[name] for name in ("points", "winner", "level")} for duel in report["duels"]]
    return {name: report[name] for name in ("winner", "honoris", "markers", "level")} | {"duels": duels}


@pytest.mark.slow
def test_same_game_by_record_sheet_and_notation(new_page: Callable[..., Page], complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED|503|403|422")
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    match = evening.publish(evening.started(("Anna", "Bert")), 1)[0]
    game = Game.objects.get(match_game__match=match)
    record = with_a_won_super(game)
    typed = game_system("magistrar").parse(json.dumps(record))
    assert isinstance(typed, Record)

    white, black = (new_page(phone=True), new_page(phone=True))
    by_record(white, black, match, game, typed)
    by_sheet(white, json.loads(encode_document(sheet_of(typed))))
    by_notation(black, game, typed)
    assert Game.objects.get(pk=game.pk).state == GameState.AGREED
    assert not DraftPart.objects.exists()
    first, *others = game.submissions.order_by("fact_number")
    assert [first.grade, *(each.grade for each in others)] == ["record", "sheet", "record"]
    assert [told_by(each) for each in others] == [told_by(first)] * 2
    assert GameResult.objects.get(game=game, is_current=True).report["honoris"] == first.report["honoris"]


def with_a_won_super(game: Game) -> dict[str, Any]:
    """A game in whose first duel a pawn moved towards light or dark by a super energy."""
    bodies = (json.loads(random_body(rng=random.Random(seed), game=game)) for seed in range(11, 99))
    return next(body for body in bodies if re.search("[LD]", "".join(body["duels"][0].get("moves", {}).values())))


def by_record(white: Page, black: Page, match: Match, game: Game, typed: Record) -> None:
    """White records duels 1, 2 and 5, loses the network in the second and reloads; Black, whose device keeps nothing,
    records duel 3 and, at the keyboard alone, duel 4."""
    duels, thumb = json.loads(encode_document(typed))["duels"], Thumb()
    one, two = (Recorder(page, thumb, game.starter) for page in (white, black))
    white.goto(link_of(match, place_of(game, match, "white")))
    white.get_by_text("More ways", exact=True).click()
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
    expect(white.locator("[data-honoris]")).to_have_text(score_with(typed, 2, turns[:8]))
    expect(white.locator("[data-when]")).to_have_text("Honoris if the duel ended now (counted here)")
    why_not(one, duels[1], turns)
    undo_takes_back_the_last_act(one, duels[1], turns)
    white.evaluate(AXE_SCRIPT)
    assert faults(white, ShownPage("recording", "in the middle of a duel", "player"), None) == []
    white.set_viewport_size(PHONE["viewport"])
    shot(white, "record-offline")
    white.reload()  # without a network: what the device has kept of the page and of the taps
    expect(one.place(*turns[7]).locator("use")).not_to_have_count(0)
    one.lay_out(duels[1], 2, first=8)
    one.finish(2)
    expect(white.get_by_text("Not sent yet: 1.")).to_be_visible()
    assert DraftPart.objects.count() == 1
    white.context.set_offline(False)
    expect(white.get_by_text("Every finished duel is saved.")).to_be_visible()

    black.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    black.goto(link_of(match, place_of(game, match, "black")))
    thumb.tap(black.get_by_role("link", name="Continue recording at duel 3"))
    two.lay_out(duels[2], 3)
    expect(black.get_by_text("This device keeps nothing for this page")).to_be_visible()
    two.finish(3)
    two.keys(duels[3], 4)
    expect(black.get_by_text("Duel 4: saved by")).to_be_visible()

    white.reload()
    a_saved_duel_is_changed(one, two, duels[0])
    expect(white.get_by_text("Encounter by encounter, in the order of play.")).to_be_visible()
    one.lay_out(duels[4], 5)
    shot(white, "record-duel-5")
    white.route("**/recording/duels/5/*", lambda route: route.fulfill(status=503, body="busy"))
    one.finish(5)
    expect(white.get_by_text("The service can’t answer just now.")).to_be_visible()
    white.unroute("**/recording/duels/5/*")
    white.evaluate("window.dispatchEvent(new Event('online'))")
    thumb.tap(white.get_by_role("link", name="Review and hand it in"))
    shot(white, "record-review")
    thumb.tap(white.get_by_role("button", name="Hand it in"))
    expect(white.get_by_role("heading", name="Waiting for")).to_be_visible()
    expect(white.get_by_text("You played White.")).to_be_visible()
    assert thumb.taps <= MOST_TAPS - BY_KEYBOARD, thumb.taps
    white.goto(f"/games/{game.key}/recording/review/")
    expect(white.get_by_text("You have handed in the game. It waits for")).to_be_visible()
    expect(white.get_by_role("button", name="Hand it in")).to_have_count(0)


def a_saved_duel_is_changed(one: Recorder, two: Recorder, duel: dict[str, Any]) -> None:
    """White opens duel 1 after four are saved and cancels; then turns two encounters round, which asks nothing of the
    super energies elsewhere, corrects a direction, and keeps it. Black is told, looks, and brings back what was there.
    The other duels stay, and nothing goes before its replacement is saved."""

    def versions() -> list[str]:
        return list(DraftPart.objects.order_by("number").values_list("version", flat=True))

    white, black, before = one.page, two.page, versions()
    first, second = two_that_differ(duel)
    turned = duel | {"tokens": turn(duel["tokens"], first, second), "pawns": turn(duel["pawns"], first, second)}
    look = white.get_by_role("button", name="Open duel 1")
    look.click()
    one.place("white", first).click()
    expect(white.get_by_role("button", name="Undo")).to_be_visible()
    white.get_by_role("button", name="Cancel").click()
    expect(white.get_by_role("heading", name="Duel 5")).to_be_visible()
    assert versions() == before

    look.click()
    lay_anew(one, turned, first, second)
    a_direction_is_corrected(white)
    shot(white, "record-changed")
    white.get_by_role("button", name="Keep the change").click()
    expect(white.get_by_text("Every finished duel is saved.")).to_be_visible()
    expect(white.get_by_role("heading", name="Duel 5")).to_be_visible()
    assert [old == new for old, new in zip(before, versions(), strict=True)] == [False, True, True, True]
    letters = ["".join(each.get("moves", {}).get(side, "") for side in SIDES) for each in (duel, saved(1))]
    assert [one == other for one, other in zip(*letters, strict=True)].count(False) == 1

    black.evaluate("window.dispatchEvent(new Event('online'))")
    expect(black.get_by_text("has changed duel 1, which was saved already.")).to_be_visible()
    black.get_by_role("alert").get_by_role("button", name="Open duel 1").click()
    expect(black.get_by_text("has changed duel 1")).to_have_count(0)
    black.get_by_role("button", name="Close").click()
    black.get_by_role("button", name="Bring back what was here").click()
    with black.expect_response("**/recording/duels/1/*"):
        black.get_by_role("button", name="Keep the change").click()
    white.evaluate("window.dispatchEvent(new Event('online'))")
    expect(white.get_by_text("has changed duel 1, which was saved already.")).to_be_visible()
    white.get_by_role("button", name="All right").click()
    assert saved(1)["tokens"] == duel["tokens"]


def saved(number: int) -> dict[str, Any]:
    duel: dict[str, Any] = DraftPart.objects.get(number=number).body
    return duel


def a_direction_is_corrected(page: Page) -> None:
    """That of the first super energy which moved a pawn: it stayed."""
    towards = page.get_by_role("button", name=re.compile("towards (light|dark). Choose another direction")).first
    towards.click()
    page.get_by_role("button", name="Keep it as it is").click()
    towards.click()
    page.get_by_role("button", name="It stays").click()


def two_that_differ(duel: dict[str, Any]) -> tuple[int, int]:
    """Two encounters of pawns, without super energies, that don't lie alike."""
    plain = [at for at in range(1, 7) if all(duel["tokens"][side][at - 1] in "LD" for side in SIDES)]
    laid = {at: [duel[rows][side][at - 1] for rows in ("tokens", "pawns") for side in SIDES] for at in plain}
    return next((one, two) for one in plain for two in plain if one < two and laid[one] != laid[two])


def turn(rows: dict[str, str], first: int, second: int) -> dict[str, str]:
    """Rows of letters with two positions changed for each other."""
    order = [{first: second, second: first}.get(at, at) - 1 for at in range(1, 7)]
    return {side: "".join(row[at] for at in order) for side, row in rows.items()}


def lay_anew(recorder: Recorder, duel: dict[str, Any], *positions: int) -> None:
    """Clears both rows at these positions of an opened duel, and lays them as they lie in this one."""
    filled = [(side, at) for side in SIDES for at in positions]
    for side, at in filled:
        recorder.place(side, at).click()
    opener = recorder.starter
    for side, at in sorted(filled, key=lambda place: place[0] != opener):
        place = recorder.place(side, at)
        if "is-next" not in (place.get_attribute("class") or ""):
            place.click()
        chip = duel["tokens"][side][at - 1] + duel["pawns"][side][at - 1]
        recorder.page.locator(f"[data-chip='{chip}'][aria-disabled='false']").click()


def why_not(recorder: Recorder, duel: dict[str, Any], turns: list[tuple[str, int]]) -> None:
    """A chip that the next place can't have says why: a pawn as strong as the one that it would face."""
    side, position = turns[8]
    faced = duel["pawns"][SIDES[side == "white"]][position - 1]
    recorder.page.locator(f"[data-chip='L{faced}']").click(force=True)
    name = recorder.page.locator(".recorder-side .clip").nth(SIDES.index(side)).text_content()
    said = f"{name} may not face a pawn with one of the same strength (rule R8)."
    expect(recorder.page.get_by_role("status").filter(has_text=said)).to_be_visible()


def undo_takes_back_the_last_act(recorder: Recorder, duel: dict[str, Any], turns: list[tuple[str, int]]) -> None:
    """An earlier place of the starter is emptied: what is as strong as the answer there isn't offered, which moves no
    chip. Undo fills it again, and leaves alone what was laid last."""
    first, last = recorder.place(*turns[0]), recorder.place(*turns[7])
    first.click()
    expect(first.locator("use")).to_have_count(0)
    side, position = turns[0]
    equal = recorder.page.locator(f"[data-chip='L{duel['pawns'][SIDES[side == 'white']][position - 1]}']")
    at = equal.evaluate("each => each.getBoundingClientRect().top")
    equal.click(force=True)
    expect(recorder.page.get_by_text("already faces this with a pawn of that strength")).to_be_visible()
    assert equal.evaluate("each => each.getBoundingClientRect().top") == at
    recorder.page.get_by_role("button", name="Undo").click()
    expect(first.locator("use")).not_to_have_count(0)
    expect(last.locator("use")).not_to_have_count(0)


def by_notation(black: Page, game: Game, record: Record) -> None:
    """Black types the same game in the notation, which settles it; a slip is pointed at."""
    black.goto(f"/games/{game.key}/notation/")
    text: Any = black.get_by_label("The game")
    right = format_notation(record)
    first = record.duels[0].tokens.white
    text.fill(right.replace(first, "X" + first[1:], 1))
    expect(black.locator(".spot mark")).to_contain_text("X")
    shot(black, "notation-wrong")
    text.fill(right)
    expect(black.locator("#verdict")).to_contain_text("By the rules, and complete")
    shot(black, "notation-right")
    text.press("Control+Enter")
    expect(black.get_by_role("heading", name="The result counts")).to_be_visible()


def by_sheet(page: Page, sheet: dict[str, Any]) -> None:
    """White hands the same game in again as a sheet, by the steppers."""
    page.get_by_role("link", name="To the game").click()
    what_is_pasted_outlasts_the_link(page)
    hand_in_by(page, "Fill in the sheet")
    expect(page.get_by_text("is being recorded")).to_have_count(1)
    what_is_corrected_outlasts_the_answer(page)
    for number, duel in enumerate(sheet["duels"], 1):
        for side in SIDES:
            for energy in ("light", "dark"):
                field = page.locator(f"#id_d{number}-{side}-{energy}")
                for _step in range(duel[side].get(energy, 0)):
                    field.locator("xpath=following-sibling::button").click()
                expect(field).to_have_value(str(duel[side].get(energy, 0)))
            if duel[side].get("super"):
                moves = "".join(sorted(duel[side]["super"], key="LD.".index))
                page.locator(f"#id_d{number}-{side}-super").select_option(moves)
    page.reload()  # what was typed is kept on the device
    expect(page.get_by_text("What you typed before is back")).to_be_visible()
    expect(page.locator("#running")).to_contain_text("Honoris after 5 duels")
    shot(page, "sheet")
    nothing_is_sent_without_a_network(page)
    page.get_by_role("button", name="Hand it in").click()
    expect(page.get_by_role("heading", name="Waiting for")).to_be_visible()
    page.go_back()
    page.reload()  # the form, new and empty: what was handed in isn't kept any more
    expect(page.locator("#id_d1-white-light")).to_be_visible()
    expect(page.get_by_text("What you typed before is back")).to_be_hidden()


def what_is_pasted_outlasts_the_link(page: Page) -> None:
    """The links that this browser had opened are gone when a text is sent: with the link it stands there again."""
    game, cookies = page.url, page.context.cookies()
    hand_in_by(page, "Type or paste the game")
    page.get_by_role("link", name="Paste or upload a record").click()
    page.get_by_label("Paste the record here").fill("a long game")
    page.context.clear_cookies()
    page.get_by_role("button", name="Hand it in").click()
    expect(page.get_by_text("Open your personal link again in another tab")).to_be_visible()
    page.context.add_cookies(cookies)  # type: ignore[arg-type] # as they came
    page.goto(game)
    hand_in_by(page, "Type or paste the game")
    page.get_by_role("link", name="Paste or upload a record").click()
    expect(page.get_by_label("Paste the record here")).to_have_value("a long game")
    expect(page.get_by_text("What you typed before is back")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    page.goto(game)


def what_is_corrected_outlasts_the_answer(page: Page) -> None:
    """A refused sheet is corrected and loaded anew, which sends the refused one again: the correction stands."""
    light = page.locator("#id_d1-white-light")
    light.fill("7")
    page.get_by_role("button", name="Check it first").click()
    expect(page.locator("main[data-mending]")).to_be_visible()
    light.fill("5")
    page.reload()
    expect(light).to_have_value("5")
    page.get_by_role("button", name="Start over").click()
    expect(light).to_have_value("0")


def nothing_is_sent_without_a_network(page: Page) -> None:
    page.context.set_offline(True)
    page.get_by_role("button", name="Hand it in").click()
    expect(page.get_by_text("No network: what you typed is kept here.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("No network: what you typed is kept here.")).to_be_hidden()
