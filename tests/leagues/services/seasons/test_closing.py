"""The end of a season: ties that matter, play-offs, honours; what is taken back, and what is corrected afterwards."""

from __future__ import annotations

import pytest

from leagues.enums import DecidedBy, DeciderKind, SeasonState
from leagues.models import Decider, Honour, Season, SeasonEntry
from leagues.selectors.seasons import deciders_of, divisions_of, honours_of_player
from leagues.services.seasons.begin_closing import closing_begin, closing_undo
from leagues.services.seasons.cancel import season_cancel
from leagues.services.seasons.close import close_undo, season_close
from leagues.services.seasons.correct import correction_preview, season_correct
from leagues.services.seasons.decide import (
    decider_arrange,
    decider_by_game,
    decider_by_hand,
    decider_by_lots,
    decision_undo,
    drawn_order,
)
from leagues.services.seasons.start import season_start, season_start_undo
from leagues.services.verify import league_verify
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.selectors.facts import facts_of_kind
from tests.leagues.league_evening import LeagueEvening, fresh, names_by_division, replay_differences
from tournaments.enums import EventState
from tournaments.models import Event, MatchGame
from tournaments.services.events.life import event_cancel, event_reopen
from tournaments.services.results.rule import Ruling, result_rule
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def all_tied(evening: LeagueEvening, season: Season) -> None:
    """Every game is a tie, so that everybody is level."""
    for link in MatchGame.objects.filter(match__round__stage__event__division__season=season).select_related("game"):
        result_rule(act=evening.act(why="Played."), game_key=link.game.key, kind="bare", placing="1=2")


def test_ties_that_matter_wait_for_lots_that_anybody_can_draw_again() -> None:
    evening = LeagueEvening()
    season = evening.running(8, tie_rule="lots")
    all_tied(evening, season)
    closing_begin(act=evening.act(), season=season)
    deciders = deciders_of(season, DeciderKind.TIE)
    assert [(decider.number, len(decider.entries)) for decider in deciders] == [(1, 4), (2, 4)]
    with pytest.raises(DomainError) as refusal:
        season_close(act=evening.act(), season=season)
    assert refusal.value.code == "undecided"
    for decider in deciders:
        decider_by_lots(act=evening.act(), season=season, key=decider.key)
    fact = facts_of_kind(evening.league.stream, "league.decided").first()
    assert fact is not None
    assert fact.payload["order"] == drawn_order(fact.payload["seed"], sorted(fact.payload["order"]))
    season_close(act=evening.act(), season=season)
    first = Decider.objects.filter(season=season).order_by("number")[0]
    champion = Honour.objects.get(season=season, division__number=1, kind="champion")
    assert champion.player == SeasonEntry.objects.get(key=first.order[0]).player
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_tie_is_played_out_and_the_play_off_after_it() -> None:
    evening = LeagueEvening()
    season = evening.running(8, playoff=1)
    evening.play_season(season)
    closing_begin(act=evening.act(), season=season)
    (playoff,) = deciders_of(season)
    names = [str(SeasonEntry.objects.get(key=key).player.name) for key in playoff.entries]
    # Up and down are one each: third of the upper division against second of the lower one.
    assert (playoff.kind, names) == (DeciderKind.PLAYOFF, ["Spieler 02", "Spieler 05"])
    with pytest.raises(DomainError) as refusal:
        decider_by_game(act=evening.act(), season=season, key=playoff.key)
    assert refusal.value.code == "not_arranged"
    decider_arrange(act=evening.act(), season=season, key=playoff.key, starts_at=evening.now)
    arranged = deciders_of(season)[0]
    assert arranged.event is not None
    link = MatchGame.objects.get(match__round__stage__event=arranged.event)
    lower_seat = 1 + [
        str(seat.entry.player.name) for seat in link.match.seats.order_by("position").select_related("entry__player")
    ].index("Spieler 05")
    placing = "1>2" if lower_seat == 1 else "2>1"
    result_rule(act=evening.act(why="Played."), game_key=link.game.key, kind="bare", placing=placing)
    decider_by_game(act=evening.act(), season=season, key=playoff.key)
    season_close(act=evening.act(), season=season)
    assert SeasonEntry.objects.get(season=season, player__name="Spieler 05").move == "promoted"
    assert SeasonEntry.objects.get(season=season, player__name="Spieler 02").move == "relegated"
    assert event_verify(event=Event.objects.get(pk=arranged.event.pk)).first is None
    later = evening.opened()
    evening.everybody_returns(later)
    assert "Spieler 05" in names_by_division(evening.placed(later))[0]
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_ruling_on_a_tie_needs_a_reason_and_each_player_once() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    all_tied(evening, season)
    closing_begin(act=evening.act(), season=season)
    decider = deciders_of(season)[0]
    for why, order, code in (
        ("", decider.entries, "reason_missing"),
        ("So.", decider.entries[:2] * 2, "wrong_order"),
    ):
        with pytest.raises(Invalid) as refusal:
            decider_by_hand(act=evening.act(why=why), season=season, key=decider.key, order=order)
        assert refusal.value.code == code
    with pytest.raises(Invalid):  # a decider game is the season's rule
        decider_by_lots(act=evening.act(), season=season, key=decider.key)
    decider_by_hand(act=evening.act(why="So."), season=season, key=decider.key, order=decider.entries[::-1])
    decided = deciders_of(season)[0]
    assert (decided.how, decided.order) == (DecidedBy.HAND, decider.entries[::-1])
    decision_undo(act=evening.act(why="Wrong."), season=season, key=decider.key)
    assert deciders_of(season)[0].order == []
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_closing_is_taken_back_until_the_next_season_depends_on_it() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    close_undo(act=evening.act(why="A game is missing."), season=season)
    assert (fresh(season).state, Honour.objects.count()) == (SeasonState.CLOSING, 0)
    closing_undo(act=evening.act(why="A game is missing."), season=season)
    events = [division.event for division in divisions_of(season) if division.event]
    assert [event.state for event in events] == [EventState.RUNNING] * 2
    closing_begin(act=evening.act(), season=fresh(season))
    season_close(act=evening.act(), season=fresh(season))
    later = evening.opened()
    evening.everybody_returns(later)
    evening.placed(later)
    with pytest.raises(DomainError) as refusal:
        close_undo(act=evening.act(why="Too late."), season=season)
    assert refusal.value.code == "later_season"
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_events_of_divisions_are_reopened_and_cancelled_by_the_league_alone() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    event = divisions_of(season)[0].event
    assert event is not None
    for step in (event_reopen, event_cancel):
        with pytest.raises(DomainError) as refusal:
            step(act=evening.act(why="Why not."), event=event)
        assert refusal.value.code in {"belongs_to_league", "finished"}


