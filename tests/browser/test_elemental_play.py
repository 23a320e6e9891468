"""The recorder's script plays a sheet just as the engine does: over random games, and games with one thing changed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine.systems.elemental.documents import Record
from games.engine.systems.elemental.edition import Edition, read_edition
from games.engine.systems.elemental.play import RuleBrokenError, places_by
from games.engine.systems.elemental.random_player import MOVES_OF_THROW, random_record
from games.engine.systems.elemental.report import FoughtDuel
from games.engine.systems.elemental.sheet_play import SheetPlay
from games.engine.systems.elemental.sheets import check_sheet
from games.pages.elemental.recorder.terms import terms_data
from tests.extent import sampled
from tests.games.engine.systems.elemental.test_random_player import SHIPPED, edition_with
from tests.games.engine.systems.elemental.test_sheet_play import SMALL, sheet_of

pytestmark = pytest.mark.browser

SCRIPT = Path("games/pages/elemental/static/elemental/record-play.js")
RULINGS = {"half": {"value": "up", "provenance": "assumed"}, "boundary": {"value": "leg", "provenance": "assumed"}}
WIDE = {"board": ["MWMWMWMWM", "WWMMWWMMW", "MMMWWWMMM"], "corners": {"2": ["a1", "i3"], "3": ["a1", "a3", "i3"]}} | {
    "star_spots": ["b2", "c1", "e3", "h2"],
    "players": [2, 3],
}
EDITIONS: list[Edition] = [
    SHIPPED,
    edition_with(rounds=2),
    edition_with(**SMALL),
    edition_with(**WIDE, star_draw_cards=9, star_draw_stars=1, sudden_duel_stars=1, health=3),
    read_edition(json.dumps(SHIPPED.as_data() | {"key": "other", "rulings": RULINGS})),
]

PLAYED = """([given, starter, turns, throws]) => {
  const P = window.elementalPlay, terms = P.termsOf(given), states = [];
  for (let n = 0; n <= turns.length; n += 1) {
    const s = P.play(terms, starter, turns.slice(0, n));
    states.push({ legal: s.legal, spots: s.spots, health: s.health, stars: s.stars,
      tokens: s.tokens.slice().sort((a, b) => a - b),
      hands: [s.attack.map((each) => each.length), s.defense.map((each) => each.length)],
      decks: [P.sizeOf(s.decks.attack), P.sizeOf(s.decks.defense)], mover: s.mover, round: s.round, ended: s.ended,
      owed: s.owed.map((each) => each.map((one) => [one.turn, one.deck, one.cards, one.isStar])),
      duels: s.duels.map((each) => [each.turn, each.isSudden, each.attacker, each.attack,
        each.defenders.map((one) => [one.seat, one.card, one.value, one.damage])]),
      places: s.ended ? P.places(s) : [],
      ways: s.ended ? [] : P.ways(terms, s, ...throws[n]).map((way) =>
        [way.move, way.end, way.stars.length, way.met]).sort() });
  }
  return states;
}"""

LEGAL = """([given, starter, games]) => {
  const P = window.elementalPlay, terms = P.termsOf(given);
  return games.map((turns) => P.play(terms, starter, turns).legal);
}"""


def played(record: Record, edition: Edition, parts: list[dict[str, Any]], throws: list[list[int]]) -> list[Any]:
    """How the engine sees the sheet after each number of turns."""
    states = []
    for number in range(len(parts) + 1):
        play = SheetPlay(record, edition, [part["seat"] for part in parts])
        play.play(record.turns[:number])
        hands = [[len(hand) for hand in cards] for cards in (play.attack_cards, play.defense_cards)]
        states.append(
            {
                "legal": number,
                "spots": [spot.bit_length() - 1 for spot in play.spots],
                "health": play.health,
                "stars": play.stars,
                "tokens": [spot for spot in range(len(edition.board.names)) if play.tokens >> spot & 1],
                "hands": hands,
                "decks": [len(play.decks["attack"]), len(play.decks["defense"])],
                "mover": play.mover,
                "round": play.round,
                "ended": play.ended,
                "owed": [[list(each) for each in owed] for owed in play.owed],
                "duels": [
                    [duel.turn, duel.sudden, int(duel.attacker) - 1, duel.attack, defended(duel)] for duel in play.duels
                ],
                "places": places_by(play.health, play.stars, play.fell) if play.ended else [],
                "ways": [] if play.ended else ways(record, edition, parts, number, throws[number]),
            }
        )
    return states


def defended(duel: FoughtDuel) -> list[Any]:
    return [[int(one.seat) - 1, one.defense, one.value, one.damage] for one in duel.defenders]


def ways(record: Record, edition: Edition, parts: list[dict[str, Any]], number: int, thrown: list[int]) -> list[Any]:
    """What the engine makes of every move of a throw."""
    found = []
    for move in MOVES_OF_THROW[thrown[0], thrown[1]]:
        play = SheetPlay(record, edition, [part["seat"] for part in parts])
        play.play(record.turns[:number])
        mover, before = play.mover, play.stars[play.mover]
        try:
            met = play._walk(move)
        except RuleBrokenError:
            continue
        found.append([move, play.spots[mover].bit_length() - 1, play.stars[mover] - before, list(met)])
    return sorted(found)


def changed(rng: random.Random, parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sheet with one thing changed in one turn."""
    parts = json.loads(json.dumps(parts))
    at = rng.randrange(len(parts))
    turn = parts[at]
    kind = rng.choice(["move", "seat", "duel", "attack", "returns", "drop", "target", "sudden", "star_draws"])
    if kind == "move":
        turn["move"] = rng.choice(sorted(MOVES_OF_THROW[rng.randint(1, 6), rng.randint(1, 6)]))
    elif kind == "seat":
        turn["seat"] = rng.choice("1234")
    elif kind == "duel":
        turn.pop("duel", None) or turn.update(duel={"attack": "f2", "defense": {"1": "f1"}})
    elif kind == "attack" and "duel" in turn:
        turn["duel"]["attack"] = rng.choice(["f5", "n4", "n9", "g2"])
    elif kind == "returns":
        for use in turn.get("sudden", []) + turn.get("star_draws", []):
            use["returns"] = rng.choice([use["returns"][:-1], [*use["returns"][1:], "b2"], [*use["returns"], "d4"]])
    elif kind == "drop":
        del parts[at]
    elif kind == "target":
        for use in turn.get("sudden", []):
            use["target"] = rng.choice("12")
    elif kind == "sudden":
        turn["sudden"] = [*turn.get("sudden", []), {"target": "1", "attack": "f2", "returns": ["b2", "d2"]}]
    else:
        turn["star_draws"] = [*turn.get("star_draws", []), {"deck": "attack", "returns": ["b2", "d2", "f2"]}]
    return parts


