"""Bundles whose facts somebody changed, chain and all, are refused at the fact that can't be so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from magistrar_site.shared.errors import Invalid
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_bundle import facts_of_kind, forget, lines, rechained, refusal
from tests.tournaments.services.test_three_seats import SEVEN, document
from tournaments.facts.state import ReplayedState
from tournaments.facts.walk import Walk
from tournaments.models import Event, Round
from tournaments.services.bundle.document import bundle_decode
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import bundle_restore, event_import
from tournaments.services.results.confirm import result_confirm, result_dispute
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.times import round_schedule
from tournaments.services.verify.facts import facts_differences

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

Payload = dict[str, Any]


@pytest.fixture
def data(evening: Evening) -> bytes:
    """Tables of three: a game handed in and confirmed, one disputed and ruled, and a round with its times."""
    event = evening.started(SEVEN, preset="toy-tables")
    first, second, _bye = evening.publish(event, 1)
    handed_in = [
        result_submit(
            act=evening.by(entry_at(match, 0)), game_key=game_of(match).key, body=document(), idempotency_key=match.key
        )
        for match in (first, second)
    ]
    result_confirm(act=evening.by(entry_at(first, 2)), submission_key=handed_in[0].key)
    result_dispute(act=evening.by(entry_at(second, 1), "no"), submission_key=handed_in[1].key)
    result_rule(act=evening.act(why="seen"), game_key=game_of(second).key, kind="bare", placing="3>1>2")
    start = evening.now + timedelta(days=1)
    round_ = Round.objects.get(pk=first.round_id)
    round_schedule(act=evening.act(), round_=round_, starts_at=start, ends_at=start + timedelta(days=1))
    written = bundle_of(Event.objects.get())
    forget(event)
    return written


def members(**said: Any) -> Callable[[Payload], None]:
    return lambda payload: payload.update(said)


def report(**said: Any) -> Callable[[Payload], None]:
    return lambda payload: payload["report"].update(said)


# A change of the first fact of its kind, and what the refusal names.
CHANGES: dict[str, tuple[str, Callable[[Payload], None], str]] = {
    "seat of a version": ("submission.received", members(seat=4), "seat of game"),
    "seat of an answer": ("submission.answered", members(seat=9), "seat of game"),
    "starter": ("game.set_up", members(starter=4), "seat of game"),
    "seats in another order": ("game.set_up", lambda payload: payload["seats"].reverse(), "seats of game"),
    "ruling without places": ("game.ruled", members(places=[]), "places of game"),
    "ruling of two places": ("game.ruled", members(places=[1, 2]), "places of game"),
    "ruling that places nobody third": ("game.ruled", members(places=[1, 1, 2]), "places of game"),
    "everybody lost, with places": ("game.ruled", members(kind="double_forfeit"), "places of game"),
    "end before the start": ("round.scheduled", members(ends_at="2026-01-01T00:00:00+00:00"), "end of round 1"),
    "report of one place": ("submission.received", report(placings={"1": 1}), "places of the report"),
    "report of seat 3 alone": ("submission.received", report(placings={"3": 1}), "report"),
    "report of no placing": ("submission.received", report(placings={"1": 7, "2": 7, "3": 7}), "places of the report"),
    "report without places": ("submission.received", report(placings=None), "places of the report"),
    "number that no row holds": ("submission.received", report(won={"1": 2**31, "2": 0, "3": 0}), "won of the report"),
    "number below its least": ("submission.received", report(coins={"1": -1, "2": 0, "3": 0}), "coins of the report"),
    "more parts than a row counts": ("submission.received", report(turns=["1"] * 40_000), "part 32768 of the report"),
}


def without_document(fact: dict[str, Any]) -> None:
    """As after an erasure: the fact's report is all that says how the game ended."""
    for detail in fact["details"].values():
        detail.pop("text", None)
        detail.pop("salt", None)
        detail["erased_at"] = fact["at"]


def test_facts_that_cannot_be_so_are_named(evening: Evening, data: bytes) -> None:
    for what, (kind, change, named) in CHANGES.items():
        bundle = lines(data)
        fact = facts_of_kind(bundle, kind)[0]
        if kind == "submission.received":
            without_document(fact)
        change(fact["payload"])
        error = refusal(evening, rechained(bundle))
        assert error.code == "bundle_differs", what
        assert f"fact {fact['number']}: " in str(error), what
        assert named in str(error), what


def test_the_bundle_without_documents_comes_in(evening: Evening, data: bytes) -> None:
    bundle = lines(data)
    for fact in facts_of_kind(bundle, "submission.received"):
        without_document(fact)
    assert event_import(act=evening.act(), data=rechained(bundle)).key == bundle["event"]


def test_rows_that_the_database_refuses_are_a_difference_and_no_key_that_is_taken(
    evening: Evening, data: bytes
) -> None:
    read, state, walk = bundle_decode(data), ReplayedState(), Walk()
    assert list(facts_differences(read.stream, read.facts, read.head, walk, state)) == []
    round_ = state.rounds[0]
    round_.ends_at = round_.starts_at
    with pytest.raises(Invalid) as caught:
        bundle_restore(act=evening.act(), read=read, state=state, walk=walk)
    assert caught.value.code == "bundle_differs"
    assert not Event.objects.exists()
