"""Simulated events of matches of several games hold, whatever is corrected, forfeited and annulled in them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.db import transaction

from games.models import Game
from tournaments.models import MatchGame
from tournaments.selectors.series.matches import match_series
from tournaments.services.simulate.event import event_simulate
from tournaments.services.simulate.invariants import broken
from tournaments.services.simulate.world import Plan, World

pytestmark = pytest.mark.django_db

GRAND_MAGE = {"best_of": 5, "goldens": True}
# Format, players and rules of each; every one with its own luck.
EVENTS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("round_robin", 3, {**GRAND_MAGE, "series_points": "games"}),
    ("knockout", 3, GRAND_MAGE),
    ("swiss", 5, {"best_of": 3, "goldens": True, "series_starter": "alternate", "unconfirmed_counts": False}),
)


def simulated(seed: int, *, incidents: float = 2.0) -> World:
    format_, players, rules = EVENTS[seed % len(EVENTS)]
    rounds = 2 if format_ in {"swiss", "round_robin"} else 0
    return event_simulate(Plan(format_, players, rounds=rounds, seed=seed, incidents=incidents, rules=rules))


@pytest.mark.slow
def test_simulated_series_hold() -> None:
    happened: Counter[str] = Counter()
    for seed in range(len(EVENTS)):
        with transaction.atomic():
            world = simulated(seed)
            assert broken(world.event) == [], f"seed {seed}"
            happened += world.happened
            transaction.set_rollback(True)
    assert {"earlier_corrected", "rest_given_up", "agreed"} <= set(happened)


def test_series_that_does_not_hold_is_noticed() -> None:
    world = simulated(0, incidents=0)
    assert broken(world.event) == []
    links = MatchGame.objects.filter(match__round__stage__event=world.event, game__variants__has_key="golden")
    with transaction.atomic():
        Game.objects.filter(pk=links[0].game_id).update(variants={"golden": {"white": 3, "black": 2}})
        assert any("5 goldens" in sentence for sentence in broken(world.event))
        transaction.set_rollback(True)
    with transaction.atomic():
        match_series(links[0].match).links[-1].delete()
        assert any("and 0 games are due" in sentence for sentence in broken(world.event))
        transaction.set_rollback(True)
