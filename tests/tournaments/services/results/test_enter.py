"""Results typed at the desk: read, entered together, replaced and taken back, and proven by the facts."""

from __future__ import annotations

from typing import Any

import pytest

from games.enums import GameState, Grade, ResultKind
from games.models import GameResult
from games.signals import result_changed
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from ratings.models import RatingChange
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Event, Match, Round, Standing
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.results.desk import DeskOutcome
from tournaments.services.results.enter import results_enter
from tournaments.services.results.take_back import entry_undo
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db
MANY = tuple(f"{first}{second}" for first in ("Ada", "Bo", "Cy", "Dag") for second in "abcdefghijklmnopqrst")


def enter(evening: Evening, matches: list[Match], text: str, **more: Any) -> DeskOutcome:
    round_ = Round.objects.select_related("stage__event__club").get(pk=matches[0].round_id)
    return results_enter(act=evening.act(), round_=round_, text=text, **more)


def result_of(match: Match) -> GameResult:
    return GameResult.objects.get(game=game_of(match), is_current=True)


def numbers_of(match: Match) -> list[dict[str, int]]:
    """The numbers that are known, by position."""
    seats = {row.seat.player_id: row.numbers_by_key for row in result_of(match).seats.select_related("seat")}
    return [seats[entry_at(match, position).player_id] for position in (0, 1)]


@pytest.mark.both_databases
def test_a_score_is_entered_as_far_as_it_is_known(evening: Evening, event: Event, matches: list[Match]) -> None:
    assert enter(evening, matches, "1 23:13; 2 10:24 1-2, 3 1").refused == ()
    assert numbers_of(matches[0]) == [{"honoris": 23}, {"honoris": 13}]
    assert numbers_of(matches[1]) == [{"honoris": 10, "markers": 1}, {"honoris": 24, "markers": 2}]
    assert numbers_of(matches[2]) == [{}, {}]
    found = [(game_of(match).state, result_of(match).grade) for match in matches[:3]]
    entered = GameState.ENTERED
    assert found == [(entered, Grade.SCORE), (entered, Grade.SCORE), (entered, Grade.BARE)]
    assert str(event_verify(event=event)).startswith("verified")
    copy = bundle_of(event)
    forget(event)
    again = event_import(act=evening.act(), data=copy)
    assert (str(event_verify(event=again)).startswith("verified"), bundle_of(again)) == (True, copy)


@pytest.mark.parametrize(
    "typed, code",
    [
        ("1 99:1", "impossible_score"),
        ("1 25:13 3-2", "impossible_score"),
        ("1 20:20", "score_level"),
        ("1 23:13:4", "unreadable_line"),
        ("1 23:13 3-2 7-8", "unreadable_line"),
        ("1 1>2>3", "no_such_places"),
        ("1.2 1", "no_such_game"),
        ("77 1", "no_such_table"),
    ],
)
def test_what_can_not_be_is_refused(typed: str, code: str, evening: Evening, matches: list[Match]) -> None:
    assert [item.code for item in enter(evening, matches, typed).refused] == [code]
    assert game_of(matches[0]).state == GameState.EXPECTED


def test_impossible_score_names_the_player_whose_it_is(evening: Evening, matches: list[Match]) -> None:
    said = str(enter(evening, matches, "1 13:23 3-2").refused[0].message)
    names = [entry_at(matches[0], position).player.name for position in (0, 1)]
    assert (any(name in said for name in names), "White" in said, "Black" in said) == (True, False, False)


def test_what_has_no_result_names_those_that_the_table_can_have(evening: Evening, matches: list[Match]) -> None:
    refused = enter(evening, matches, "6 abc, x").refused
    assert [str(item.message).rpartition(": ")[2] for item in refused] == [
        "6 1, 6 2, 6 =, 6 1+, 6 2+, 6 --, 6 23:13",
        "12 1, 12 2, 12 =, 12 1+, 12 2+, 12 --, 12 23:13",
    ]


@pytest.mark.parametrize("typed", ["1 1+", "1  1+", "1 —", "1 –-", "1 23 : 13", "1 −3:12"])
def test_dashes_and_spaces_are_read_as_they_are_meant(typed: str, evening: Evening, matches: list[Match]) -> None:
    assert enter(evening, matches, typed).refused == ()


