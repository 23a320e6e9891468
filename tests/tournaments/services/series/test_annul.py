"""Having the later games of a match played anew."""

from __future__ import annotations

import pytest

from games.enums import GameState
from tests.tournaments.services.series.test_follow import Series
from tournaments.services.series.annul import later_games_annul

pytestmark = pytest.mark.django_db


def test_arbiter_has_the_later_games_played_anew() -> None:
    series = Series()
    for winner in (0, 1, 0):
        series.win(winner)
    series.win(None, series.game(2))
    assert [link.number for link in series.now.misfits] == [3]

    act = series.evening.act(why="The bags were wrong.")
    later_games_annul(act=act, match_key=series.match.key, after=2)
    later_games_annul(act=act, match_key=series.match.key, after=2)

    assert series.game(3).state == GameState.ANNULLED
    assert (series.now.standing.won, series.now.standing.drawn) == ((1, 0), 1)
    assert (series.now.pending[0].number, series.bags()) == (4, (0, 1))
    assert series.verified() == "verified"
