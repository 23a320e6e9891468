"""500 random events on the pure cores hold; and what doesn't hold is noticed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.formats.simulated_events import PlayedRound, SimulatedEvent, broken
from tournaments.formats.core.state import Pair

EVENTS = 500


def test_random_events_hold_on_every_format() -> None:
    played: Counter[str] = Counter()
    for seed in range(EVENTS):
        event = SimulatedEvent(seed).play()
        assert list(broken(event)) == [], f"seed {seed}, {event.format.key}"
        played[event.format.key] += len(event.rounds)
    assert sorted(played) == ["double_elimination", "knockout", "round_robin", "swiss"]
    assert min(played.values()) > EVENTS // 4


def test_the_same_seed_plays_the_same_event() -> None:
    assert SimulatedEvent(11).play().rounds == SimulatedEvent(11).play().rounds


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
