"""A reserve takes over the fixtures that are left, and counts as having finished; the player replaced doesn't."""

from __future__ import annotations

import pytest

from leagues.enums import Answer
from leagues.models import Honour, Season, SeasonEntry
from leagues.selectors.seasons import own_keys
from leagues.services.entries.sign_up import players_add, season_sign_up
from leagues.services.entries.take_over import reserve_take_over
from leagues.services.seasons.open_entries import entries_open
from leagues.services.seasons.placement import placement_plan
from leagues.services.seasons.plan import season_plan_next
from leagues.services.seasons.start import season_start
from leagues.services.verify import league_verify
from magistrar_site.shared.acts import NOBODY, Act
from magistrar_site.shared.errors import DomainError, Invalid
from tests.leagues.league_evening import LeagueEvening, fresh, replay_differences
from tournaments.models import Entry, MatchSeat
from tournaments.services.entries.reassign import Whose, entry_reassign
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.entries.take_over import entry_take_over
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db
WHY = "Moved to another town."


@pytest.fixture
def league() -> LeagueEvening:
    return LeagueEvening()


def with_reserve(league: LeagueEvening, **changes: object) -> tuple[Season, SeasonEntry, SeasonEntry]:
    """A running season of two divisions of four, the best placed player of the first, and a reserve."""
    season = league.running(8, **changes)
    players_add(act=league.act(), season=season, text="Rita", is_reserve=True)
    best = SeasonEntry.objects.get(season=season, division__number=1, place=1)
    return fresh(season), best, SeasonEntry.objects.get(season=season, player__name="Rita")


@pytest.mark.parametrize("points", ["keep", "zero"])
def test_reserve_plays_on_and_the_season_closes_and_verifies(league: LeagueEvening, points: str) -> None:
    season, best, rita = with_reserve(league, reserve_points=points)
    event_entry = Entry.objects.get(key=best.event_entry)
    first = MatchSeat.objects.filter(entry=event_entry, match__bye="").order_by("round__number")[0]
    league.play(first.match)
    entry_withdraw(act=league.act(), entry=event_entry)

    rita = reserve_take_over(act=league.act(why=WHY), entry=best, reserve=rita)
    again = reserve_take_over(act=league.act(why=WHY), entry=best, reserve=rita)
    season = league.closed(season)

    best.refresh_from_db()
    rita.refresh_from_db()
    assert (again, Entry.objects.get(pk=event_entry.pk).player) == (rita, rita.player)
    assert (best.finished, rita.finished, best.final_place) == (False, True, 5)
    assert best.move == "relegated", "who doesn't finish is relegated (G6)"
    assert not Honour.objects.filter(season=season, player=best.player, kind="champion").exists()
    assert replay_differences(league.league) == []
    for division in season.divisions.all():
        standings_refresh(event_key=division.event.key if division.event else "")
    assert str(league_verify(league=league.league)).startswith("verified ")

    following = season_plan_next(act=league.act(), league=league.league)
    entries_open(act=league.act(), season=following)
    asked = SeasonEntry.objects.filter(season=following, answer=Answer.ASKED)
    assert {entry.player.name for entry in asked} >= {best.player.name, "Rita"}
    league.everybody_returns(fresh(following))
    league.placed(fresh(following))
    assert str(league_verify(league=league.league)).startswith("verified ")


def test_default_moves_count_the_players_at_the_start(league: LeagueEvening) -> None:
    """Six entries at the start: one goes down, though seven played."""
    season = league.opened(tuple(f"Spieler {number:02}" for number in range(10)), target=6, most=7, up=None, down=None)
    season = league.placed(season)
    season_start(act=league.act(), season=season)
    players_add(act=league.act(), season=season, text="Rita", is_reserve=True)
    worst = SeasonEntry.objects.get(season=season, division__number=1, place=6)
    rita = SeasonEntry.objects.get(season=season, player__name="Rita")
    reserve_take_over(act=league.act(why=WHY), entry=worst, reserve=rita)
    season = league.closed(fresh(season))
    down = SeasonEntry.objects.filter(season=season, division__number=1, move="relegated")
    assert {entry.player.name for entry in down} == {worst.player.name, "Rita"}
    assert SeasonEntry.objects.filter(season=season, division__number=2, move="promoted").count() == 1


def test_link_of_the_player_replaced_is_the_reserves(league: LeagueEvening) -> None:
    season, best, rita = with_reserve(league)
    assert best.event_entry in own_keys(best)
    rita = reserve_take_over(act=league.act(why=WHY), entry=best, reserve=rita)
    best = SeasonEntry.objects.get(pk=best.pk)
    assert rita.event_entry not in own_keys(best)
    assert rita.event_entry in own_keys(rita)
    assert placement_plan(act=league.act(), season=season).refusal is None


def test_refusals(league: LeagueEvening) -> None:
    season, best, rita = with_reserve(league)
    other = SeasonEntry.objects.get(season=season, division__number=2, place=1)
    with pytest.raises(Invalid) as no_reason:
        reserve_take_over(act=league.act(), entry=best, reserve=rita)
    with pytest.raises(DomainError) as no_reserve:
        reserve_take_over(act=league.act(why=WHY), entry=best, reserve=other)
    reserve_take_over(act=league.act(why=WHY), entry=best, reserve=rita)
    players_add(act=league.act(), season=season, text="Rolf", is_reserve=True)
    rolf = SeasonEntry.objects.get(season=season, player__name="Rolf")
    with pytest.raises(DomainError) as replaced:
        reserve_take_over(act=league.act(why=WHY), entry=best, reserve=rolf)
    codes = [caught.value.code for caught in (no_reason, no_reserve, replaced)]
    assert codes == ["reason_missing", "not_a_reserve", "not_placed"]


def test_player_of_a_place_is_changed_by_the_league_alone(league: LeagueEvening) -> None:
    _season, best, rita = with_reserve(league)
    place, whose = Entry.objects.get(key=best.event_entry), Whose(player=rita.player.key)
    for change in (
        lambda: entry_reassign(act=league.act(why=WHY), entry=place, whose=whose),
        lambda: entry_take_over(act=league.act(why=WHY), entry=place, whose=whose, counts_former=True),
    ):
        with pytest.raises(DomainError) as refusal:
            change()
        assert refusal.value.code == "belongs_to_league"
    reserve_take_over(act=league.act(why=WHY), entry=best, reserve=rita)


def test_reserve_who_hides_their_name_goes_on(league: LeagueEvening) -> None:
    season, best, _rita = with_reserve(league)
    act = Act(NOBODY, league.now, league.ids)
    signed_up = season_sign_up(
        act=act, season=season, name="Nora", form_key="a" * 12, is_reserve=True, name_public=False, under_16=True
    )
    reserve = reserve_take_over(act=league.act(why=WHY), entry=best, reserve=signed_up.entry)
    assert Entry.objects.get(key=reserve.event_entry).player.name == "Nora"
