"""Two seasons of a league, from the first plan to the second placement."""

from __future__ import annotations

import pytest

from leagues.enums import SeasonState
from leagues.models import Honour, SeasonEntry
from leagues.selectors.seasons import divisions_of, matchdays_of
from tests.leagues.league_evening import LeagueEvening, fresh, names_by_division, replay_differences
from tournaments.enums import EventState
from tournaments.models import Round
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def test_two_seasons_move_the_first_up_and_the_last_down() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    assert names_by_division(season) == [[f"Spieler {number:02}" for number in range(at, at + 4)] for at in (0, 4)]
    for division in divisions_of(season):
        assert division.event is not None
        rounds = Round.objects.filter(stage__event=division.event).order_by("number")
        days = matchdays_of(season)
        assert [(row.starts_at, row.ends_at) for row in rounds] == [(day.starts_at, day.ends_at) for day in days]
    season = evening.closed(season)
    assert season.state == SeasonState.CLOSED
    assert sorted(Honour.objects.values_list("player__name", "kind")) == [
        ("Spieler 00", "champion"),
        ("Spieler 03", "relegated"),
        ("Spieler 04", "champion"),
        ("Spieler 04", "promoted"),
    ]
    for division in divisions_of(season):
        assert division.event is not None
        assert division.event.state == EventState.FINISHED
        assert event_verify(event=division.event).first is None

    later = evening.opened()
    evening.everybody_returns(later)
    later = evening.placed(later)
    assert names_by_division(later) == [
        ["Spieler 00", "Spieler 01", "Spieler 02", "Spieler 04"],
        ["Spieler 03", "Spieler 05", "Spieler 06", "Spieler 07"],
    ]
    reasons = dict(SeasonEntry.objects.filter(season=later).values_list("player__name", "reason"))
    assert (reasons["Spieler 03"], reasons["Spieler 04"], reasons["Spieler 05"]) == ("relegated", "promoted", "stays")
    assert replay_differences(evening.league) == []
    assert fresh(later).state == SeasonState.PLACED
