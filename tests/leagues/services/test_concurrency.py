"""Two organisers of a league at the same moment, each with a connection of their own, as two web processes have."""

from __future__ import annotations

import pytest

from leagues.enums import SeasonState
from leagues.models import Division, Honour, Season, SeasonEntry
from leagues.services.entries.move import player_move
from leagues.services.seasons.begin_closing import closing_begin
from leagues.services.seasons.close import season_close
from leagues.services.seasons.placement import placement_plan, season_place
from leagues.services.seasons.start import season_start
from magistrar_site.shared.selectors.facts import facts_of_kind
from tests.evening import with_ids
from tests.leagues.league_evening import LeagueEvening, fresh, replay_differences
from tests.tournaments.services.test_concurrency import at_once
from tournaments.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_two_who_place_and_one_who_moves_a_player_make_one_plan() -> None:
    evening = LeagueEvening()
    season = evening.opened(tuple(f"Spieler {number}" for number in range(8)))
    entry = SeasonEntry.objects.select_related("season__league__club").filter(season=season).order_by("pk")[0]
    seen = placement_plan(act=evening.act(), season=season).seen
    acts = [with_ids(evening.act(why="Asked."), seed) for seed in (1, 2, 3)]
    answers = at_once(
        lambda: season_place(act=acts[0], season=season, seen=seen),
        lambda: season_place(act=acts[1], season=season, seen=seen),
        lambda: player_move(act=acts[2], entry=entry, division=2, seen=seen),
    )
    done = [answer for answer in answers if not isinstance(answer, Exception)]
    assert len(done) == 1, answers
    assert sorted(getattr(answer, "code", "done") for answer in answers) == ["done", "stale", "stale"]
    placed = facts_of_kind(evening.league.stream, "league.season_placed").count()
    assert (placed, Division.objects.count()) in {(1, 2), (0, 0)}
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_season_that_two_start_has_one_event_for_each_division() -> None:
    evening = LeagueEvening()
    season = evening.placed(evening.opened(tuple(f"Spieler {number}" for number in range(8))))
    acts = [with_ids(evening.act(), seed) for seed in (1, 2)]
    seen = evening.head()
    at_once(*(lambda act=act: season_start(act=act, season=season, seen=seen) for act in acts))
    assert (fresh(season).state, Event.objects.count()) == (SeasonState.RUNNING, 2)
    assert replay_differences(evening.league) == []


@pytest.mark.slow
def test_season_that_two_close_has_its_honours_once() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    evening.play_season(season)
    acts = [with_ids(evening.act(), seed) for seed in (1, 2)]
    at_once(*(lambda act=act: closing_begin(act=act, season=season) for act in acts))
    assert facts_of_kind(evening.league.stream, "league.closing_begun").count() == 1
    at_once(*(lambda act=act: season_close(act=act, season=season) for act in acts))
    assert facts_of_kind(evening.league.stream, "league.season_closed").count() == 1
    assert Season.objects.get().state == SeasonState.CLOSED
    assert Honour.objects.filter(kind="champion").count() == 2
    assert replay_differences(evening.league) == []
