"""Random ladders, played through the services: they hold, and so do their bundles."""

from __future__ import annotations

import pytest

from magistrar_site.shared.throwaway import throwaway_database
from tests.extent import WHOLE
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.simulate.event import event_simulate
from tournaments.services.simulate.invariants import broken
from tournaments.services.simulate.world import Plan
from tournaments.services.verify.bundle import bundle_verify

pytestmark = [pytest.mark.django_db]

SHORT = {"idle": 6, "idle_again": 4, "gone": 15, "answer": 1, "play": 4, "rest": 2, "holiday": 20}


def plan(seed: int) -> Plan:
    """Small ladders on which much happens: players fall idle and leave within the days that are played."""
    days = 25 if WHOLE else 9
    return Plan("ladder", 4 + seed % 4, rounds=days, seed=seed, rules={"options": SHORT})


@pytest.mark.parametrize("seed", range(12 if WHOLE else 1))
def test_random_ladder_holds_and_so_does_its_bundle(seed: int) -> None:
    world = event_simulate(plan(seed))
    assert broken(world.event) == []
    assert str(bundle_verify(data=bundle_of(world.event))).startswith("verified")
    assert world.happened["challenged"]


@pytest.mark.slow
def test_same_seed_gives_the_same_bundle() -> None:
    once = bundle_of(event_simulate(plan(3)).event)
    with throwaway_database():
        assert bundle_of(event_simulate(plan(3)).event) == once
