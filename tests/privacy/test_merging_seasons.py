"""Seasons and honours of two players who are one person."""

from __future__ import annotations

import pytest

from games.models import Player
from games.services.players import player_create
from leagues.models import Honour, SeasonEntry
from leagues.services.entries.sign_up import players_add
from magistrar_site.shared.errors import DomainError
from privacy.services.merging.merge import players_merge
from privacy.services.merging.preview import merge_preview
from privacy.services.merging.undo import merge_undo
from tests.leagues.league_evening import LeagueEvening, replay_differences
from tests.privacy.merging import state

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_seasons_and_honours_follow_and_come_back() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(4))
    champion = Honour.objects.get(season=season, kind="champion").player
    into = player_create(act=evening.act(), name="Spieler X", club=evening.club)
    before = state()
    preview = merge_preview(act=evening.act(), player=champion, into=into)
    assert [one.key for one in preview.seasons] == [season.key]
    assert len(preview.honours) == Honour.objects.filter(player=champion).count() > 0
    merge = players_merge(act=evening.act(), player=champion, into=into)
    assert Honour.objects.get(season=season, kind="champion").player == into
    assert not SeasonEntry.objects.filter(player=champion).exists()
    assert replay_differences(evening.league) == []
    merge_undo(act=evening.act(), merge=merge)
    assert state() == before
    assert replay_differences(evening.league) == []


def test_two_on_the_list_of_one_season_are_two_people() -> None:
    evening = LeagueEvening()
    season = evening.opened(("Anna", "Bert"))
    players_add(act=evening.act(), season=season, text="Anna Berg")
    anna, other = Player.objects.get(name="Anna"), Player.objects.get(name="Anna Berg")
    with pytest.raises(DomainError) as refused:
        players_merge(act=evening.act(), player=other, into=anna)
    assert refused.value.code == "same_season"
