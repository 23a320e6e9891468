"""A whole evening through the services: what is derived follows from the facts, whatever is lost on the way."""

from __future__ import annotations

from typing import Any

import pytest

from games.enums import GameState, Grade
from games.models import Game, GameResult
from magistrar_site.shared.services.due import reconcile
from ratings.models import PoolSource, PoolState, Rating, RatingChange
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at
from tournaments.models import Event, Standing, StandingTable
from tournaments.services.events.finish import event_finish
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def derived_rows(event: Event) -> dict[str, Any]:
    """Every stored number of an event and its pool, by keys that don't depend on the database."""
    standings = Standing.objects.filter(table__stage__event=event).order_by("table__after_round", "rank", "entry__key")
    fields = [
        "table__after_round",
        "table__made_from",
        "rank",
        "entry__key",
        "points",
        "played",
        "wins",
        "values",
        "parts",
    ]
    ratings = Rating.objects.filter(pool__key=event.pool).order_by("player__key")
    changes = RatingChange.objects.filter(pool__key=event.pool).order_by("position", "player__key")
    return {
        "standings": list(standings.values_list(*fields)),
        "ratings": list(ratings.values_list("player__key", "value", "games", "points", "points_before", "state")),
        "changes": list(
            changes.values_list("position", "game__key", "player__key", "before", "after", "expected", "k")
        ),
        "sources": list(PoolSource.objects.values_list("stream", "number").order_by("stream")),
    }


@pytest.mark.parametrize("rounds", [2, pytest.param(7, marks=pytest.mark.slow)])
def test_round_robin_recomputed_from_nothing_is_the_same_to_the_last_digit(
    django_capture_on_commit_callbacks: Any, rounds: int
) -> None:
    evening = Evening()
    with django_capture_on_commit_callbacks(execute=True):
        event = evening.started()
        evening.play_out(event, rounds, grade=lambda: evening.rng.choice([Grade.RECORD, Grade.SHEET, Grade.SCORE]))
    assert Game.objects.filter(state=GameState.AGREED).count() == 4 * rounds
    kept = derived_rows(event)
    assert len(kept["standings"]) == 8 * (rounds + 1)
    assert len(kept["changes"]) == 8 * rounds
    assert sum(row[4] for row in kept["standings"] if row[0] == rounds) == 8 * rounds  # two half points a game

    StandingTable.objects.all().delete()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    PoolState.objects.all().delete()
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)

    assert derived_rows(event) == kept


def test_lost_tasks_are_made_up_for_by_the_reconciler(django_capture_on_commit_callbacks: Any) -> None:
    evening = Evening()
    with django_capture_on_commit_callbacks(execute=False):  # every task is lost
        event = evening.started()
        evening.play_out(event, 1)
    assert not StandingTable.objects.exists()
    assert not RatingChange.objects.exists()

    assert reconcile(now=evening.now) == 2

    assert Standing.objects.filter(table__stage__event=event, table__after_round=1).count() == 8
    assert RatingChange.objects.count() == 8
    assert reconcile(now=evening.now) == 0


def test_refreshing_twice_writes_the_same_rows(django_capture_on_commit_callbacks: Any) -> None:
    evening = Evening()
    event = evening.started()
    evening.play_out(event, 2)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    once = derived_rows(event)

    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)

    assert derived_rows(event) == once


def test_older_computation_does_not_overwrite_a_newer_one() -> None:
    evening = Evening()
    event = evening.started()
    evening.play_out(event, 1)
    standings_refresh(event_key=event.key)
    table = StandingTable.objects.get(after_round=1)
    newer = table.made_from + 5
    StandingTable.objects.update(made_from=newer, input_digest="newer")

    assert standings_refresh(event_key=event.key) is False

    assert set(StandingTable.objects.values_list("made_from", flat=True)) == {newer}


def test_unconfirmed_result_counts_for_standings_but_not_for_ratings() -> None:
    evening = Evening()
    event = evening.started()
    match = evening.publish(event, 1)[0]
    evening.submit(match)

    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)

    assert sum(Standing.objects.filter(table__after_round=1).values_list("points", flat=True)) == 2
    assert not RatingChange.objects.exists()


def test_illegal_record_changes_no_standing_and_is_kept() -> None:
    evening = Evening()
    event = evening.started()
    match = evening.publish(event, 1)[0]
    body = evening.body(match).replace(b'"pawns":{"white":"', b'"pawns":{"white":"S', 1)

    submission = evening.submit(match, body)

    assert (submission.accepted, submission.refusal, bytes(submission.body)) == (False, "unreadable", body)
    assert submission.report["violations"][0]["code"] == "schema"
    assert match.games.get().game.state == GameState.EXPECTED
    assert not GameResult.objects.exists()


def test_finished_event_keeps_its_ranking_as_a_fact() -> None:
    evening = Evening()
    event = evening.started(names=("Anna", "Bert", "Cleo"))
    evening.play_out(event, 3)

    event_finish(act=evening.act(), event=event)

    fact = event_facts(event)[-1]
    assert fact.kind == "event.finished"
    assert [row["rank"] for row in fact.payload["ranking"]] == sorted(row["rank"] for row in fact.payload["ranking"])
    assert sum(row["points"] for row in fact.payload["ranking"]) == 6


def event_facts(event: Event) -> list[Any]:
    from magistrar_site.shared.selectors.facts import facts_of

    return list(facts_of(event.stream))


def test_odd_field_rests_everybody_once_without_points() -> None:
    evening = Evening()
    event = evening.started(names=("Anna", "Bert", "Cleo"))
    rested = []
    for number in (1, 2, 3):
        matches = evening.publish(event, number)
        rested += [entry_at(match, 0).key for match in matches if match.bye]
        for match in matches:
            if not match.bye:
                evening.play(match)

    standings_refresh(event_key=event.key)

    assert len(rested) == len(set(rested)) == 3
    assert sum(Standing.objects.filter(table__after_round=3).values_list("points", flat=True)) == 6
