"""Leagues of other games than the default one: a random season holds, and only editions for two are taken."""

from __future__ import annotations

import json

import pytest

from games.models import Game
from games.services.editions import edition_change, edition_copy
from leagues.services.leagues.change import league_change
from leagues.services.leagues.create import league_create
from leagues.services.simulate.invariants import broken
from leagues.services.simulate.season import SeasonScenario, season_simulate
from magistrar_site.shared.errors import Invalid
from tests.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", ["elemental", pytest.param("cum-laude", marks=pytest.mark.slow)])
def test_random_season_of_another_game_holds(system: str) -> None:
    playing = season_simulate(SeasonScenario(2, 8, 3, 4, system=system))
    assert broken(playing) == []
    assert set(Game.objects.values_list("system", flat=True)) == {system}
    assert playing.following is not None


def test_edition_that_isnt_for_two_is_refused(evening: Evening) -> None:
    own = edition_copy(act=evening.act(), club=evening.club, source="elemental-2022", title="Many", system="elemental")
    data = json.loads(own.data) | {"players": {"value": [3, 4], "provenance": "printed"}}
    many = edition_change(act=evening.act(), edition=own, title="Many", data=data).key
    made = {"club_slug": evening.club.slug, "name": "Liga", "time_zone": "UTC", "system": "elemental"}
    with pytest.raises(Invalid) as found:
        league_create(act=evening.act(), edition=many, **made)
    assert "3, 4" in str(found.value.fields["edition"])
    league = league_create(act=evening.act(), **made)
    with pytest.raises(Invalid):
        league_change(act=evening.act(), league=league, edition=many)