def test_correction_is_shown_first_and_moves_nobody_in_the_running_season() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    later = evening.opened()
    evening.everybody_returns(later)
    season_start(act=evening.act(), season=evening.placed(later))
    before = names_by_division(later)
    champion = SeasonEntry.objects.get(season=season, division__number=1, final_place=1)
    games = MatchGame.objects.filter(match__round__stage__event=divisions_of(season)[0].event)
    link = next(
        link
        for link in games.select_related("game")
        if {seat.entry.player.name for seat in link.match.seats.select_related("entry__player")}
        == {"Spieler 00", "Spieler 01"}
    )
    seats = [seat.entry.player for seat in link.match.seats.order_by("position").select_related("entry__player")]
    ruling = Ruling(kind="bare", placing="2>1" if seats[0] == champion.player else "1>2")
    shown = correction_preview(act=evening.act(), season=season, game_key=link.game.key, ruling=ruling)
    assert {(str(row.entry.player.name), row.place_before, row.place) for row in shown.places} == {
        ("Spieler 00", 1, 2),
        ("Spieler 01", 2, 1),
    }
    assert shown.changes_honours
    assert SeasonEntry.objects.get(pk=champion.pk).final_place == 1
    season_correct(
        act=evening.act(why="Wrong sheet."), season=season, game_key=link.game.key, ruling=ruling, seen=evening.head()
    )
    assert [honour.kind for honour in honours_of_player(champion.player_id)] == []
    assert names_by_division(later) == before
    event = divisions_of(season)[0].event
    assert event is not None
    assert event.state == EventState.FINISHED
    assert event_verify(event=event).first is None
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_cancelled_season_has_no_champion_and_nobody_moves_in_the_next_one() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    placed = names_by_division(season)
    link = MatchGame.objects.filter(match__round__stage__event__division__season=season)[0]
    result_rule(act=evening.act(why="Played."), game_key=link.game.key, kind="bare", placing="1>2")
    with pytest.raises(Invalid):
        season_cancel(act=evening.act(), season=season)
    season_cancel(act=evening.act(why="The hall burnt down."), season=season)
    assert [division.event.state for division in divisions_of(season) if division.event] == [EventState.CANCELLED] * 2
    assert not Honour.objects.exists()
    later = evening.opened()
    evening.everybody_returns(later)
    assert names_by_division(evening.placed(later)) == placed
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_start_is_taken_back_while_nothing_was_handed_in_and_made_anew() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    season_start_undo(act=evening.act(why="Wrong day."), season=season)
    assert Event.objects.filter(state=EventState.CANCELLED).count() == 2
    season_start(act=evening.act(), season=fresh(season))
    entries = SeasonEntry.objects.filter(season=season)
    assert all(entry.event_entry and entry.event_entry != entry.key for entry in entries)
    link = MatchGame.objects.filter(match__round__stage__event__division__season=season)[0]
    result_rule(act=evening.act(why="Played."), game_key=link.game.key, kind="bare", placing="1>2")
    with pytest.raises(DomainError) as refusal:
        season_start_undo(act=evening.act(why="Wrong day."), season=season)
    assert refusal.value.code == "was_played"
    assert replay_differences(evening.league) == []


