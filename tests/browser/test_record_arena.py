"""What the recorder's script counts by itself is what the engine says: whose turn it is, where, what is left, why
something can't be laid, and how the game stands."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from msgspec.structs import replace
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from games.engine.systems.magistrar.arena import Arena, Chip, arena_choices, with_chip
from games.engine.systems.magistrar.arena_score import standing
from games.engine.systems.magistrar.arena_terms import arena_terms
from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    Record,
    RecordDuel,
    Reinforcement,
    StrengthenPawn,
    Triumph,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.placements_terms import NO_PAWN, terms_of_next_duel
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.report import SIDES
from games.models import Game
from games.pages.magistrar.arenas import report_of_duels
from games.services.random_play import random_body
from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, entry_at
from tests.games.engine.systems.magistrar.test_arena import laid_in_turn

pytestmark = [pytest.mark.browser]

EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
SCRIPTS = [
    Path(__file__).parents[2] / f"games/pages/magistrar/static/magistrar/record-{name}.js"
    for name in ("arena", "score", "reasons")
]
LAID = """([game, duels, number, steps, rest]) => {
    const Arena = window.magistrarArena, terms = game.duels[number - 1], told = [], parts = [];
    const standing = (arena) => window.magistrarScore.standing(game, duels, arena);
    let arena = Arena.empty();
    for (const [side, at, chip] of steps) {
        const remaining = Arena.remaining(arena, terms, game, duels, side, at, chip.spell);
        const why = (each) => window.magistrarReasons.why(arena, terms, game, duels, side, at, each, chip.spell)[1];
        const reasons = Arena.universe(terms, game, at).map((each) => [each.token + each.pawn, why(each)]);
        const letters = remaining.map((each) => each.token + each.pawn);
        told.push([Arena.turn(arena, terms, game), letters, standing(arena), Object.fromEntries(reasons)]);
        parts.push(arena);
        arena = Arena.place(arena, terms, game, side, at, chip);
    }
    const won = Object.fromEntries(Arena.SIDES.map((side) => [side, Arena.wonSupers(arena, terms, game, side).length]));
    const whole = Object.assign(Arena.copy(arena), { moves: rest.moves, spells: arena.spells.concat(rest.spells) });
    const moved = Object.assign(Arena.copy(arena), { moves: rest.moves });
    const isPart = parts.concat([arena, moved]).every((each) => Arena.isPartOf(each, whole))
        && !parts.some((each) => Arena.isPartOf(whole, each));
    const chosen = (laid) => JSON.stringify([laid.moves, laid.spells.filter((each) => !each.position), laid.later]);
    const asked = [];
    const isKept = Arena.PLACES.every((at) => {
        let laid = Arena.SIDES.reduce((each, side) => Arena.clear(each, terms, game, side, at), whole);
        for (let turn = Arena.turn(laid, terms, game); turn; turn = Arena.turn(laid, terms, game)) {
            const [side, , chip] = steps.find((step) => step[0] === turn.side && step[1] === at);
            laid = Arena.place(laid, terms, game, side, at, chip);
        }
        const needed = Arena.moveNeeded(laid, terms, game);
        const before = needed && Arena.directions(whole, terms, game).find((each) => each.at === at);
        if (needed) {
            asked.push([needed.at, at]);
            laid = Arena.direct(laid, terms, game, needed.side, at, before.letter);
        }
        return chosen(laid) === chosen(whole);
    });
    return {told, arena, won, turn: Arena.turn(arena, terms, game), whole, standing: standing(whole), isPart,
        isKept, asked};
}"""
SUPERS_LAST = "R18"


@dataclass
class Told:
    """A step as the engine sees it: whose turn it is and where, the chips offered at the step's place, how the game
    stands before it, and one chip that isn't offered there, with the rules that it would break."""

    turn: Any
    places: list[int]
    offered: set[str]
    stands: Any
    refused: tuple[str, set[str]] | None


def by_engine(game: Record, steps: list[Any], rng: random.Random) -> tuple[list[Told], Arena, Any]:
    """Each step; the arena and the moves at the end."""
    one_by_one = terms_of_next_duel(game, EDITION).rules.one_by_one
    arena, told = Arena(), []
    for side, at, chip in steps:
        choices = arena_choices(game, arena, EDITION)
        here = choices if choices.turn == side else arena_choices(game, arena, EDITION, (side, at))
        chips = {place.position: place.chips for place in here.places}[at]
        offered = {each.token + each.pawn for each in chips if each.pawn == NO_PAWN or each.spell == chip.spell}
        places = [place.position for place in choices.places]
        stands = plain(standing(game, arena, EDITION))
        refused = refused_by_engine(game, arena, (side, at, chip.spell), offered, rng)
        told.append(Told(choices.turn, places, offered, stands, refused))
        arena = with_chip(arena, side, at, chip, one_by_one=one_by_one)
    return told, arena, arena_choices(game, arena, EDITION).moves


