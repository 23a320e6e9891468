"""Every check of `services.simulate.invariants` can fail: what breaks it is named."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction

from magistrar_site.shared.facts import FactValue
from tournaments.models import Match, MatchSeat
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.simulate import invariants
from tournaments.services.simulate.event import event_simulate
from tournaments.services.simulate.world import Plan, World
from tournaments.services.verify.bundle import bundle_verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """Four players, two rounds, nothing unusual."""
    world = event_simulate(Plan("swiss", 4, rounds=2, seed=5, incidents=0, absences=0))
    assert invariants.broken(world.event) == []
    return world


def test_somebody_without_a_seat_in_a_published_round_is_noticed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if round 2 had been published without one of its tables."""
    read = invariants.facts_read

    def without_a_table(stream: str) -> Sequence[FactValue]:
        facts = read(stream)
        for index, fact in enumerate(facts):
            if fact.kind in {"round.drafted", "round.published"} and fact.payload["round"] == 2:
                facts[index] = replace(fact, payload={**fact.payload, "matches": fact.payload["matches"][:1]})
        return facts

    monkeypatch.setattr(invariants, "facts_read", without_a_table)
    sentence = next(invariants.everybody_has_a_seat(world.event))
    assert "seats of round 2 are" in sentence


def test_somebody_who_sits_twice_is_noticed_where_the_database_let_it_pass(world: World) -> None:
    """The constraint that forbids it is taken away first."""
    constraints = [each for each in MatchSeat._meta.constraints if "round" in getattr(each, "fields", ())]
    with transaction.atomic():
        with connection.cursor() as cursor:
            for constraint in constraints:
                cursor.execute(f'DROP INDEX "{constraint.name}"')
        one, other = Match.objects.filter(round__number=2)
        seat = MatchSeat.objects.filter(match=one).first()
        assert seat is not None
        MatchSeat.objects.filter(match=other, position=0).update(entry=seat.entry)
        (sentence,) = invariants.nobody_twice_in_a_round(world.event)
        transaction.set_rollback(True)
    assert sentence == f"entry {seat.entry_id} sits twice in round {one.round_id}"
    assert invariants.broken(world.event) == []


def test_changed_bundle_is_named_by_its_first_difference_and_a_whole_one_verified(world: World) -> None:
    """As `verify_event FILE` sees it: the first of several changes, not the last."""
    data = bundle_of(world.event)
    assert str(bundle_verify(data=data)).startswith("verified ")
    bundle: dict[str, Any] = json.loads(data)
    for number in (9, 5):
        bundle["facts"][number - 1]["payload"]["added"] = 1
    verdict = bundle_verify(data=json.dumps(bundle).encode())
    assert not verdict.holds
    assert str(verdict).startswith("fact 5: digest of ")
