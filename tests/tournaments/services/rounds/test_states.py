"""What each state of a round allows; starting, closing, reopening, undoing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from games.models import Game
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.selectors.facts import facts_of
from tests.evening import Evening, entry_at
from tournaments.enums import RoundAction, RoundState
from tournaments.models import Event, Match, Round
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.rounds.clock import clock_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.events.create import event_create
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.change import match_move
from tournaments.services.rounds.clock import clock_extend, clock_pause, clock_set, clock_start
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.states import (
    NEEDS,
    Need,
    need_of,
    round_close,
    round_reopen,
    round_start,
)
from tournaments.services.rounds.times import round_schedule
from tournaments.services.rounds.undo import round_discard, round_undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(("Anna", "Bert", "Cleo", "Dora"))


def refusal(service: Callable[..., Any], **arguments: Any) -> str:
    with pytest.raises(DomainError) as caught:
        service(**arguments)
    return caught.value.code


def kinds(event: Event) -> list[str]:
    return [fact.kind for fact in facts_of(event.stream)]


def state(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).state


# Each action as the organiser takes it, with a reason where `why` is given.
ACTIONS: dict[RoundAction, Callable[[Evening, Round, str], object]] = {
    RoundAction.MOVE: lambda e, r, why: match_move(
        act=e.act(why=why), round_=r, match=Match.objects.filter(round=r)[0].key, table=40
    ),
    RoundAction.PUBLISH: lambda e, r, why: round_publish(act=e.act(why=why), round_=r),
    RoundAction.DISCARD: lambda e, r, why: round_discard(act=e.act(why=why), round_=r),
    RoundAction.START: lambda e, r, why: round_start(act=e.act(why=why), round_=r),
    RoundAction.CLOCK: lambda e, r, why: clock_set(act=e.act(why=why), round_=r, minutes=90),
    RoundAction.CLOSE: lambda e, r, why: round_close(act=e.act(why=why), round_=r),
    RoundAction.REOPEN: lambda e, r, why: round_reopen(act=e.act(why=why), round_=r),
    RoundAction.UNDO: lambda e, r, why: round_undo(act=e.act(why=why), round_=r),
}
# Pressed again where it is done already: not refused, and nothing happens.
DONE = {
    (RoundAction.PUBLISH, RoundState.PUBLISHED),
    (RoundAction.PUBLISH, RoundState.RUNNING),
    (RoundAction.PUBLISH, RoundState.CLOSED),
    (RoundAction.PUBLISH, RoundState.REOPENED),
    (RoundAction.START, RoundState.RUNNING),
    (RoundAction.CLOSE, RoundState.CLOSED),
    (RoundAction.REOPEN, RoundState.REOPENED),
    (RoundAction.UNDO, RoundState.UNDONE),
}


def round_in(evening: Evening, event: Event, wanted: RoundState) -> Round:
    """Round 1 in a state, every game played from `closed` on."""
    if wanted is RoundState.DRAFT:
        return round_pair(act=evening.act(), stage=stage_of(event), number=1)
    matches = evening.publish(event, 1)
    round_ = matches[0].round
    if wanted is RoundState.RUNNING:
        round_start(act=evening.act(), round_=round_)
    if wanted in {RoundState.CLOSED, RoundState.REOPENED}:
        for match in matches:
            evening.play(match)
        round_close(act=evening.act(), round_=round_)
    if wanted is RoundState.REOPENED:
        round_reopen(act=evening.act(why="wrong table"), round_=round_)
    if wanted is RoundState.UNDONE:
        round_undo(act=evening.act(), round_=round_)
    return Round.objects.select_related("stage__event").get(pk=round_.pk)


def cells() -> Iterator[Any]:
    """Each state with each action. What is refused, or done already, writes nothing: one database is enough for it."""
    for wanted, action in product(RoundState, ACTIONS):
        writes = need_of(action, wanted) is not None and (action, wanted) not in DONE
        yield pytest.param(wanted, action, marks=[] if writes else pytest.mark.one_database)


@pytest.mark.parametrize("wanted, action", list(cells()))
def test_action_is_allowed_by_the_table_alone(
    evening: Evening, event: Event, wanted: RoundState, action: RoundAction
) -> None:
    round_ = round_in(evening, event, wanted)
    before, need = kinds(event), need_of(action, wanted)
    if (action, wanted) in DONE:
        ACTIONS[action](evening, round_, "")
        assert kinds(event) == before
        return
    if need is None:
        assert refusal(ACTIONS[action], e=evening, r=round_, why="x") in {
            "not_published",
            "published",
            "round_closed",
            "undone",
        }
        assert kinds(event) == before
        return
    if need is Need.REASON:
        assert refusal(ACTIONS[action], e=evening, r=round_, why="") == "reason_missing"
    if action is RoundAction.CLOSE and wanted is not RoundState.REOPENED:
        assert refusal(ACTIONS[action], e=evening, r=round_, why="") == "results_missing"
        return
    ACTIONS[action](evening, round_, "a good reason")
    assert len(kinds(event)) > len(before)


def test_every_action_has_a_row_in_the_table() -> None:
    assert set(NEEDS) == set(RoundAction)


def test_first_result_starts_a_published_round(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    assert state(match.round) == RoundState.PUBLISHED
    evening.submit(match, b"{}")
    assert state(match.round) == RoundState.PUBLISHED  # refused: no result
    evening.submit(match)
    evening.submit(match, position=1)
    assert state(match.round) == RoundState.RUNNING
    assert kinds(event).count("round.started") == 1


def test_next_round_closes_the_complete_ones_only(evening: Evening, event: Event) -> None:
    first, second = evening.publish(event, 1)
    evening.play(first)
    round_publish(
        act=evening.act(), round_=round_pair(act=evening.act(why="one plays on"), stage=stage_of(event), number=2)
    )
    assert state(first.round) == RoundState.RUNNING

    evening.play(second)
    for match in matches_of(Round.objects.get(number=2)):
        evening.play(match)
    evening.publish(event, 3)

    assert [row.state for row in Round.objects.order_by("number")] == ["closed", "closed", "published"]


def test_ruling_in_a_closed_round_reopens_it_with_its_reason(evening: Evening, event: Event) -> None:
    evening.play_out(event, 1)
    match = evening.publish(event, 2)[0]
    first = Match.objects.filter(round__number=1)[0]
    assert state(first.round) == RoundState.CLOSED

    game = first.games.get().game
    result_rule(act=evening.act(why="written down wrongly"), game_key=game.key, kind="bare", winner="black")

    assert state(first.round) == RoundState.REOPENED
    assert [fact.kind for fact in facts_of(event.stream)][-2:] == ["game.ruled", "round.reopened"]
    round_close(act=evening.act(), round_=first.round)
    assert (state(first.round), state(match.round)) == (RoundState.CLOSED, RoundState.PUBLISHED)


def test_refused_ruling_leaves_a_closed_round_closed(evening: Evening, event: Event) -> None:
    evening.play_out(event, 1)
    first = matches_of(Round.objects.get())[0]
    round_close(act=evening.act(), round_=first.round)
    game = first.games.get().game
    assert refusal(result_rule, act=evening.act(), game_key=game.key, kind="bare", winner="black") == "reason_missing"
    assert state(first.round) == RoundState.CLOSED

    round_reopen(act=evening.act(why="a sheet is looked for"), round_=first.round)
    assert refusal(round_pair, act=evening.act(), stage=stage_of(event), number=2) == "round_reopened"
    assert round_pair(act=evening.act(why="it is found"), stage=stage_of(event), number=2).state == RoundState.DRAFT


def test_undone_round_without_results_can_be_paired_again(evening: Evening, event: Event) -> None:
    matches = evening.publish(event, 1)

    round_undo(act=evening.act(), round_=matches[0].round)
    again = evening.publish(event, 1)

    assert [row.state for row in Round.objects.order_by("pk")] == [RoundState.UNDONE, RoundState.PUBLISHED]
    assert [row.number for row in rounds_of(stage_of(event))] == [1]
    assert [[seat.entry.key for seat in match.seats.all()] for match in again] == [
        [seat.entry.key for seat in match.seats.all()] for match in matches
    ]
    assert Game.objects.filter(is_void=True).count() == Game.objects.filter(is_void=False).count() == 2


def test_undoing_a_round_with_results_needs_a_reason_and_keeps_them(evening: Evening, event: Event) -> None:
    evening.play_out(event, 1)
    match = evening.publish(event, 2)[0]
    evening.play(match)
    assert refusal(round_undo, act=evening.act(), round_=match.round) == "reason_missing"

    round_undo(act=evening.act(why="paired with yesterday's list"), round_=match.round)

    game = match.games.get().game
    game.refresh_from_db()
    assert (game.is_void, game.state, game.submissions.count()) == (True, "agreed", 1)
    assert state(Round.objects.get(number=1)) == RoundState.RUNNING
    assert [row.number for row in rounds_of(stage_of(event))] == [1]


def test_only_the_newest_round_is_undone(evening: Evening, event: Event) -> None:
    evening.play_out(event, 1)
    first = Round.objects.get(number=1)
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert refusal(round_undo, act=evening.act(why="x"), round_=first) == "later_round"
    round_discard(act=evening.act(), round_=draft)
    round_undo(act=evening.act(why="x"), round_=first)
    assert not rounds_of(stage_of(event)).exists()


def test_clock_shows_what_is_left_and_survives_pauses_and_jumps(evening: Evening, event: Event) -> None:
    round_ = evening.publish(event, 1)[0].round
    assert clock_of(round_, evening.now) is None
    assert refusal(clock_start, act=evening.act(), round_=round_) == "no_clock"
    clock_set(act=evening.act(), round_=round_, minutes=60)
    clock_start(act=evening.act(), round_=round_)
    started = evening.now

    evening.later(minutes=20)
    clock_pause(act=evening.act(), round_=round_)
    evening.later(minutes=15)
    held = clock_of(Round.objects.get(), evening.now)
    assert held is not None
    assert (held.remaining, held.ends_at, held.is_paused) == (timedelta(minutes=40), None, True)

    clock_start(act=evening.act(), round_=round_)
    clock_extend(act=evening.act(), round_=round_, minutes=10)
    row = Round.objects.get()
    clock = clock_of(row, evening.now)
    assert clock is not None
    assert (clock.remaining, clock.ends_at) == (timedelta(minutes=50), started + timedelta(minutes=85))
    jumped_back = clock_of(row, started - timedelta(days=1))
    assert jumped_back is not None
    assert jumped_back.remaining == timedelta(minutes=70)
    over = clock_of(row, started + timedelta(days=1))
    assert over is not None
    assert (over.remaining, over.is_over, over.ends_at) == (timedelta(), True, clock.ends_at)


def test_clock_pressed_twice_is_once(evening: Evening, event: Event) -> None:
    round_ = evening.publish(event, 1)[0].round
    clock_set(act=evening.act(), round_=round_, minutes=30)
    clock_set(act=evening.act(), round_=round_, minutes=30)
    clock_start(act=evening.act(), round_=round_)
    evening.later(minutes=5)
    clock_start(act=evening.act(), round_=round_)
    assert kinds(event)[-2:] == ["round.clock", "round.clock"]
    assert state(round_) == RoundState.RUNNING
    assert Round.objects.get().clock_started_at == evening.now - timedelta(minutes=5)


@pytest.mark.parametrize("minutes", [-1, 24 * 60 + 1, 10**9])
def test_clock_of_an_impossible_time_is_refused(evening: Evening, event: Event, minutes: int) -> None:
    round_ = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    assert refusal(clock_set, act=evening.act(), round_=round_, minutes=minutes) == "no_such_time"


def test_planned_start_of_a_draft_is_kept_when_it_is_published(evening: Evening, event: Event) -> None:
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    at = evening.now + timedelta(minutes=45)
    round_schedule(act=evening.act(), round_=draft, starts_at=at)
    assert round_publish(act=evening.act(), round_=draft).starts_at == at


@pytest.mark.parametrize("year", [1, 1999, 2200, 9999])
def test_years_that_pages_cannot_show_in_every_zone_start_no_round_and_no_event(
    evening: Evening, event: Event, year: int
) -> None:
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    at = datetime(year, 12, 31, 23, tzinfo=UTC)
    assert refusal(round_schedule, act=evening.act(), round_=draft, starts_at=at) == "year_out_of_range"
    said = {"club_slug": evening.club.slug, "name": "X", "time_zone": "Pacific/Kiritimati", "preset": "swiss-evening"}
    assert refusal(event_create, act=evening.act(), starts_at=at, **said) == "year_out_of_range"


def test_started_by_hand_the_clock_runs(evening: Evening, event: Event) -> None:
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    clock_set(act=evening.act(), round_=draft, minutes=30)
    round_start(act=evening.act(), round_=round_publish(act=evening.act(), round_=draft))
    assert Round.objects.get().clock_started_at == evening.now


def test_player_may_not_start_or_undo(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    by_player = evening.by(entry_at(match, 0), why="please")
    for service in (round_start, round_close, round_reopen, round_undo):
        assert refusal(service, act=by_player, round_=match.round) == "sign_in"