def refused_by_engine(
    game: Record, arena: Arena, place: tuple[Any, int, Any], offered: set[str], rng: random.Random
) -> tuple[str, set[str]] | None:
    """A chip (token and pawn) that isn't offered at a place, and the rules that it breaks there; of one that would only
    leave the super energies no place, R18."""
    side, at, spell = place
    terms = terms_of_next_duel(game, EDITION)
    pawns = "WMS" if at <= terms.rules.positions else NO_PAWN
    refused = [chip for chip in [("S", NO_PAWN), *product("LD", pawns)] if "".join(chip) not in offered]
    if not refused:
        return None
    token, pawn = rng.choice(refused)
    left, laid = terms.supplies[side], (getattr(arena.tokens, side), getattr(arena.pawns, side))
    rules = {"R6"} if left.tokens[token] <= laid[0].count(token) else set()
    if pawn != NO_PAWN and left.pawns[pawn] <= laid[1].count(pawn):
        rules.add("R2")
    chip = Chip(token, pawn, spell if pawn != NO_PAWN else None)
    wrong = arena_choices(game, with_chip(arena, side, at, chip, one_by_one=terms.rules.one_by_one), EDITION).wrong
    if not rules:
        rules.add("R17" if wrong and wrong.rule == "H5" else str(wrong.rule) if wrong else SUPERS_LAST)
    return token + pawn, rules


def rest_of(duel: RecordDuel, rng: random.Random) -> dict[str, Any]:
    """What follows once all is laid: moves and spells; now and then a triumph that nobody has won."""
    spells = [spell for spell in duel.spells if not isinstance(spell, StrengthenPawn | Reinforcement)]
    if rng.random() < 0.3:
        spells.append(Triumph(by=rng.choice(SIDES), direction="L"))
    return {
        "moves": {side: getattr(duel.moves, side) for side in SIDES},
        "spells": [msgspec.to_builtins(spell) for spell in spells],
    }


@pytest.mark.slow
def test_script_and_engine_lay_the_same(browser: Browser) -> None:
    page = browser.new_page()
    for script in SCRIPTS:
        page.evaluate(script.read_text(encoding="utf-8"))
    reasons, asked_again = set(), 0
    for seed in range(25):
        rng = random.Random(seed)
        variants = {"variants": random_variants(rng)} if seed % 3 else {}
        record = random_record(rng, duels=5, **variants)
        terms = msgspec.to_builtins(arena_terms(replace(record, duels=()), EDITION))
        for number in (1 + seed % 4, 5):
            game, duel = replace(record, duels=record.duels[: number - 1]), record.duels[number - 1]
            steps = list(laid_in_turn(game, duel))
            told, arena, moves = by_engine(game, steps, rng)
            duels = msgspec.json.decode(msgspec.json.encode(game.duels))
            laid = [[side, at, msgspec.to_builtins(chip)] for side, at, chip in steps]
            answer = page.evaluate(LAID, [terms, duels, number, laid, rest_of(duel, rng)])
            for expected, (turn, remaining, stands, why), step in zip(told, answer["told"], steps, strict=True):
                assert (turn["side"], turn["places"]) == (expected.turn, expected.places), (seed, number, step)
                assert expected.offered <= set(remaining), (seed, number, step)
                assert step[2].token + step[2].pawn in remaining
                assert stands == expected.stands, (seed, number, step)
                if expected.refused is not None:
                    chip, rules = expected.refused
                    said = set(why[chip].split(", "))
                    assert said & rules, (seed, number, step, chip, why[chip])
                    reasons |= said
            assert msgspec.convert(answer["arena"], Arena) == arena
            assert answer["won"] == msgspec.to_builtins(moves)
            assert answer["turn"] is None
            whole = msgspec.convert(answer["whole"], Arena)
            assert answer["standing"] == plain(standing(game, whole, EDITION)), (seed, number)
            assert answer["isPart"]
            assert answer["isKept"], (
                seed,
                number,
            )  # an encounter is cleared and laid anew: the others keep what was said
            assert all(needed == cleared for needed, cleared in answer["asked"]), (seed, number)
            asked_again += len(answer["asked"])
    assert {"R6", "R2", "R8", "R17", SUPERS_LAST} <= reasons
    assert asked_again
    page.close()


