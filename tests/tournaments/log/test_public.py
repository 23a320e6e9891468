"""What of an event's facts strangers see: each kind and member is decided on, nothing private is among them, and what
is shown can be verified."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.selectors.facts import facts_of, head_of
from magistrar_site.shared.services.facts import fact_digest
from tests.evening import Evening, entry_at
from tournaments.enums import ByeKind, Separation
from tournaments.facts.registry import KINDS
from tournaments.models import Event
from tournaments.selectors.events import entries_of, stage_of
from tournaments.services.bundle.exporting import bundle_of, public_bundle
from tournaments.services.bundle.importing import event_import
from tournaments.services.results.confirm import result_dispute
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.byes import bye_request, bye_withdraw
from tournaments.services.rounds.seating import pair_join, pair_separate, table_fix, table_free
from tournaments.services.verify.bundle import bundle_verify


def test_what_strangers_do_not_see_is_decided_kind_by_kind() -> None:
    """A kind or member that differs here was made public or private: by what pages and API show strangers, is that
    meant?"""
    assert {kind for kind, declared in KINDS.items() if not declared.is_public} == {
        "event.deleted",
        "event.role_set",
        "entry.link_replaced",
        "entry.warned",
        "entry.warning_taken_back",
        "entry.checked_in",
        "entry.checked_out",
        "bye.requested",
        "bye.withdrawn",
        "table.fixed",
        "table.freed",
        "pair.separated",
        "pair.joined",
        "round.discarded",
        "game.appealed",
        "game.appeal_decided",
        "ladder.away",
        "ladder.back",
    }
    assert {kind: set(declared.hidden) for kind, declared in KINDS.items() if declared.hidden} == {
        "event.settings_changed": {"changed"},
        "round.changed": {"warnings"},
        "round.published": {"warnings"},
        "match.agreed": {"stage", "round", "entries"},
        "match.rest_forfeited": {"game"},
        "match.window": {"entries"},
    }
    assert {kind for kind, declared in KINDS.items() if declared.is_secret} == {
        kind for kind, declared in KINDS.items() if declared.is_wish
    } | {"event.role_set", "entry.warned", "entry.warning_taken_back", "game.appealed", "game.appeal_decided"}


pytestmark = pytest.mark.django_db


@pytest.fixture
def event(evening: Evening) -> Event:
    """Two rounds of a Swiss with wishes before the second, a dispute, a refused document and a draft of the third."""
    event = evening.started(("Anna", "Bert", "Cleo", "Dörte", "Erik", "Frida"), preset="swiss-evening")
    first, *others = evening.publish(event, 1)
    evening.submit(first, b"no game")
    submission = evening.submit(first)
    result_dispute(act=evening.by(entry_at(first, 1), "not so"), submission_key=submission.key)
    result_rule(act=evening.act(why="seen"), game_key=first.games.all()[0].game.key, kind="bare", winner="white")
    for match in others:
        evening.play(match)
    return event


def public(event: Event) -> bytes:
    return b"".join(public_bundle(event))


def facts_shown(event: Event, client: APIClient | None = None) -> list[dict[str, Any]]:
    address = f"/api/v1/events/{event.slug}/facts/?page_size=200"
    found: list[dict[str, Any]] = (client or APIClient()).get(address).json()["results"]
    return found


def test_whole_event_without_wishes_is_verified_by_its_public_facts(evening: Evening, event: Event) -> None:
    for match in evening.publish(event, 2):
        evening.play(match)

    verdict = bundle_verify(data=public(event))

    assert str(verdict) == f"verified {head_of(event.stream)[0]} {head_of(event.stream)[1]}"


def test_pairing_that_follows_from_private_wishes_is_the_exception(evening: Evening, event: Event) -> None:
    anna, bert, *others = sorted(entries_of(event), key=lambda entry: entry.number or 0)
    act = evening.act()
    bye_request(act=act, stage=stage_of(bert.event), entry=bert, number=2, kind=ByeKind.ZERO)
    pair_separate(act=act, event=event, first=anna.key, second=others[0].key, how=Separation.AVOIDED)
    table_fix(act=act, event=event, entry=anna.key, table=3)
    evening.publish(event, 2)

    verdict = bundle_verify(data=public(event))

    number, digest = head_of(event.stream)
    assert str(verdict) == f"verified {number} {digest}, except the pairing of round 2: private wishes"
    shown = {fact["kind"]: fact for fact in facts_shown(event)}
    for kind in ("bye.requested", "pair.separated", "table.fixed"):
        assert (shown[kind]["payload"], shown[kind]["actor"]) == (None, None)
        assert shown[kind]["redacted"] == ["actor", "payload"]
    assert bundle_verify(data=bundle_of(event)).holds


def test_strangers_see_no_version_that_no_result_shows_and_no_dispute(evening: Evening, event: Event) -> None:
    facts = facts_shown(event)

    received = [fact for fact in facts if fact["kind"] == "submission.received"]
    assert [fact["payload"].get("report") is not None for fact in received] == [False, False, True, True]
    disputed = next(fact for fact in facts if fact["kind"] == "submission.answered")
    assert (set(disputed["payload"]), disputed["actor"]) == ({"details", "game", "v"}, None)
    whole = facts_shown(event, client_of(evening))
    assert all(fact["redacted"] == [] for fact in whole)
    assert [fact["digest"] for fact in whole] == [fact["digest"] for fact in facts]


def client_of(evening: Evening) -> APIClient:
    client = APIClient()
    client.force_login(evening.user)
    return client


def test_what_a_hidden_fact_says_cannot_be_found_by_trying_its_digest(evening: Evening, event: Event) -> None:
    """Two entries are kept apart: there are few pairs to try, and the digest of the right one is public."""
    anna, bert, *_others = sorted(entries_of(event), key=lambda entry: entry.number or 0)
    act = evening.act()
    bye_request(act=act, stage=stage_of(bert.event), entry=bert, number=2, kind=ByeKind.ZERO)
    pair_separate(act=act, event=event, first=anna.key, second=bert.key, how=Separation.AVOIDED)
    pair_join(act=act, event=event, first=anna.key, second=bert.key)
    table_fix(act=act, event=event, entry=anna.key, table=3)
    table_free(act=act, event=event, entry=anna.key)
    bye_withdraw(act=act, stage=stage_of(bert.event), entry=bert, number=2)

    hidden = facts_of(event.stream).filter(kind__regex=r"^(bye|pair|table)\.")

    assert len(hidden) == 6
    for fact in hidden:
        guess = {name: value for name, value in fact.payload.items() if name != "salt"}
        digest = fact_digest(
            stream=event.stream,
            number=fact.number,
            kind=fact.kind,
            payload=guess,
            actor=fact.actor,
            at=fact.at,
            previous=fact.previous,
        )
        assert digest != fact.digest
    assert len({fact.payload["salt"] for fact in hidden}) == 6


def test_changed_and_overly_hidden_public_facts_are_named(event: Event) -> None:
    document = json.loads(public(event))
    started = next(fact for fact in document["facts"] if fact["kind"] == "event.started")
    started["payload"]["planned_rounds"] += 1
    first = bundle_verify(data=json.dumps(document).encode()).first
    assert first is not None
    assert (first.number, first.what) == (started["number"], "digest of event.started")

    started["redacted"] = ["planned_rounds"]
    first = bundle_verify(data=json.dumps(document).encode()).first
    assert first is not None
    assert (first.number, first.what) == (started["number"], "planned_rounds of event.started")


def test_public_facts_cannot_be_brought_in(evening: Evening, event: Event) -> None:
    with pytest.raises(Invalid) as refused:
        event_import(act=evening.act(), data=public(event))
    assert refused.value.code == "public_bundle"


def test_public_bundle_is_for_everybody(event: Event) -> None:
    response = APIClient().get(f"/api/v1/events/{event.slug}/public-bundle/")
    assert b"".join(response.streaming_content) == public(event)  # type: ignore[attr-defined]
