"""An event goes out as one file and comes in elsewhere without loss; whatever is no bundle is refused in words."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from games.enums import Grade
from games.models import Club, Confirmation, Game, GameResult, Player, Submission
from games.services.clubs import club_create
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.facts import FactValue
from magistrar_site.shared.models import Fact, FactDetail, Stream
from magistrar_site.shared.services.facts import detail_erase, fact_digest
from ratings.services.ratings import ratings_refresh
from tests.evening import NOW, Evening, entry_at
from tournaments.models import Entry, Event, EventAbout, Match, MatchGame, MatchSeat, Round
from tournaments.services.bundle.document import BundleError, bundle_decode
from tournaments.services.bundle.exporting import bundle_of, event_export
from tournaments.services.bundle.importing import event_import
from tournaments.services.events.about import event_about_change
from tournaments.services.events.finish import event_finish
from tournaments.services.results.confirm import result_dispute
from tournaments.services.results.rule import result_reopen, result_rule
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(evening: Evening) -> Event:
    """An evening in its third round, with a bye in each, a dispute, a ruling, a game taken back and a wrong file."""
    event = evening.started(("Anna", "Bert", "Cleo", "Dörte", "Ümit"))
    first, *others = [match for match in evening.publish(event, 1) if not match.bye]
    submission = evening.submit(first)
    result_dispute(act=evening.by(entry_at(first, 1), "not so"), submission_key=submission.key)
    game = first.games.all()[0].game.key
    result_rule(act=evening.act(why="seen"), game_key=game, kind="version", submission_key=submission.key)
    result_reopen(act=evening.act(why="wrong board"), game_key=game)
    result_rule(act=evening.act(why="no show"), game_key=game, kind="forfeit", winner="black")
    evening.submit(others[0], b"\xff\xfe no text", key="broken")
    evening.play(others[0], Grade.SHEET)
    for match in evening.publish(event, 2):
        if not match.bye:
            evening.play(match)
    evening.publish(event, 3)
    event.refresh_from_db()
    return event


def forget(event: Event) -> None:
    """As on a service that has never seen the event: nothing is left of it, its club and its players."""
    for facts in (FactDetail, Fact, Stream):
        facts.objects.all()._raw_delete("default")  # type: ignore[attr-defined]  # past the model's refusal
    for model in (GameResult, Confirmation, Submission, MatchGame, Game, MatchSeat, Event, Player, Club):
        model.objects.all().delete()


def lines(data: bytes) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(data)
    return read


def test_a_bundle_comes_back_the_same_byte_for_byte(evening: Evening, event: Event) -> None:
    data = event_export(act=evening.act(), event=event)
    rows = {model: list(model.objects.order_by("key").values()) for model in (Match, Entry, Submission)}
    rounds = list(Round.objects.order_by("pk").values())
    forget(event)
    assert not Event.objects.exists()
    again = event_import(act=evening.act(), data=data)
    assert bundle_of(again) == data
    standings_refresh(event_key=again.key)
    ratings_refresh(pool_key=again.pool)
    verdict = event_verify(event=again)
    assert (str(verdict).split()[0], verdict.notes) == ("verified", ())
    for model, before in rows.items():
        assert [without_ids(row) for row in model.objects.order_by("key").values()] == [
            without_ids(row) for row in before
        ]
    assert [without_ids(row) for row in Round.objects.order_by("pk").values()] == [without_ids(row) for row in rounds]
    assert again.club.key == event.club.key
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Bert", "Cleo", "Dörte", "Ümit"]


def without_ids(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if not name.endswith("id")}


def test_a_finished_event_with_erased_texts_comes_back_the_same(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo"))
    evening.play_out(event, 3)
    event_finish(act=evening.act(), event=event)
    for detail in FactDetail.objects.filter(field="body"):
        detail_erase(detail=detail, at=NOW)
    event.refresh_from_db()
    data = bundle_of(event)
    forget(event)
    again = event_import(act=evening.act(), data=data)
    standings_refresh(event_key=again.key)
    assert bundle_of(again) == data
    assert event_verify(event=again).holds
    assert {submission.report["legal"] for submission in Submission.objects.all()} == {True}


def test_a_bundle_without_people_and_texts_names_nobody_and_comes_back_the_same(evening: Evening, event: Event) -> None:
    data = bundle_of(event, people=False, texts=False)
    assert not any(name in data.decode() for name in ("Anna", "Ümit", "Evening", "wrong board"))
    forget(event)
    again = event_import(act=evening.act(), data=data)
    assert bundle_of(again, people=False) == data
    assert event_verify(event=again).holds
    assert all(player.hides_name for player in Player.objects.all())


def test_an_import_beside_others_takes_known_players_as_they_are(evening: Evening, event: Event) -> None:
    data = bundle_of(event, people=False)
    forget_event(event)
    Player.objects.filter(name="Anna").update(name="Anna Berger")
    again = event_import(act=evening.act(), data=data)
    assert bundle_of(again, people=False) == data
    assert again.entries.filter(player__name="Anna Berger").count() == 1


@pytest.mark.both_databases
def test_what_an_event_says_of_itself_comes_back_but_for_what_was_erased(evening: Evening, event: Event) -> None:
    texts = {"description": "# Welcome", "place": "Köln", "contact": "Ümit"}
    event_about_change(act=evening.act(), event=event, texts={**texts, "fee": "3 €"})
    event_about_change(act=evening.act(), event=event, texts={"fee": ""})
    detail_erase(detail=FactDetail.objects.get(fact__stream=event.stream, field="contact"), at=NOW)
    data = bundle_of(event)
    forget(event)
    again = event_import(act=evening.act(), data=data)
    about = EventAbout.objects.get(event=again)
    assert (about.description, about.place, about.fee, about.contact) == ("# Welcome", "Köln", "", "")
    assert bundle_of(again) == data
    assert str(event_verify(event=again)).startswith("verified")


def forget_event(event: Event) -> None:
    players, club = list(Player.objects.all()), event.club
    people = {player.key: (player.name, player.club_id) for player in players}
    user = club.roles.get().user
    forget(event)
    Club.objects.bulk_create([club])
    club.roles.create(user=user, role="owner")
    Player.objects.bulk_create(players)
    assert {player.key for player in Player.objects.all()} == set(people)


def test_an_event_that_is_here_is_not_taken_twice(evening: Evening, event: Event) -> None:
    with pytest.raises(DomainError) as caught:
        event_import(act=evening.act(), data=bundle_of(event))
    assert caught.value.code == "event_exists"


def test_only_an_owner_of_the_club_takes_an_event_in(evening: Evening, event: Event) -> None:
    data = bundle_of(event)
    forget_event(event)
    stranger = evening.by_user(evening.account("stranger@example.org"))
    for act in (stranger, evening.act(Actor("nobody", ""))):
        with pytest.raises(NotAllowed):
            event_import(act=act, data=data)
    assert not Event.objects.exists()
    assert event_import(act=replace(stranger, actor=replace(stranger.actor, staff=True)), data=data).key == event.key


def test_players_of_another_club_need_whoever_runs_the_service(evening: Evening, event: Event) -> None:
    data = bundle_of(event)
    forget_event(event)
    Player.objects.filter(name="Anna").update(club=club_create(act=evening.act(), name="Elsewhere"))
    with pytest.raises(DomainError) as caught:
        event_import(act=evening.act(), data=data)
    assert caught.value.code == "foreign_players"


def test_an_export_needs_a_role_that_runs_the_event(evening: Evening, event: Event) -> None:
    with pytest.raises(NotAllowed):
        event_export(act=evening.by(event.entries.all()[0]), event=event)


def facts_of_kind(bundle: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [fact for fact in bundle["facts"] if fact["kind"] == kind]


def rechained(bundle: dict[str, Any]) -> bytes:
    """The bundle with every digest worked out anew: as somebody would do who can do that, too."""
    previous = "0" * 64
    decoded = bundle_decode(json.dumps(bundle).encode())
    for line, fact in zip(bundle["facts"], decoded.facts, strict=True):
        line["previous"] = previous
        line["digest"] = previous = digest_of(f"event:{bundle['event']}", replace(fact, previous=previous))
    bundle["head"] = {"number": len(bundle["facts"]), "digest": previous}
    return json.dumps(bundle).encode()


def digest_of(stream: str, fact: FactValue) -> str:
    return fact_digest(
        stream=stream,
        number=fact.number,
        kind=fact.kind,
        payload=fact.payload,
        actor=fact.actor,
        at=fact.at,
        previous=fact.previous,
    )


def refusal(evening: Evening, data: bytes) -> DomainError:
    with transaction.atomic(), pytest.raises(DomainError) as caught:
        event_import(act=evening.act(), data=data)
    return caught.value


def test_changed_bundles_are_refused_at_the_first_difference(evening: Evening, event: Event) -> None:
    data = bundle_of(event)
    forget_event(event)

    bundle = lines(data)
    fact = facts_of_kind(bundle, "game.ruled")[-1]
    fact["payload"]["winner"] = "white"
    assert f"fact {fact['number']}: digest of game.ruled" in str(refusal(evening, json.dumps(bundle).encode()))

    bundle = lines(data)
    del bundle["facts"][9]
    assert "fact 10: number of the fact: expected 10, found 11" in str(refusal(evening, json.dumps(bundle).encode()))

    bundle = lines(data)
    del bundle["facts"][-1]
    assert "head of the chain" in str(refusal(evening, json.dumps(bundle).encode()))

    bundle = lines(data)
    fact = facts_of_kind(bundle, "submission.received")[1]
    text = fact["details"]["body_base64"]["text"]
    fact["details"]["body_base64"]["text"] = text[::-1]
    assert f"fact {fact['number']}: digest of detail body_base64" in str(refusal(evening, json.dumps(bundle).encode()))


def test_bundles_changed_together_with_their_chain_are_refused_for_what_they_say(
    evening: Evening, event: Event
) -> None:
    data = bundle_of(event)
    forget_event(event)

    bundle = lines(data)
    fact = facts_of_kind(bundle, "round.drafted")[1]
    fact["payload"]["pairs"][0].reverse()
    said = str(refusal(evening, rechained(bundle)))
    assert f"fact {fact['number']}: round 2, pair 1" in said

    bundle = lines(data)
    fact = facts_of_kind(bundle, "submission.received")[-1]
    fact["payload"]["report"]["winner"] = None
    assert f"fact {fact['number']}: report of submission" in str(refusal(evening, rechained(bundle)))

    bundle = lines(data)
    fact = facts_of_kind(bundle, "entry.added")[2]
    fact["kind"] = "entry.invented"
    assert f"fact {fact['number']}: kind of fact" in str(refusal(evening, rechained(bundle)))

    bundle = lines(data)
    fact = facts_of_kind(bundle, "round.published")[0]
    fact["payload"]["matches"][0]["entries"] = fact["payload"]["matches"][1]["entries"]
    assert f"fact {fact['number']}: round.published, match" in str(refusal(evening, rechained(bundle)))

    bundle = lines(data)
    fact = facts_of_kind(bundle, "event.started")[0]
    fact["payload"]["entries"] = 7
    assert f"fact {fact['number']}: event.started, payload of event.started" in str(refusal(evening, rechained(bundle)))

    for year in ("9999", "0001"):
        bundle = lines(data)
        bundle["facts"][0]["payload"]["starts_at"] = f"{year}-03-06T19:00:00+00:00"
        assert "fact 1: event.created, instant: expected one between 1900" in str(refusal(evening, rechained(bundle)))
        bundle = lines(data)
        opening = {"entry_rules": {"opens_at": f"{year}-03-06T19:00:00+00:00"}}
        bundle["facts"][1] |= {"kind": "event.entry_rules_set", "payload": opening}
        assert "fact 2: event.entry_rules_set, instant" in str(refusal(evening, rechained(bundle)))


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "no object": b"[1, 2]",
    "no UTF-8": b'{"format":"\xff\xfe"}',
    "a deep nest": b"[" * 200_000,
    "another format": b'{"format":"magistrar-event/2","event":"0123456789ab","head":{},"facts":[]}',
    "a member too many": b'{"format":"magistrar-event/1","more":1}',
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_bundle_is_refused_in_words(evening: Evening, what: str) -> None:
    error = refusal(evening, HOSTILE[what])
    assert isinstance(error, Invalid)
    assert error.code == "bad_bundle"
    assert str(error.message).startswith("This isn’t an event bundle: ")


def test_hostile_values_are_refused_with_their_line(evening: Evening, event: Event) -> None:
    data = bundle_of(event)
    values: list[tuple[str, Any, str]] = [
        ("number", -1, "$.number"),
        ("number", 2**80, "$.number"),
        ("kind", 7, "$.kind"),
        ("kind", "x" * 61, "$.kind"),
        ("kind", "a\0b", "no database keeps"),
        ("at", "yesterday", "$.at"),
        ("at", "0001-01-01T00:00:00+14:00", "between 2000 and 2200"),
        ("at", "2026-03-01T00:00:00", "$.at"),
        ("payload", [], "$.payload"),
        ("payload", {"entry": 2**70}, "64 bits"),
        ("payload", {"entry": 1.5}, "64 bits"),
        ("payload", {"entry": "\0"}, "no database keeps"),
        ("payload", {"\0": 1}, "no database keeps"),
        ("digest", "xyz", "$.digest"),
        ("details", {"why": {"text": "no salt"}}, "a text and its salt"),
        ("details", {"why": {"salt": "0" * 32, "text": "a\0b"}}, "no database keeps"),
    ]
    canonical = data.decode().split("\n")
    first = next(number for number, line in enumerate(canonical) if line.startswith('{"actor"'))
    for member, value, expected in values:
        fact = json.loads(canonical[first + 3].rstrip(","))
        fact[member] = value
        changed = [*canonical[: first + 3], json.dumps(fact) + ",", *canonical[first + 4 :]]
        with pytest.raises(BundleError) as caught:
            bundle_decode("\n".join(changed).encode())
        assert (caught.value.line, expected in caught.value.message) == (first + 4, True), (member, value, str(caught))


def test_names_with_nul_are_refused(evening: Evening, event: Event) -> None:
    bundle = lines(bundle_of(event))
    bundle["people"]["players"][0]["name"] = "An\0na"
    forget_event(event)
    assert refusal(evening, json.dumps(bundle).encode()).code == "bad_bundle"


def test_any_value_in_place_of_any_other_is_refused_or_differs(evening: Evening, event: Event) -> None:
    """Whatever stands where, the answer is a sentence: the chain is made whole again after each change."""
    data = bundle_of(event)
    forget_event(event)
    rng, codes = random.Random(7), set[str]()
    values: list[Any] = [None, True, -1, 2**31, "", "x", "0" * 12, [], [None], {}, {"a": 1}, "zero_bye", 10**18]
    for _round in range(60):
        bundle = lines(data)
        payload = rng.choice(bundle["facts"])["payload"]
        place: Any = payload
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not (isinstance(place[key], dict | list) and place[key] and rng.random() < 0.7):
                break
            place = place[key]
        place[key] = rng.choice(values)
        with transaction.atomic():
            codes.add(outcome(evening, rechained(bundle)))
            transaction.set_rollback(True)
    assert codes <= {"taken", "bundle_differs", "bad_bundle", "keys_taken", "foreign_pool"}
    assert "bundle_differs" in codes


def outcome(evening: Evening, data: bytes) -> str:
    try:
        event_import(act=evening.act(), data=data)
    except DomainError as error:
        return error.code
    return "taken"