CARDS, MAGES = sorted(EDITION.duel_rules), sorted(EDITION.mages)
TAPPED = """(duels) => {
    const page = JSON.parse(document.getElementById("recorder-data").textContent), words = page.words;
    const all = (selector) => Array.from(document.querySelectorAll(selector));
    const tap = (what, found) => { if (!found) throw new Error("nothing to tap for " + what); found.click(); };
    const tool = (text) => all(".recorder-pad button").find((each) => each.textContent.startsWith(text));
    const strengthen = (duel, side, at) => {
        const cast = duel.spells.find((each) =>
            each.by === side && each.position === at && each.spell !== "exchange_tokens");
        if (cast) tap(cast.spell, tool(words.strengthen.replace("{spell}", words["spell_" + cast.spell])));
    };
    duels.forEach((duel, index) => {
        const order = duel.order || [], wanted = order.concat([1, 2, 3, 4, 5, 6].filter((at) => !order.includes(at)));
        for (let step = 0; step < 12; step += 1) {
            const of = (side) => all(".arena-" + side).map((place, at) => [place, side, at + 1]);
            const open = of("white").concat(of("black")).filter(([place]) => place.classList.contains("is-open"));
            open.sort((one, two) => wanted.indexOf(one[2]) - wanted.indexOf(two[2]));
            const [place, side, at] = open[0], chip = duel.tokens[side][at - 1] + duel.pawns[side][at - 1];
            if (!place.classList.contains("is-next")) tap(at, place);
            strengthen(duel, side, at);
            tap(chip, document.querySelector("[data-chip='" + chip + "'][aria-disabled='false']"));
        }
        duel.spells.filter((each) => each.spell === "exchange_tokens").forEach((each) =>
            tap("exchange", all(".arena-middle")[each.position - 1].querySelector("button")));
        ["white", "black"].forEach((side) => Array.from(duel.moves[side]).forEach((letter) =>
            tap("move", all(".pad-moves button")["L.D".indexOf(letter)])));
        duel.spells.filter((each) => each.direction && each.direction !== ".").forEach((each) => {
            const text = words["cast_" + each.direction].replace("{spell}", words["spell_" + each.spell]);
            tap(each.spell, tool(text.replace("{name}", words[each.by])));
        });
        tap("save", document.querySelector(".pad-finish .button-primary"));
    });
    const kept = JSON.parse(localStorage.getItem("record:" + page.game + ":" + page.actor));
    const arenas = Object.values(kept.pending).map((each) => each.arena);
    return [arenas, document.querySelector("[data-honoris]").textContent];
}"""


@pytest.mark.django_db
def test_game_of_every_variant_can_be_tapped(browser: Browser, evening: Evening) -> None:
    """Every duel card, mage and golden energies, on the real page without a network: what is kept, and the score."""
    match = evening.publish(evening.started(("Anna", "Bert")), 1)[0]
    game, client = Game.objects.get(match_game__match=match), Client()
    client.get(f"/l/{link_token(subject=entry_at(match, 0).key)}/")
    for turn in range(4):
        cards = [CARDS[(4 * turn + place) % len(CARDS)] for place in range(4)]
        mages = {"white": MAGES[turn], "black": MAGES[(turn + 1 + turn % 2) % len(MAGES)]}
        golden = {"white": turn % 3, "black": (turn + 1) % 3}
        game.variants = {"duel_cards": cards, "mages": mages, "golden": golden}
        game.save(update_fields=["variants"])
        duels = [whole(duel) for duel in json.loads(random_body(rng=random.Random(turn), game=game))["duels"]]
        content = client.get(f"/games/{game.key}/recording/").content
        page = page_of(browser.new_context(), content)
        tapped, honoris = page.evaluate(TAPPED, duels)
        assert [told(arena) for arena in tapped] == [told(duel) for duel in duels], turn
        said = report_of_duels(game, duels)["honoris"]
        assert honoris == f"{said['white']} : {said['black']}".replace("-", "\u2212")
        if turn == 0:
            nothing_tapped_is_lost(page, content, duels[0], cards)
            what_no_longer_fits_is_kept(page, duels, cards)
        page.context.close()


