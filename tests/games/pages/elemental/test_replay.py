"""A recorded elemental duel on its page: the board, the cards and the rule behind each step."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from games.engine.systems.elemental.documents import Record
from games.engine.systems.elemental.edition import DEFAULT_EDITION, SHIPPED_EDITIONS
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.system import ELEMENTAL
from games.pages.core.replays import Replay
from games.pages.elemental.boards import board_values, step_values
from games.pages.elemental.pages import ELEMENTAL_PAGES
from games.pages.elemental.replays import ElementalReplay
from games.pages.elemental.rules import RULES

SVG = "{http://www.w3.org/2000/svg}"
EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
PICTURE = "/games/k/position-0.svg"


def record(players: int = 4, seed: int = 5) -> Record:
    return random_record(random.Random(seed), players=players, starter=None, edition=EDITION)


def replay(players: int = 4, seed: int = 5) -> ElementalReplay:
    return ElementalReplay(ELEMENTAL.replay(record(players, seed)), "v", EDITION)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_steps_show_the_board_and_every_player(players: int) -> None:
    told = replay(players)

    shown = ELEMENTAL_PAGES.all_steps(None, told, PICTURE)  # type: ignore[arg-type]

    assert shown.count('class="checkers"') == len(told.steps)
    assert shown.count('<meter min="0"') == len(told.steps) * players
    assert re.findall(r'data-replay-step="(\d+)"', shown) == [str(number) for number in range(len(told.steps))]


def test_steps_name_players_by_number_alone() -> None:
    """The same steps go to every reader, whatever names are hidden."""
    shown = ELEMENTAL_PAGES.all_steps(None, replay(), PICTURE)  # type: ignore[arg-type]

    assert "player 1" in shown
    assert "%(" not in shown


@pytest.mark.parametrize("players", [2, 4])
def test_picture_stands_alone_with_pawns_and_stars_where_they_are(players: int) -> None:
    told = replay(players)
    for number in (0, len(told.steps) // 2, told.last):
        drawn = ELEMENTAL_PAGES.picture(told, number)
        assert drawn is not None
        root = ElementTree.fromstring(drawn)
        groups = {group.get("class", "").split()[0]: group for group in root.iter(f"{SVG}g")}
        step = told.steps[number]
        assert len(groups["checkers-tokens"]) == len(step.tokens)
        seats = [
            group.get("class", "").split()[1] for group in root.iter(f"{SVG}g") if "-pawn" in group.get("class", "")
        ]
        assert sorted(seats) == sorted(f"pawn-{seat}" for seat in step.spots)
        assert "style" not in drawn
    assert ELEMENTAL_PAGES.picture(told, told.last + 1) is None


def test_pawns_on_one_spot_stand_beside_each_other() -> None:
    told = replay()
    step = next(step for step in told.steps if step.kind == "duel" and not step.duel.sudden)

    pawns = board_values(step, EDITION)["pawns"]

    assert len({(pawn["x"], pawn["y"]) for pawn in pawns}) == len(pawns)


def test_rules_behind_steps_and_violations_are_told() -> None:
    told = {number for rule in RULES for number in rule.numbers}
    named = {reason.rule for seed in range(8) for step in replay(seed=seed).steps for reason in step.reasons}

    assert named <= told
    assert told == {
        *(f"E{number}" for number in range(1, 24)),
        *(f"EH{number}" for number in range(1, 20)),
        *(f"S{number}" for number in range(1, 7)),
    }


def test_steps_lead_to_the_turns_beside_them() -> None:
    told = replay()
    values = step_values(told, 0, PICTURE)
    assert (values["turn_before"], values["turn_after"]) == (None, 1)
    last = step_values(told, told.last, PICTURE)
    assert (last["turn_after"], last["picture"]) == (None, f"/games/k/position-{told.last}.svg?v=v")


@pytest.mark.parametrize(("asked", "shown"), [("3", 3), ("x", 9), (None, 9), ("99999", 9), ("50", 9)])
def test_address_asks_for_a_step(asked: str | None, shown: int) -> None:
    assert Replay((None,) * 10, "v").number(asked) == shown


def wrong_move() -> dict[str, Any]:
    document = json.loads(ELEMENTAL.encode(record(3)))
    document |= {"starter": "1", "turns": [{"move": "S1W1"}]}
    written: dict[str, Any] = json.loads(ELEMENTAL.check_encoded(json.dumps(document)))
    return written


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "can’t walk ↓1 ←1"), ("de", "↓1 ←1"), ("nl", "↓1 ←1")],
)
def test_violation_names_the_player_and_the_move_in_the_readers_language(language: str, sentence: str) -> None:
    report = wrong_move()
    names = {"1": "Ada", "2": "Bo", "3": "Cleo"}
    with override(language):
        (violation,) = ELEMENTAL_PAGES.report(report, names).violations
        assert ELEMENTAL_PAGES.sentence(report["violations"][0], names) == violation.text

    assert violation.rule == "EH4"
    assert sentence in violation.text
    assert any(name in violation.text for name in names.values())
