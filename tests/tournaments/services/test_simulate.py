"""Random events, played through the services, hold; their bundles are verified, and a changed one isn't. Each database
plays its own: 30 in all."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from django.db import connection, transaction

from games.models import Player
from games.services.players import player_rename
from magistrar_site.shared.models import FactDetail
from magistrar_site.shared.services.facts import detail_erase
from magistrar_site.shared.throwaway import throwaway_database
from tests.evening import NOW
from tests.extent import WHOLE
from tournaments.facts.state import ReplayedState
from tournaments.facts.walk import Walk
from tournaments.models import Entry, Match, MatchSeat, Standing
from tournaments.services.bundle.document import bundle_decode
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.simulate.event import event_simulate, refresh
from tournaments.services.simulate.incidents import BEFORE_START, BETWEEN_ROUNDS, IN_A_DRAFT, WHEN_PUBLISHED
from tournaments.services.simulate.invariants import broken, no_second_bye_before_all_had_one
from tournaments.services.simulate.results import WAYS
from tournaments.services.simulate.world import Plan, World
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.facts import facts_differences

pytestmark = pytest.mark.django_db

FORMATS = ("swiss", "round_robin", "knockout", "double_elimination", "swiss")
VARIANTS = ("both", "cards", "mages")  # of every fifth event
EVENTS = 15  # on each database, every second one: of all formats, as there are five of them
PLAYED = EVENTS if WHOLE else 3  # a Swiss, a knock-out and another Swiss
CHANGES = 3  # tried on each event's bundle
# Rare ones may not come up in 15 events.
RARE = frozenset({"expelled", "both_absent", "annulled", "came_late", "unpaired", "paused", "abandoned"})


def plan(seed: int) -> Plan:
    """Small fields; a bracket is played to its end, of the others three rounds. Much happens, for so few events."""
    format_ = FORMATS[seed % len(FORMATS)]
    rounds = 3 if format_ in {"swiss", "round_robin"} else 0
    least = 3 if format_ == "double_elimination" else 4
    rules = {"variants": VARIANTS[seed // 5 % len(VARIANTS)]} if seed % 5 == 0 else {}
    return Plan(format_, least + seed % 2, rounds=rounds, seed=seed, absences=0.1, incidents=2.2, rules=rules)


def first_difference(data: bytes) -> str:
    """Of the facts of a bundle; empty where they hold."""
    read = bundle_decode(data)
    first = next(facts_differences(read.stream, read.facts, read.head, Walk(), ReplayedState()), None)
    return str(first) if first else ""


def changed(bundle: dict[str, Any], rng: random.Random) -> int:
    """Change something in the payload of one fact; its number."""
    fact = rng.choice(bundle["facts"])
    place: Any = fact["payload"]
    while True:
        key = rng.choice(sorted(place) if isinstance(place, dict) else range(len(place)))
        if not (isinstance(place[key], dict | list) and place[key]):
            break
        place = place[key]
    before = place[key]
    place[key] = {str: "0123456789ab", int: 4711, bool: "no"}.get(type(before), 7)
    return int(fact["number"]) if place[key] != before else 0


def test_random_events_hold_and_changed_payloads_are_named() -> None:
    happened: Counter[str] = Counter()
    changes = 0
    first = 1 if connection.vendor == "postgresql" else 0
    for seed in range(first, 2 * PLAYED, 2):
        with transaction.atomic():
            world = event_simulate(plan(seed))
            assert broken(world.event) == [], f"seed {seed}"
            happened += world.happened
            changes += _check_bundle(world)
            transaction.set_rollback(True)
    assert happened["finished"] == PLAYED
    assert changes > 2 * PLAYED
    tables = (BEFORE_START, BETWEEN_ROUNDS, IN_A_DRAFT, WHEN_PUBLISHED, WAYS)
    known = {incident.__name__ for table in tables for incident in table}
    missing = known - RARE - set(happened)
    assert not WHOLE or sorted(missing) == []


def _check_bundle(world: World) -> int:
    """How many changes were tried."""
    data, rng, tried = bundle_of(world.event), random.Random(world.plan.seed), 0
    assert first_difference(data) == ""
    for _change in range(CHANGES):
        bundle = json.loads(data)
        number = changed(bundle, rng)
        if number:
            tried += 1
            assert first_difference(json.dumps(bundle).encode()).startswith(f"fact {number}: digest of ")
    return tried


def test_erasing_a_person_leaves_the_event_verified() -> None:
    world = event_simulate(plan(1))
    entry = world.event.entries.order_by("number")[0]
    player_rename(act=world.act(), player=entry.player, name="Ghost 1")
    for detail in FactDetail.objects.filter(fact__stream=world.event.stream):
        detail_erase(detail=detail, at=NOW)
    refresh(world)
    assert broken(world.event) == []
    assert bundle_verify(data=bundle_of(world.event)).holds
    assert Player.objects.filter(name="Ghost 1").count() == 1


@pytest.mark.one_database  # the throwaway one is the same everywhere
def test_the_same_seed_gives_the_same_bytes() -> None:
    bundles = []
    for _time in range(2):
        with throwaway_database():
            bundles.append(bundle_of(event_simulate(plan(3)).event))
    assert bundles[0] == bundles[1]
    with throwaway_database():
        assert bundle_of(event_simulate(plan(8)).event) != bundles[0]


def test_a_throwaway_database_leaves_the_configured_one_alone() -> None:
    with throwaway_database():
        event_simulate(Plan("knockout", 4, seed=1))
        assert Entry.objects.count() == 4
    assert Entry.objects.count() == 0


def noticed(world: World, words: str) -> bool:
    return any(words in sentence for sentence in broken(world.event))


def test_what_does_not_hold_is_noticed() -> None:
    world = event_simulate(Plan("swiss", 5, seed=2, incidents=0, absences=0))
    assert broken(world.event) == []
    with transaction.atomic():
        Standing.objects.filter(rank=1).update(points=99)
        assert noticed(world, "games and byes gave")
        transaction.set_rollback(True)
    with transaction.atomic():
        Standing.objects.filter(rank=1).update(values=["made up"])
        assert noticed(world, "from scratch differ")
        transaction.set_rollback(True)
    with transaction.atomic():
        byes = Match.objects.filter(bye="pairing_bye").order_by("round__number")
        first, second = (MatchSeat.objects.get(match=match) for match in byes[:2])
        second.delete()
        MatchSeat.objects.filter(round=second.round, entry=first.entry).update(entry=second.entry)
        MatchSeat.objects.create(match=second.match, round=second.round, entry=first.entry, position=0)
        (sentence,) = no_second_bye_before_all_had_one(world.event)
        assert f"a second bye for [{first.entry_id}] while" in sentence
        transaction.set_rollback(True)
    with transaction.atomic():
        Entry.objects.filter(number=1).update(state="paused")
        assert noticed(world, "state: expected active, found paused")
        transaction.set_rollback(True)
