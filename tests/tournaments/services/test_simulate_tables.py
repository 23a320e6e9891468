"""Random events of tables, played through the services, hold: all sizes, points and ways to make rounds, finals, and
what people do in between."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.db import transaction

from tests.extent import WHOLE
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.simulate.event import event_simulate
from tournaments.services.simulate.invariants import broken
from tournaments.services.simulate.world import Plan
from tournaments.services.verify.bundle import bundle_verify

pytestmark = pytest.mark.django_db

EVENTS = 24 if WHOLE else 3
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"points": "podium", "list": "5 3 2 1"},
    {"ahead": True},
    {"size": 3, "least": 2, "most": 4, "first": "snake"},
    {"points": "by_size", "list": "3: 4 2 0; 4: 5 3 2 1"},
    {"points": "winner", "least": 2},
)
FINALS = (8, 0, 4, 0)  # how many play in final tables


def plan(seed: int, system: str = "elemental") -> Plan:
    players, final, options = 8 + seed % 5, FINALS[seed % len(FINALS)], OPTIONS[seed % len(OPTIONS)]
    return Plan(
        "tables",
        players,
        rounds=2 + seed % 2,
        seed=seed,
        absences=0.08,
        incidents=2.0,
        system=system,
        final="final_tables" if final else "",
        qualifiers=final,
        rules={"options": options} if options else {},
    )


def test_random_events_of_tables_hold() -> None:
    happened: Counter[str] = Counter()
    for seed in range(EVENTS):
        with transaction.atomic():
            world = event_simulate(plan(seed))
            assert broken(world.event) == [], f"seed {seed}"
            happened += world.happened
            if seed % 8 == 0:
                assert bundle_verify(data=bundle_of(world.event)).holds
            transaction.set_rollback(True)
    assert happened["finished"] == EVENTS
    assert happened["closed"] >= EVENTS // 4
    wanted = {"came_late", "withdrawn", "paused", "came_back", "taken_back", "thrown_away", "corrected", "annulled"}
    assert not WHOLE or sorted(wanted - set(happened)) == []


def test_random_events_of_another_game_for_many_hold() -> None:
    for seed in range(4 if WHOLE else 1):
        with transaction.atomic():
            world = event_simulate(plan(seed, "cum-laude"))
            assert broken(world.event) == [], f"seed {seed}"
            assert bundle_verify(data=bundle_of(world.event)).holds
            transaction.set_rollback(True)
