"""What the pages of every game system must do: have all that is asked of pages, and show games of every size."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders

from games.engine.core.game_system import GameSystem
from games.engine.registry import GAME_SYSTEMS, game_system
from games.pages.core.pages import GamePages
from games.pages.registry import game_pages
from games.templatetags.games import edition
from tests.toy_system import TOY

KEYS = [*GAME_SYSTEMS, TOY.key]
LEAST = 3  # the least numbers of players: a shipped edition needn't know all that another one may
SIZES = [(key, players) for key, each in {**GAME_SYSTEMS, TOY.key: TOY}.items() for players in each.players[:LEAST]]


@pytest.mark.parametrize("key", KEYS)
def test_pages_have_all_that_is_asked_of_them(key: str, toy_system: GameSystem) -> None:
    pages = game_pages(key)
    asked = {name for name in vars(GamePages) if not name.startswith("_")}
    assert {name for name in asked if not hasattr(pages, name)} == set()
    assert pages.key == key


@pytest.mark.parametrize("key", KEYS)
def test_artwork_has_a_strip_and_a_winner_and_is_small(key: str, toy_system: GameSystem) -> None:
    found = finders.find(game_pages(key).artwork)
    assert found is not None
    drawn = Path(found).read_text()
    symbols = {each.attrib["id"] for each in ElementTree.fromstring(drawn)}
    assert {"strip", "winner"} <= symbols
    assert len(drawn) < 10_000
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', drawn)) <= {"none", "currentColor", "var(--art, currentColor)"}


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_game_of_every_size_has_a_verdict_and_names_its_players(key: str, players: int, toy_system: GameSystem) -> None:
    system, pages = game_system(key), game_pages(key)
    names = {side: f"Player {side}" for side in system.seat_names[:players]}
    wanted: dict[str, Any] = {"starter": 1, "edition": next(iter(system.editions.values())), "variants": {}}
    for seed in range(3):
        document = system.random_game(random.Random(seed), players=players, **wanted)
        stored = json.loads(system.check_encoded(system.encode(document)))
        report = pages.report(stored, names)
        winner = system.judged(system.check_document(document)).winner
        assert (report.legal, report.winner) == (True, None if winner is None else system.seat_names[winner - 1])
        said = pages.verdict(report, names)
        assert winner is None or names[system.seat_names[winner - 1]] in said


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_shipped_editions_are_shown_by_their_titles(key: str, toy_system: GameSystem) -> None:
    for each, shipped in game_system(key).editions.items():
        assert edition(each, key) == {"key": each, "title": shipped.title}