def arranged(evening: LeagueEvening) -> tuple[Season, Decider, Event]:
    """A season that is being closed, and the play-off between its divisions, arranged."""
    season = evening.running(8, playoff=1)
    evening.play_season(season)
    closing_begin(act=evening.act(), season=season)
    key = deciders_of(season)[0].key
    decider = decider_arrange(act=evening.act(), season=season, key=key, starts_at=evening.now)
    assert decider.event is not None
    return season, decider, decider.event


def rule(evening: LeagueEvening, event: Event, placing: str) -> str:
    game = MatchGame.objects.select_related("game").get(match__round__stage__event=event).game
    result_rule(act=evening.act(why="Played."), game_key=game.key, kind="bare", placing=placing)
    return str(game.key)


def test_game_of_a_play_off_that_lots_decided_is_called_off() -> None:
    evening = LeagueEvening()
    season, decider, event = arranged(evening)
    decider_by_lots(act=evening.act(why="They couldn’t meet."), season=season, key=decider.key)
    event.refresh_from_db()
    assert event.state == EventState.CANCELLED
    decision_undo(act=evening.act(why="They can after all."), season=season, key=decider.key)
    again = decider_arrange(act=evening.act(), season=season, key=decider.key, starts_at=evening.now).event
    assert again is not None
    again.refresh_from_db()
    assert (again.pk == event.pk, again.state) == (False, EventState.RUNNING)
    game = MatchGame.objects.select_related("game").get(match__round__stage__event=again).game
    decider_by_lots(act=evening.act(why="They couldn’t meet."), season=season, key=decider.key)
    season_close(act=evening.act(), season=fresh(season))
    ruling = Ruling("bare", placing="1>2")
    with pytest.raises(DomainError) as refusal:
        season_correct(act=evening.act(why="No."), season=fresh(season), game_key=game.key, ruling=ruling)
    assert refusal.value.code == "no_such_game"
    assert str(league_verify(league=evening.league)).startswith("verified")


def test_game_of_a_play_off_is_put_right_after_the_next_season_was_placed() -> None:
    evening = LeagueEvening()
    season, decider, event = arranged(evening)
    game = rule(evening, event, "1>2")
    decider_by_game(act=evening.act(), season=season, key=decider.key)
    season_close(act=evening.act(), season=fresh(season))
    first = Decider.objects.get(pk=decider.pk).order
    following = evening.opened()
    evening.everybody_returns(following)
    placed = names_by_division(evening.placed(following))

    ruling = Ruling("bare", placing="2>1")
    preview = correction_preview(act=evening.act(), season=fresh(season), game_key=game, ruling=ruling)
    correction = season_correct(
        act=evening.act(why="The sheets were mixed up."), season=fresh(season), game_key=game, ruling=ruling
    )

    assert Decider.objects.get(pk=decider.pk).order == first[::-1]
    assert len(correction.places) == len(preview.places) == 2
    assert names_by_division(following) == placed
    assert replay_differences(evening.league) == []
    assert str(league_verify(league=evening.league)).startswith("verified")
