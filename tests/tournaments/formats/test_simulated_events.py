"""500 random events on the pure cores hold; and what doesn't hold is noticed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from tests.extent import WHOLE
from tests.tournaments.formats.simulated_events import PlayedRound, SimulatedEvent, broken
from tournaments.formats.core.state import Pair
from tournaments.formats.registry import FORMATS

EVENTS = 500
PLAYED = EVENTS if WHOLE else 60


def test_random_events_hold_on_every_format() -> None:
    played: Counter[str] = Counter()
    for seed in range(PLAYED):
        event = SimulatedEvent(seed).play()
        assert list(broken(event)) == [], f"seed {seed}, {event.format.key}"
        played[event.format.key] += len(event.rounds)
    assert sorted(played) == sorted(set(FORMATS) - {"tables", "final_tables", "ladder"})
    assert min(played.values()) > PLAYED // 8


def test_the_same_seed_plays_the_same_event() -> None:
    assert SimulatedEvent(11).play().rounds == SimulatedEvent(11).play().rounds


def of_format(key: str, *, least_rounds: int) -> SimulatedEvent:
    """An event of the format that went so far."""
    for seed in range(EVENTS):
        event = SimulatedEvent(seed).play()
        if event.format.key == key and len(event.rounds) >= least_rounds:
            return event
    raise AssertionError("no such event")


def swiss_with_bye() -> SimulatedEvent:
    """A Swiss event with a pairing-allocated bye in its first two rounds."""
    for seed in range(EVENTS):
        event = SimulatedEvent(seed).play()
        if event.format.key == "swiss" and len(event.rounds) > 2 and all(map(has_bye, event.rounds[:2])):
            return event
    raise AssertionError("no such event")


def has_bye(played: PlayedRound) -> bool:
    return any(pair.black is None for pair in played.pairing.pairs)


def with_pairs(event: SimulatedEvent, at: int, pairs: list[Pair]) -> SimulatedEvent:
    event.rounds[at] = replace(event.rounds[at], pairing=replace(event.rounds[at].pairing, pairs=tuple(pairs)))
    return event


def test_somebody_who_sits_twice_is_noticed() -> None:
    event = swiss_with_bye()
    first, *others = event.rounds[1].pairing.pairs
    found = list(broken(with_pairs(event, 1, [first, replace(others[0], black=first.white), *others[1:]])))
    assert found[0].startswith("round 2: somebody sits twice")


def test_somebody_without_a_seat_is_noticed() -> None:
    event = swiss_with_bye()
    found = list(broken(with_pairs(event, 0, list(event.rounds[0].pairing.pairs[1:]))))
    assert found[0].endswith("have no seat")


@pytest.mark.parametrize("key", ["swiss", "round_robin", "knockout"])
def test_a_table_that_was_forgotten_is_noticed(key: str) -> None:
    event = of_format(key, least_rounds=2)
    pairs = [pair for pair in event.rounds[1].pairing.pairs if pair.black is not None]
    found = list(broken(with_pairs(event, 1, pairs[1:])))
    assert found[0].startswith("round 2: [")
    assert found[0].endswith("have no seat")
    assert {str(pairs[0].white), str(pairs[0].black)} <= set(re.findall(r"\d+", found[0].partition("[")[2]))


@pytest.mark.parametrize("key, losses", [("knockout", 1), ("double_elimination", 2)])
def test_somebody_who_is_out_and_plays_on_is_noticed(key: str, losses: int) -> None:
    event = of_format(key, least_rounds=3)
    last = event.rounds[-1]
    there = [entrant for entrant in last.before.entrants if not entrant.withdrawn]
    out = next(
        e.number for e in there if sum(cell.kind.name == "PLAYED" and not cell.points for cell in e.cells) >= losses
    )
    found = list(broken(with_pairs(event, -1, [replace(last.pairing.pairs[0], black=out), *last.pairing.pairs[1:]])))
    assert f"round {len(event.rounds)}: [{out}] have a seat and should have none" in found


def test_somebody_who_is_away_and_sits_is_noticed() -> None:
    event = swiss_with_bye()
    first = event.rounds[0]
    away = first.pairing.pairs[0].white
    event.rounds[0] = replace(first, before=replace(first.before, absent=frozenset({away})))
    assert next(broken(event)).startswith("round 1: somebody sits who isn't there")


def test_a_second_bye_is_noticed() -> None:
    event = swiss_with_bye()
    bye = next(pair.white for pair in event.rounds[0].pairing.pairs if pair.black is None)
    swap = {bye: next(pair.white for pair in event.rounds[1].pairing.pairs if pair.black is None)}
    swap |= {other: one for one, other in swap.items()}
    pairs = [
        replace(pair, white=swap.get(pair.white, pair.white), black=pair.black and swap.get(pair.black, pair.black))
        for pair in event.rounds[1].pairing.pairs
    ]
    assert f"round 2: a second bye for [{bye}] while others had none" in list(broken(with_pairs(event, 1, pairs)))


def test_points_that_nobody_gave_are_noticed() -> None:
    event = swiss_with_bye()
    one, *others = event.state.entrants
    at = next(number for number, cell in enumerate(one.cells) if cell.is_played)
    cells = [*one.cells[:at], replace(one.cells[at], points=one.cells[at].points + 2), *one.cells[at + 1 :]]
    event.state = replace(event.state, entrants=(replace(one, cells=tuple(cells)), *others))
    assert any("half points" in sentence for sentence in broken(event))


@pytest.mark.parametrize("at", [0, 1])
def test_a_table_that_was_kept_wrongly_is_noticed(at: int) -> None:
    event = swiss_with_bye()
    first, *others = event.rounds[at].table
    event.rounds[at] = replace(event.rounds[at], table=(replace(first, points=first.points + 1), *others))
    assert list(broken(event)) == [f"round {at + 1}: the table from scratch differs from the one kept"]