def test_script_plays_as_the_engine_does(browser: Any) -> None:
    page: Page = browser.new_page()
    page.add_script_tag(path=SCRIPT)
    rng = random.Random(17)
    for seed in sampled(range(40), 8):
        edition = EDITIONS[seed % len(EDITIONS)]
        players = rng.randint(edition.least_players, edition.most_players)
        record = random_record(random.Random(seed), players=players, starter=None, edition=edition)
        parts = sheet_of(record, edition)
        throws = [[rng.randint(1, 6), rng.randint(1, 6)] for _part in range(len(parts) + 1)]
        given = terms_data(edition, players)
        states = page.evaluate(PLAYED, [given, int(record.starter), parts, throws])
        assert states == json.loads(json.dumps(played(record, edition, parts, throws))), (seed, edition.key)
        others = [changed(rng, parts) for _change in range(20)]
        assert page.evaluate(LEGAL, [given, int(record.starter), others]) == [
            legal(record, edition, each) for each in others
        ], seed
    page.close()


def legal(record: Record, edition: Edition, parts: list[dict[str, Any]]) -> int:
    """How many turns of a changed sheet the engine finds legal. The starter stays."""
    set_up = {"players": record.players, "starter": record.starter, "edition": edition.key}
    return check_sheet(set_up, parts, edition).legal
