"""Somebody leaves a round robin whose rounds are published ahead: the games left are forfeited, and a reserve may take
them over."""

from __future__ import annotations

import pytest

from games.enums import GameState
from games.models import Game, GameSeat
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from tests.evening import Evening, game_of, opened
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Entry, Event, Match, MatchSeat, Standing
from tournaments.selectors.events import stage_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.entries.reassign import Whose
from tournaments.services.entries.states import entry_return, entry_withdraw
from tournaments.services.entries.take_over import entry_take_over
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")
WHY = "Moved to another town."
Season = tuple[Event, list[Match]]


@pytest.fixture
def season(evening: Evening) -> Season:
    """Five players, all five rounds published; nothing is played yet."""
    event = evening.event(NAMES)
    event = event_settings_change(act=evening.act(), stage=stage_of(event), changes={"options": {"ahead": True}})
    event = event_start(act=evening.act(), event=event)
    return event, [match for number in range(1, 6) for match in evening.publish(event, number)]


def entry_of(event: Event, name: str) -> Entry:
    return Entry.objects.select_related("event__club", "player__user").get(event=event, player__name=name)


def games_of(event: Event, entry: Entry) -> list[Match]:
    """The entry's matches that aren't byes, by round."""
    seats = MatchSeat.objects.filter(entry=entry, match__bye="").order_by("round__number")
    return [Match.objects.get(pk=seat.match_id) for seat in seats]


def points(event: Event) -> dict[str, int]:
    standings_refresh(event_key=event.key)
    rows = Standing.objects.filter(table__stage=stage_of(event), table__after_round=5).select_related("entry__player")
    return {row.entry.player.name: row.points for row in rows if row.is_counted}


def states(event: Event, entry: Entry) -> list[str]:
    return [game_of(match).state for match in games_of(event, entry)]


def take_over(evening: Evening, entry: Entry, *, counts_former: bool = True, name: str = "Rita") -> Entry:
    act = evening.act(why=WHY)
    return entry_take_over(act=act, entry=entry, whose=Whose(name=name), counts_former=counts_former)


def play_first(evening: Evening, event: Event, entry: Entry, count: int) -> list[Match]:
    played = games_of(event, entry)[:count]
    for match in played:
        evening.play(match)
    return played


def holds(event: Event) -> bool:
    event = Event.objects.get(pk=event.pk)
    return event_verify(event=event).holds and bundle_verify(data=bundle_of(event)).holds


def test_early_withdrawal_strikes_all_games(evening: Evening, season: Season) -> None:
    event, _matches = season
    anna = entry_of(event, "Anna")
    play_first(evening, event, anna, 1)

    entry_withdraw(act=evening.act(), entry=anna)

    assert states(event, anna) == ["agreed", "ruled", "ruled", "ruled"]
    assert points(event) == dict.fromkeys(("Bert", "Cleo", "Dora", "Emil"), 0)
    assert holds(event)


def test_late_withdrawal_forfeits_what_is_left(evening: Evening, season: Season) -> None:
    event, _matches = season
    anna = entry_of(event, "Anna")
    play_first(evening, event, anna, 2)
    before = points(event)
    left = [
        next(seat.entry.player.name for seat in match.seats.all() if seat.entry != anna)
        for match in games_of(event, anna)[2:]
    ]

    entry_withdraw(act=evening.act(), entry=anna)

    gained = {name: after - before[name] for name, after in points(event).items() if after != before[name]}
    assert gained == dict.fromkeys(left, event.settings.forfeit_win)
    assert holds(event)


def test_who_comes_back_plays_what_nobody_decided_since(evening: Evening, season: Season) -> None:
    event, _matches = season
    anna = entry_of(event, "Anna")
    play_first(evening, event, anna, 1)
    entry_withdraw(act=evening.act(), entry=anna)

    entry_return(act=evening.act(why="Stays after all."), stage=stage_of(event), entry=entry_of(event, "Anna"))

    assert states(event, anna) == ["agreed", "reopened", "reopened", "reopened"]
    assert holds(event)


@pytest.mark.both_databases
@pytest.mark.parametrize("counts_former", [True, False])
def test_reserve_plays_on_with_the_points_or_from_zero(evening: Evening, season: Season, counts_former: bool) -> None:
    event, _matches = season
    anna = entry_of(event, "Anna")
    was = anna.player
    played = play_first(evening, event, anna, 2)
    before = points(event)
    entry_withdraw(act=evening.act(), entry=anna)

    found = take_over(evening, entry_of(event, "Anna"), counts_former=counts_former)
    for match in games_of(event, found)[2:]:
        evening.play(match)
    after = points(event)

    scored = sum(standing.points for standing in Standing.objects.filter(entry=found, table__after_round=5))
    own = [game_of(match) for match in games_of(event, found)]
    assert [game.seats.filter(player=was).exists() for game in own] == [True, True, False, False]
    assert [game.seats.filter(player=found.player).exists() for game in own] == [False, False, True, True]
    assert {seat.match_id for seat in MatchSeat.objects.filter(former_player=was, match__bye="")} == {
        match.pk for match in played
    }
    assert scored == after["Rita"]
    assert (found.state, "Anna" in after) == ("active", False)
    deducted = Standing.objects.get(entry=found, table__after_round=5).deducted
    assert deducted == (0 if counts_former else before["Anna"])
    assert holds(event)


def test_taken_over_event_comes_in_from_its_bundle(evening: Evening, season: Season) -> None:
    event, _matches = season
    anna = entry_of(event, "Anna")
    play_first(evening, event, anna, 2)
    take_over(evening, anna, counts_former=False)
    data, before = bundle_of(Event.objects.get(pk=event.pk)), points(event)
    forget(event)

    again = event_import(act=evening.act(), data=data)

    assert (points(again), event_verify(event=again).holds) == (before, True)


def test_former_player_sees_their_games_and_acts_no_more(evening: Evening, season: Season) -> None:
    event, _matches = season
    anna = entry_of(event, "Anna")
    first = play_first(evening, event, anna, 1)[0]
    old_link = opened(anna)
    found = take_over(evening, anna)

    page = old_link.get(f"/events/{event.slug}/").content.decode()
    names = [seat.player.name for seat in MatchSeat.objects.filter(match=first).select_related("entry__player")]
    assert ("Anna" in names, "Rita" in names) == (True, False)
    assert "Rita" in page
    last = games_of(event, found)[-1]
    position = next(seat.position for seat in last.seats.all() if seat.entry == found)
    evening.submit(last, position=position)
    assert game_of(last).state == GameState.SUBMITTED


def test_refusals(evening: Evening, season: Season) -> None:
    event, _matches = season
    anna, bert = entry_of(event, "Anna"), entry_of(event, "Bert")
    with pytest.raises(Invalid) as no_reason:
        entry_take_over(act=evening.act(), entry=anna, whose=Whose(name="Rita"), counts_former=True)
    with pytest.raises(Invalid) as entered:
        entry_take_over(act=evening.act(why=WHY), entry=anna, whose=Whose(player=bert.player.key), counts_former=True)
    with pytest.raises(NotAllowed):
        entry_take_over(act=evening.by(anna, why=WHY), entry=anna, whose=Whose(name="Rita"), counts_former=True)
    for match in games_of(event, anna):
        evening.play(match)
    with pytest.raises(DomainError) as played:
        take_over(evening, anna)
    codes = [caught.value.code for caught in (no_reason, entered, played)]
    assert codes == ["reason_missing", "entered_already", "no_games_left"]
    assert Game.objects.filter(state=GameState.AGREED).count() == GameSeat.objects.filter(player=anna.player).count()
