"""What an event's facts say is what its rows say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.enums import Grade
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.facts import FactPayload
from magistrar_site.shared.services.chain import facts_read
from magistrar_site.shared.services.facts import fact_append
from tests.evening import Evening, entry_at
from tournaments.facts.replay import ReplayError, replayed_state
from tournaments.facts.rows import rows_state, state_differences
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.links import personal_link_replace
from tournaments.services.entries.states import entry_remove, entry_withdraw
from tournaments.services.events.finish import event_finish
from tournaments.services.events.start import event_start
from tournaments.services.results.confirm import result_dispute
from tournaments.services.results.rule import result_annul, result_reopen, result_rule
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.undo import round_discard


def differences(event: Event) -> list[str]:
    event.refresh_from_db()
    return [
        str(difference) for difference in state_differences(replayed_state(facts_read(event.stream)), rows_state(event))
    ]


@pytest.mark.django_db
def test_fold_of_an_evening_says_what_the_rows_say() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert", "Cleo", "Dörte", "Erik", "Frida"))
    entry_remove(act=evening.act(), entry=event.entries.first())
    event_start(act=evening.act(), event=event)
    assert differences(event) == []
    one, two = [match for match in evening.publish(event, 1) if not match.bye]
    personal_link_replace(act=evening.act(), entry=entry_at(one, 0))
    submission = evening.submit(one, key="first")
    assert differences(event) == []
    result_dispute(act=evening.by(entry_at(one, 1), "no"), submission_key=submission.key)
    assert differences(event) == []
    evening.submit(one, b"no game \xff\x00 at all")
    key = one.games.all()[0].game.key
    result_rule(act=evening.act(why="seen"), game_key=key, kind="version", submission_key=submission.key)
    assert differences(event) == []
    result_reopen(act=evening.act(why="wrong"), game_key=key)
    result_rule(act=evening.act(why="no show"), game_key=key, kind="forfeit", winner="white")
    played = evening.play(two, Grade.SHEET)
    result_annul(act=evening.act(why="lights out"), game_key=two.games.all()[0].game.key)
    assert played.accepted
    assert differences(event) == []
    round_discard(act=evening.act(), round_=round_pair(act=evening.act(why="late"), stage=stage_of(event), number=2))
    assert differences(event) == []
    entry_withdraw(act=evening.act(), entry=entry_at(two, 1))
    evening.publish(event, 2)
    assert differences(event) == []


@pytest.mark.django_db
def test_fold_of_two_versions_that_say_the_same_at_the_coarser_grade() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert", "Cleo", "Dörte"))
    match = evening.publish(event, 1)[0]
    record = evening.body(match)
    evening.submit(match, record, position=0)
    evening.submit(match, record, position=1)
    assert replayed_state(facts_read(event.stream)).games[match.games.all()[0].game.key].state == "agreed"
    assert differences(event) == []


@pytest.mark.django_db
def test_fold_of_a_finished_event() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert", "Cleo"))
    evening.play_out(event, 3)
    event_finish(act=evening.act(), event=event)
    assert differences(event) == []
    ranking = replayed_state(facts_read(event.stream)).ranking
    assert ranking is not None
    assert [row["rank"] for row in ranking] == [1, 2, 3]


@pytest.mark.django_db
def test_a_changed_row_is_named_with_the_fact_that_said_it() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert", "Cleo"))
    entry = event.entries.order_by("number")[1]
    entry.rating = 2900
    entry.save()
    started = next(fact for fact in facts_read(event.stream) if fact.kind == "event.started")
    assert differences(event) == [
        f"fact {started.number}: entry {entry.key}, rating: expected 0, found 2900",
    ]


class EventMoved(FactPayload, frozen=True):
    kind = "event.moved"


@pytest.mark.django_db
def test_an_unknown_kind_is_named() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert", "Cleo"))
    fact = fact_append(act=evening.act(Actor("system", "x")), stream=event.stream, fact=EventMoved())
    with pytest.raises(ReplayError) as caught:
        replayed_state(facts_read(event.stream))
    assert caught.value.difference.number == fact.number
    assert caught.value.difference.found == "event.moved"


@pytest.mark.django_db
def test_seed_of_the_lots_is_told_by_the_start_and_not_before() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert", "Cleo"))
    assert "seed" not in next(fact.payload for fact in facts_read(event.stream) if fact.kind == "event.created")
    assert differences(event) == []
    event = event_start(act=evening.act(), event=event)
    started = next(fact.payload for fact in facts_read(event.stream) if fact.kind == "event.started")
    assert (started["seed"], replayed_state(facts_read(event.stream)).the_event().seed) == (event.seed, event.seed)
    assert event.seed > 0
    assert differences(event) == []


@pytest.mark.django_db
def test_streams_that_told_the_seed_at_once_still_hold() -> None:
    """As older ones do: the event has it from the start on."""
    evening = Evening()
    event = evening.started(("Anna", "Bert", "Cleo"))
    facts = [
        replace(fact, payload={**fact.payload, "seed": event.seed})
        if fact.kind == "event.created"
        else replace(fact, payload={name: value for name, value in fact.payload.items() if name != "seed"})
        for fact in facts_read(event.stream)
    ]
    assert replayed_state(facts).the_event().seed == event.seed
