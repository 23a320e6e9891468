"""Bundles that say what no desk and no arbiter can do are refused at the fact that says it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_bundle import facts_of_kind, forget, lines, rechained, refusal
from tournaments.enums import PenaltyKind
from tournaments.models import Event
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.entries.penalties import Given, penalty_give, penalty_take_back
from tournaments.services.entries.reassign import Whose, entry_reassign
from tournaments.services.results.appeal import appeal_dismiss, appeal_make
from tournaments.services.results.enter import results_enter
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def bundle(evening: Evening) -> dict[str, Any]:
    """An event with entered results, an appeal that was dismissed, penalties of each kind, and a player who was
    somebody else; nothing of it is left here."""
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"), preset="swiss-evening")
    matches = evening.publish(event, 1)
    results_enter(act=evening.act(), round_=matches[0].round, text="1 1, 2 24:10")
    standings_refresh(event_key=event.key)
    won, lost, other = entry_at(matches[0], 0), entry_at(matches[0], 1), entry_at(matches[1], 0)
    appeal_make(act=evening.by(lost, "It was me."), game_key=game_of(matches[0]).key)
    appeal_dismiss(act=evening.act(why="It wasn't."), game_key=game_of(matches[0]).key)
    act = evening.act(why="A phone rang.")
    for given in (
        Given(PenaltyKind.POINTS, points=1),
        Given(PenaltyKind.TIME, minutes=3),
        Given(PenaltyKind.WARNING, round=0),
    ):
        penalty = penalty_give(act=act, entry=won, given=given)
    penalty_take_back(act=evening.act(), event=event, key=penalty.key)
    entry_reassign(act=act, entry=other, whose=Whose(name="Emil"))
    data = lines(bundle_of(Event.objects.get(pk=event.pk)))
    forget(event)
    return data


def test_bundle_comes_in_as_it_is(evening: Evening, bundle: dict[str, Any]) -> None:
    assert event_verify(event=event_import(act=evening.act(), data=rechained(bundle))).holds


FORGED: dict[str, tuple[str, dict[str, Any], str]] = {
    "another scale": ("entry.points_deducted", {"scale": 7}, "scale of the points"),
    "deduction of no round": ("entry.points_deducted", {"round": 9}, "round"),
    "warning in no round": ("entry.warned", {"round": 9999}, "round"),
    "more minutes than a day has": ("entry.warned", {"minutes": 40_000}, "minutes"),
    "end of another's warning": ("entry.warning_taken_back", {"entry": "z" * 12}, "penalty"),
    "record that nobody wrote": ("game.entered", {"grade": "record"}, "grade"),
    "granted without a decision": ("game.appeal_decided", {"granted": True}, "granted appeal"),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_no_service_writes_is_refused(what: str, evening: Evening, bundle: dict[str, Any]) -> None:
    kind, said, word = FORGED[what]
    fact = facts_of_kind(bundle, kind)[0]
    fact["payload"] |= said
    refused = str(refusal(evening, rechained(bundle)))
    assert f"fact {fact['number']}: " in refused
    assert word in refused


def test_secret_warning_isnt_ended_in_public(evening: Evening, bundle: dict[str, Any]) -> None:
    fact = facts_of_kind(bundle, "entry.warning_taken_back")[0]
    fact["kind"] = "entry.deduction_taken_back"
    assert "one of that entry and kind" in str(refusal(evening, rechained(bundle)))


@pytest.mark.parametrize("kind", ["entry.points_deducted", "entry.reassigned"])
def test_cancelled_event_has_no_acts_of_arbiters(kind: str, evening: Evening, bundle: dict[str, Any]) -> None:
    at = facts_of_kind(bundle, kind)[0]
    place = bundle["facts"].index(at)
    inserted(bundle, place, "event.cancelled")
    assert f"fact {place + 2}: {kind}, event" in str(refusal(evening, rechained(bundle)))


def test_deleted_event_stays_deleted(evening: Evening, bundle: dict[str, Any]) -> None:
    inserted(bundle, len(bundle["facts"]), "event.deleted")
    assert refusal(evening, rechained(bundle)).code == "event_deleted"


def inserted(bundle: dict[str, Any], place: int, kind: str) -> None:
    """A fact without members at that place; those after it count on."""
    like = bundle["facts"][place - 1]
    made = {**like, "kind": kind, "payload": {}, "details": {}}
    bundle["facts"].insert(place, made)
    for number, fact in enumerate(bundle["facts"], 1):
        fact["number"] = number