def test_disputed_game_needs_a_ruling_and_a_waiting_one_is_confirmed_by_the_same(
    evening: Evening, matches: list[Match]
) -> None:
    waiting = evening.submit(matches[0])
    evening.submit(matches[1], position=0)
    evening.submit(matches[1], position=1)
    assert game_of(matches[1]).state == GameState.CONFLICTING
    by_player = {row.seat.player_id: row.place for row in result_of(matches[0]).seats.select_related("seat")}
    places = [by_player[entry_at(matches[0], position).player_id] for position in (0, 1)]
    same = "=" if places == [1, 1] else str(places.index(1) + 1)
    outcome = enter(evening, matches, f"1 {same}, 2 1")
    assert [(item.what, item.code) for item in outcome.refused] == [("2 1", "disputed")]
    assert (game_of(matches[0]).state, result_of(matches[0]).submission_id) == (GameState.AGREED, waiting.pk)


@pytest.mark.both_databases
def test_an_entry_is_replaced_only_by_who_has_seen_it_and_undone_to_what_was_before(
    evening: Evening, event: Event, matches: list[Match]
) -> None:
    enter(evening, matches, "1 1")
    key, first = game_of(matches[0]).key, game_of(matches[0]).result_fact
    asked = enter(evening, matches, "1 10:24")
    assert [(ask.what, ask.game_key, ask.entry) for ask in asked.asks] == [("1 10:24", key, first)]
    assert enter(evening, matches, "1 10:24", seen={key: first}).done == (key,)
    second = game_of(matches[0]).result_fact
    assert Fact.objects.get(stream=event.stream, number=second).payload["replaces"] == first
    assert enter(evening, matches, "1 1", seen={key: first}).done == ()
    with pytest.raises(DomainError) as stale:
        entry_undo(act=evening.act(), game_key=key, entry=first)
    assert stale.value.code == "entry_changed"
    entry_undo(act=evening.act(), game_key=key, entry=second)
    assert (game_of(matches[0]).state, result_of(matches[0]).grade) == (GameState.ENTERED, Grade.BARE)
    entry_undo(act=evening.act(), game_key=key, entry=game_of(matches[0]).result_fact)
    assert game_of(matches[0]).state == GameState.EXPECTED
    assert not GameResult.objects.filter(game__key=key, is_current=True).exists()
    assert str(event_verify(event=event)).startswith("verified")


def test_round_that_is_over_is_changed_by_a_ruling_alone(evening: Evening) -> None:
    event = evening.started(preset="swiss-evening", name="Swiss")
    matches = evening.publish(event, 1)
    enter(evening, matches, "1 1, 2 1, 3 1, 4 1")
    evening.publish(event, 2)
    game = game_of(matches[0])
    outcome = enter(evening, matches, "1 2", seen={game.key: game.result_fact})
    assert [item.code for item in outcome.refused] == ["round_over"]
    with pytest.raises(DomainError) as caught:
        entry_undo(act=evening.act(), game_key=game.key, entry=game.result_fact)
    assert caught.value.code == "round_over"


def test_forty_results_are_told_of_once_and_cost_few_statements(
    evening: Evening, django_capture_on_commit_callbacks: Any, django_assert_max_num_queries: Any
) -> None:
    event = evening.started(MANY, preset="swiss-evening", name="Large")
    matches = evening.publish(event, 1)
    told: list[str] = []

    def listen(**news: Any) -> None:
        told.append(news["pool"])

    result_changed.connect(listen)
    text = ", ".join(f"{match.table} 1" for match in matches)
    with django_capture_on_commit_callbacks(execute=True), django_assert_max_num_queries(60):
        assert len(enter(evening, matches, text).done) == 40
    result_changed.disconnect(listen)
    assert len(told) == 1
    assert RatingChange.objects.filter(game__in=[game_of(match).pk for match in matches]).count() == 80
    assert Standing.objects.filter(table__stage__event=event, table__after_round=1, points__gt=0).count() == 40
    assert {result_of(match).kind for match in matches} == {ResultKind.PLAYED}
