"""Tables that follow results one change at a time are those of working them out from nothing, to the last part."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game, GameResult, SeatNumber, SeatResult
from magistrar_site.shared.models import Stream
from tests.evening import Evening
from tests.extent import examples
from tests.tournaments.played_event import PLACES, played_event
from tournaments.models import Entry, Event, Round, Stage, Standing, StandingTable
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.stages import standings
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

WINNERS = st.sampled_from([1, 2, None])
GAMES = st.integers(0, 19)
CHANGES = st.one_of(
    st.tuples(st.just("decide"), GAMES, WINNERS),
    st.tuples(st.just("state"), GAMES, st.sampled_from(["agreed", "expected", "annulled", "submitted"])),
    st.tuples(st.just("number"), GAMES, st.integers(0, 40)),
    st.tuples(st.just("leave"), st.integers(1, 10), st.sampled_from(["active", "withdrawn"])),
    st.tuples(st.just("undo"), st.just(4), st.sampled_from(["undone", "published"])),
)


def change(event: Event, what: str, which: int, value: Any) -> None:
    """One change, by rows alone."""
    if what == "leave":
        Entry.objects.filter(event=event, number=which).update(state=value)
    elif what == "undo":
        Round.objects.filter(stage__event=event, number=which).update(state=value)
    else:
        game = Game.objects.order_by("key")[which]
        result = GameResult.objects.filter(game=game).first()
        if what == "state":
            Game.objects.filter(pk=game.pk).update(state=value)
        elif result is not None and what == "decide":
            GameResult.objects.filter(pk=result.pk).update(winner=value)
            for row in SeatResult.objects.filter(result=result).select_related("seat"):
                SeatResult.objects.filter(pk=row.pk).update(place=PLACES[value][row.seat.number - 1])
        elif result is not None:
            SeatNumber.objects.filter(seat_result__result=result, seat_result__seat__number=1).update(value=value)
    Stream.objects.filter(name=event.stream).update(number=F("number") + 1)


def shown(event: Event) -> list[Any]:
    """All that is stored of the event's tables."""
    tables = StandingTable.objects.filter(stage__event=event).order_by("after_round")
    members = ("rank", "points", "is_counted", "played", "wins", "draws", "losses", "values", "parts")
    found: list[Any] = []
    for table in tables:
        rows = Standing.objects.filter(table=table).order_by("entry").values_list("entry", *members)
        found.append((table.after_round, table.made_from, table.input_digest, table.columns, list(rows)))
    return found


@examples(60)
@given(steps=st.lists(st.lists(CHANGES, min_size=1, max_size=3), min_size=1, max_size=6))
def test_random_changes_give_the_tables_that_are_made_from_nothing(steps: list[list[tuple[str, int, Any]]]) -> None:
    """Results decided anew, annulled and taken back, players who leave and return, a round undone."""
    with transaction.atomic():
        event, _evening = played_event(10, 4, left_open=1)
        standings_refresh(event_key=event.key)
        for step in steps:
            for what, which, value in step:
                change(event, what, which, value)
            assert standings_refresh(event_key=event.key)
        followed = shown(event)
        StandingTable.objects.all().delete()
        standings_refresh(event_key=event.key)
        assert shown(event) == followed
        transaction.set_rollback(True)


def test_result_of_the_last_round_writes_the_rows_that_move() -> None:
    """Tables of the rounds before it, and the rows of those whom it doesn't touch, stay as they are."""
    event, _evening = played_event(60, 3)
    standings_refresh(event_key=event.key)
    before = dict(Standing.objects.values_list("pk", "table__after_round"))
    game = Game.objects.filter(order=3).order_by("-key")[0]  # of two at the bottom of the table
    result = GameResult.objects.get(game=game)
    change(event, "decide", 60 + 29, 2 if result.winner == 1 else 1)

    standings_refresh(event_key=event.key)

    kept = Standing.objects.filter(pk__in=before)
    assert {number for pk, number in before.items() if not kept.filter(pk=pk).exists()} == {3}
    assert 2 <= Standing.objects.exclude(pk__in=before).count() < 40
    assert Standing.objects.count() == len(before)


@pytest.mark.django_db(transaction=True)
def test_rules_that_change_while_tables_are_worked_out_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another worker may follow the new rules first: the slower one doesn't bring back tables of the old ones."""
    evening = Evening()
    event = evening.started(preset="swiss-evening")
    evening.play_out(event, 2)
    standings_refresh(event_key=event.key)
    wanted = list(event.settings.tie_breaks)[::-1]
    work_out = standings._update_of
    waiting = [True]

    def slow_work_out(stage: Stage, head: int) -> Any:
        if waiting:
            waiting.clear()
            found = stage_of(Event.objects.get(pk=event.pk))
            event_settings_change(act=evening.act(why="so"), stage=found, changes={"tie_breaks": wanted})
            assert standings_refresh(event_key=event.key)
        return work_out(stage, head)

    with monkeypatch.context() as patch:
        patch.setattr(standings, "_update_of", slow_work_out)
        standings_refresh(event_key=event.key)
    assert {tuple(table.columns) for table in StandingTable.objects.filter(stage__event=event)} == {tuple(wanted)}
    found = shown(event)
    StandingTable.objects.all().delete()
    standings_refresh(event_key=event.key)
    assert shown(event) == found
