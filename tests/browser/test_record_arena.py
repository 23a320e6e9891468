"""What the recorder's script counts by itself is what the engine says: whose turn it is, where, and what is left."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser

from games.engine.systems.magistrar.arena import Arena, arena_choices, with_chip
from games.engine.systems.magistrar.arena_terms import arena_terms
from games.engine.systems.magistrar.documents import DEFAULT_EDITION, Record
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.placements_terms import NO_PAWN, terms_of_next_duel
from games.engine.systems.magistrar.random_player import random_record, random_variants
from tests.games.engine.systems.magistrar.test_arena import laid_in_turn

pytestmark = [pytest.mark.browser]

EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
SCRIPT = Path(__file__).parents[2] / "static/js/record-arena.js"
LAID = """([game, duels, number, steps]) => {
    const Arena = window.magistrarArena, terms = game.duels[number - 1], told = [];
    let arena = Arena.empty();
    for (const [side, at, chip] of steps) {
        const remaining = Arena.remaining(arena, terms, game, duels, side, at, chip.spell);
        told.push([Arena.turn(arena, terms, game), remaining.map((each) => each.token + each.pawn)]);
        arena = Arena.place(arena, terms, game, side, at, chip);
    }
    const won = Object.fromEntries(Arena.SIDES.map((side) => [side, Arena.wonSupers(arena, terms, game, side).length]));
    return {told, arena, won, turn: Arena.turn(arena, terms, game)};
}"""


def by_engine(game: Record, steps: list[Any]) -> tuple[list[Any], Arena, Any]:
    """The turn before each step and the chips that the engine offers there; the arena and the moves at the end."""
    one_by_one = terms_of_next_duel(game, EDITION).rules.one_by_one
    arena, told = Arena(), []
    for side, at, chip in steps:
        offered = arena_choices(game, arena, EDITION)
        here = offered if offered.turn == side else arena_choices(game, arena, EDITION, (side, at))
        chips = {place.position: place.chips for place in here.places}[at]
        told.append(((offered.turn, [place.position for place in offered.places]), chips))
        arena = with_chip(arena, side, at, chip, one_by_one=one_by_one)
    return told, arena, arena_choices(game, arena, EDITION).moves


def test_script_and_engine_lay_the_same(browser: Browser) -> None:
    page = browser.new_page()
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    for seed in range(25):
        rng = random.Random(seed)
        variants = {"variants": random_variants(rng)} if seed % 3 else {}
        record = random_record(rng, duels=5, **variants)
        terms = msgspec.to_builtins(arena_terms(replace(record, duels=()), EDITION))
        for number in (1 + seed % 4, 5):
            game = replace(record, duels=record.duels[: number - 1])
            steps = list(laid_in_turn(game, record.duels[number - 1]))
            told, arena, moves = by_engine(game, steps)
            duels = msgspec.json.decode(msgspec.json.encode(game.duels))
            full = [{"tokens": d["tokens"], "pawns": d["pawns"], "spells": d.get("spells", [])} for d in duels]
            asked = [terms, full, number, [[side, at, msgspec.to_builtins(chip)] for side, at, chip in steps]]
            answer = page.evaluate(LAID, asked)
            for ((turn, places), chips), (script_turn, remaining), step in zip(
                told, answer["told"], steps, strict=True
            ):
                assert (script_turn["side"], script_turn["places"]) == (turn, places), (seed, number, step)
                offered = {c.token + c.pawn for c in chips if c.pawn == NO_PAWN or c.spell == step[2].spell}
                assert offered <= set(remaining), (seed, number, step)
                assert step[2].token + step[2].pawn in remaining
            assert msgspec.convert(answer["arena"], Arena) == arena
            assert answer["won"] == msgspec.to_builtins(moves)
            assert answer["turn"] is None
    page.close()
