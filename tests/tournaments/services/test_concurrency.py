"""Two people at the same moment, each with a connection of their own, as two web processes have."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.enums import GameState
from games.models import Game, GameResult, Submission
from magistrar_site.shared.models import Fact, Stream
from magistrar_site.shared.services.facts import fact_digest
from tests.evening import Evening, entry_at
from tournaments.models import Event, Match, MatchGame, MatchSeat, Round, Stage, StandingTable
from tournaments.selectors.events import stage_of
from tournaments.services.events.start import event_start
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.hand_in import result_submit
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.stages.standings import standings_refresh
from tournaments.snapshots import pairing_snapshot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Run the actions in threads that start together; their results in order, an exception as itself."""
    barrier = threading.Barrier(len(actions))
    results: list[Any] = [None] * len(actions)

    def run(index: int, action: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=10)
            results[index] = action()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index, action)) for index, action in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


def assert_chain_is_whole(event: Event) -> None:
    facts = list(Fact.objects.filter(stream_id=event.stream).order_by("number"))
    previous = "0" * 64
    for number, fact in enumerate(facts, 1):
        digest = fact_digest(
            stream=event.stream,
            number=number,
            kind=fact.kind,
            payload=fact.payload,
            actor=fact.actor,
            at=fact.at,
            previous=previous,
        )
        assert (fact.number, fact.previous, fact.digest) == (number, previous, digest)
        previous = digest
    assert (Stream.objects.get(name=event.stream).number, len(facts) > 0) == (len(facts), True)


def test_two_organisers_press_pair_at_once_and_there_is_one_round() -> None:
    evening = Evening()
    event = evening.started()

    results = at_once(*[lambda: round_pair(act=evening.act(), stage=stage_of(event), number=1)] * 4)

    assert [type(result) for result in results] == [Round] * 4
    assert {result.pk for result in results} == {Round.objects.get().pk}
    assert MatchSeat.objects.count() == 8
    assert_chain_is_whole(event)


def test_round_that_is_drafted_between_looking_and_reading_is_the_one_that_both_get(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening()
    event = evening.started()
    first: list[Round] = []

    def read_late(stage: Stage, number: int) -> Any:
        monkeypatch.setattr("tournaments.services.rounds.pair.pairing_snapshot", pairing_snapshot)
        first.append(round_pair(act=evening.act(), stage=stage_of(event), number=number))
        return pairing_snapshot(stage, number)

    monkeypatch.setattr("tournaments.services.rounds.pair.pairing_snapshot", read_late)

    assert round_pair(act=evening.act(), stage=stage_of(event), number=1).pk == first[0].pk
    assert Round.objects.count() == 1


def test_two_organisers_publish_at_once_and_games_are_arranged_once() -> None:
    evening = Evening()
    event = evening.started()
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)

    results = at_once(*[lambda: round_publish(act=evening.act(), round_=draft)] * 3)

    assert [type(result) for result in results] == [Round] * 3
    assert Game.objects.count() == 4
    assert_chain_is_whole(event)


def test_event_started_twice_at_once_is_started_once() -> None:
    evening = Evening()
    event = evening.event()

    results = at_once(*[lambda: event_start(act=evening.act(), event=event)] * 3)

    assert [type(result) for result in results] == [Event] * 3
    assert Fact.objects.filter(stream_id=event.stream, kind="event.started").count() == 1


def test_both_players_submit_at_once_and_both_versions_are_kept() -> None:
    evening = Evening()
    event = evening.started()
    match = evening.publish(event, 1)[0]
    same, other = evening.body(match), evening.body(match)

    results = at_once(
        lambda: evening.submit(match, same, position=0, key="a"),
        lambda: evening.submit(match, other, position=1, key="b"),
    )

    assert [type(result) for result in results] == [Submission] * 2
    assert {row.seat for row in Submission.objects.filter(accepted=True)} == {1, 2}
    assert Game.objects.get(match_game__match=match).state == GameState.CONFLICTING
    assert_chain_is_whole(event)


def test_same_game_from_both_players_at_once_agrees_with_one_result() -> None:
    evening = Evening()
    event = evening.started()
    match = evening.publish(event, 1)[0]
    body = evening.body(match)

    at_once(
        lambda: evening.submit(match, body, position=0, key="a"),
        lambda: evening.submit(match, body, position=1, key="b"),
    )

    assert Game.objects.get(match_game__match=match).state == GameState.AGREED
    assert GameResult.objects.filter(game__match_game__match=match, is_current=True).count() == 1


def test_one_form_sent_twice_at_once_is_one_submission() -> None:
    evening = Evening()
    event = evening.started()
    match = evening.publish(event, 1)[0]
    body, game = evening.body(match), match.games.get().game

    def send() -> Submission:
        act = evening.by(entry_at(match, 0))
        return result_submit(act=act, game_key=game.key, body=body, idempotency_key="form")

    results = at_once(send, send, send)

    assert {result.pk for result in results} == {Submission.objects.get().pk}
    assert_chain_is_whole(event)


def test_confirmed_twice_at_once_is_once() -> None:
    evening = Evening()
    event = evening.started()
    match: Match = evening.publish(event, 1)[0]
    submission = evening.submit(match)

    results = at_once(*[lambda: result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)] * 3)

    assert [type(result) for result in results] == [Game] * 3
    assert Fact.objects.filter(kind="submission.answered").count() == 1


def test_results_of_a_whole_round_at_once_all_reach_the_table() -> None:
    evening = Evening()
    event = evening.started()
    matches = evening.publish(event, 1)
    bodies = [evening.body(match) for match in matches]

    def submit(index: int) -> Callable[[], Any]:
        return lambda: evening.submit(matches[index], bodies[index], key="k")

    results = at_once(*[submit(index) for index in range(4)])
    at_once(*[lambda: standings_refresh(event_key=event.key)] * 4)

    assert [type(result) for result in results] == [Submission] * 4
    table = StandingTable.objects.get(stage__event=event, after_round=1)
    assert table.made_from == Stream.objects.get(name=event.stream).number
    assert sum(row.points for row in table.rows.all()) == 8
    assert_chain_is_whole(event)
    facts = Fact.objects.filter(stream_id=event.stream, kind="submission.received").values_list(
        "payload__submission", "number"
    )
    numbers = Submission.objects.values_list("key", "fact_number", "game__result_fact", "results__fact_number")
    assert set(numbers) == {(key, number, number, number) for key, number in facts}


def test_same_game_of_a_series_from_both_players_at_once_makes_one_next_game_due() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"), preset="grand-mage-series")
    match = evening.publish(event, 1)[0]
    body = evening.body(match)

    results = at_once(
        lambda: evening.submit(match, body, position=0, key="a"),
        lambda: evening.submit(match, body, position=1, key="b"),
    )

    assert [type(result) for result in results] == [Submission] * 2
    assert list(MatchGame.objects.order_by("number").values_list("number", "game__state")) == [
        (1, GameState.AGREED),
        (2, GameState.EXPECTED),
    ]
    assert_chain_is_whole(event)