def nothing_tapped_is_lost(page: Page, content: bytes, mine: dict[str, Any], cards: list[str]) -> None:
    """Another one has saved the first duel differently; ours is kept to, and refused as the link is gone; another tab
    shows the same; with the link it is sent, naming what it takes the place of."""
    theirs = mine | {"tokens": mine["tokens"] | {"white": mine["tokens"]["black"]}}
    hers = {"duel": theirs, "by": "Dora", "version": "hers"}
    state = {"at": 1e10, "open": True, "handed_in": "", "cards": cards, "duels": [hers]}
    sent: list[dict[str, Any]] = []
    answers = [
        (409, {"code": "saved_differently", "message": "", "state": state}),
        (403, {"code": "not_your_game", "message": "Open your own link."}),
        (200, {"state": state | {"at": 2e10, "duels": [{"duel": mine, "by": "Anna", "version": "ours"}]}}),
    ]

    def save(route: Route) -> None:
        sent.append(route.request.post_data_json)
        status, answer = answers[len(sent) - 1]
        route.fulfill(status=status, json=answer)

    again = "window.dispatchEvent(new Event('online'))"
    nothing_is_on_its_way(page)
    page.route("**/recording/duels/1/*", save)
    page.evaluate(again)
    expect(page.get_by_text("Dora has saved duel 1 differently.")).to_be_visible()
    expect(page.get_by_text(re.compile("^Honoris after duel 1: there .+, here .+"))).to_be_visible()
    page.get_by_role("button", name="Go on with what is here").click()
    expect(page.get_by_text("Open your own link.")).to_be_visible()
    expect(page.get_by_text("Nothing is lost: what you tapped stays on this device")).to_be_visible()
    page.unroute("**/recording/duels/1/*")
    tab = page_of(page.context, content)
    expect(tab.get_by_text("Duel 1: kept on this device, not sent yet")).to_be_visible()
    page.route("**/recording/duels/1/*", save)
    page.evaluate(again)
    for each in (page, tab):
        expect(each.get_by_text("Duel 1: saved by Anna")).to_be_visible()
    assert [each["replaces"] for each in sent] == ["", "hers", "hers"]
    assert len({each["key"] for each in sent}) == 1


def what_no_longer_fits_is_kept(page: Page, duels: list[dict[str, Any]], cards: list[str]) -> None:
    """Duel 1 was changed, and the saved duel 2 doesn't follow it any more: it is shown with why, and can be saved again
    in the place of what is kept of it."""
    saved = [{"number": 1, "duel": duels[0], "by": "Anna", "version": "ours"}]
    kept = [{"number": 2, "duel": duels[1], "by": "Dora", "version": "hers"}]
    made_for = page.evaluate("JSON.parse(document.getElementById('recorder-data').textContent).state.set_up")
    state = {
        "at": 3e10,
        "set_up": made_for,
        "cards": cards,
        "open": True,
        "handed_in": "",
        "duels": saved,
        "misfits": kept,
        "wrong": "Nothing is left (R6).",
    }
    sent: list[dict[str, Any]] = []

    def save(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(json={"state": state | {"at": 4e10, "duels": saved + kept, "misfits": [], "wrong": ""}})

    look_again = "document.dispatchEvent(new Event('visibilitychange'))"
    nothing_is_on_its_way(page)
    page.route("**/recording/state/*", lambda route: route.fulfill(json=state))
    page.evaluate(look_again)
    expect(page.get_by_text("Dora has saved duel 2 differently.")).to_be_visible()
    page.get_by_role("button", name="Go on with what Dora saved").click()
    expect(page.get_by_role("heading", name="Duel 2")).to_be_visible()
    expect(page.get_by_text("Duel 2 no longer fits.")).to_be_visible()
    expect(page.get_by_text("Nothing is left (R6).")).to_be_visible()
    page.route("**/recording/duels/2/*", save)
    page.get_by_role("button", name="Save duel 2").click()
    expect(page.get_by_text("Duel 2: saved by Dora")).to_be_visible()
    assert [each["replaces"] for each in sent] == ["hers"]
    # A card was put right: the page begins anew, once.
    nothing_is_on_its_way(page)
    state |= {"set_up": "another", "at": 5e10}
    with page.expect_navigation():
        page.evaluate(look_again)
    nothing_is_on_its_way(page)
    page.evaluate(look_again)
    expect(page.get_by_text("Duel 2 no longer fits.")).to_be_visible()


def nothing_is_on_its_way(page: Page) -> None:
    """What waits was tried and has failed: the page sends one duel at a time, and asks for nothing meanwhile."""
    expect(page.get_by_text("No network.")).to_be_visible()


def page_of(context: BrowserContext, content: bytes) -> Page:
    """The recording page, with its scripts, but no service behind it."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/":
            route.fulfill(body=content, content_type="text/html; charset=utf-8")
        elif path.startswith("/static/"):
            route.fulfill(path=str(finders.find(path.removeprefix("/static/"))))
        else:
            route.abort()

    page = context.new_page()
    page.route("**/*", answer)
    page.goto("http://recorder.test/")
    return page


def whole(duel: dict[str, Any]) -> dict[str, Any]:
    moves = {side: duel.get("moves", {}).get(side, "") for side in SIDES}
    return duel | {"moves": moves, "spells": duel.get("spells", [])}


def told(duel: dict[str, Any]) -> tuple[Any, ...]:
    """A duel but for the order of its spells; a triumph that is waived is none."""
    spells = sorted(json.dumps(each, sort_keys=True) for each in duel["spells"] if each.get("direction") != ".")
    return duel["tokens"], duel["pawns"], duel["moves"], duel.get("order", []), spells


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
