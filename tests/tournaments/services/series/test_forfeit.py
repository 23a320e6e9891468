"""Forfeiting what is left of a match of several games."""

from __future__ import annotations

import pytest

from games.models import Game
from magistrar_site.shared.errors import DomainError
from tests.evening import entry_at
from tests.tournaments.replays import differences
from tests.tournaments.services.series.test_follow import Series
from tournaments.models import Standing
from tournaments.services.series.forfeit import rest_forfeit

pytestmark = pytest.mark.django_db


def test_forfeit_of_the_rest_decides_and_can_be_taken_back() -> None:
    series = Series()
    series.win(1)
    second, first_seat = series.due, entry_at(series.match, 0)
    act = series.evening.act(why="Had to leave.")
    for _pressed in (1, 2):
        rest_forfeit(act=act, match_key=series.match.key, entries=[entry_at(series.match, 1).key])

    now = series.now
    assert (now.standing.won, now.standing.awarded, now.standing.winner) == ((3, 1), (3, 0), 0)
    assert (now.pending, Game.objects.get(pk=second.pk).is_void) == ([], True)
    assert series.verified() == "verified"
    points = Standing.objects.filter(table__after_round=1, entry=first_seat).values_list("points", flat=True)
    assert list(points) == [2]

    rest_forfeit(act=act, match_key=series.match.key, entries=[])

    assert (series.due.key, series.now.standing.is_decided) == (second.key, False)
    assert differences(series.event) == []


@pytest.mark.parametrize("entries, code", [(["stranger"], "not_in_match"), ([], "reason_missing")])
def test_forfeit_of_the_rest_needs_a_reason_and_somebody_who_plays(entries: list[str], code: str) -> None:
    series = Series()
    chosen = entries or [entry_at(series.match, 0).key]
    with pytest.raises(DomainError) as refused:
        rest_forfeit(act=series.evening.act(), match_key=series.match.key, entries=chosen)
    assert refused.value.code == code
