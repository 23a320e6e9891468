from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.core.series_table import DecidedSeries, Reign, reigns, series_table

ANNA, BEN, CARA, DORA = 1, 2, 3, 4


def won(key: int, winner: int, loser: int, *, games: int = 5, honoris: tuple[int, int] = (60, 40)) -> DecidedSeries:
    """A series that its winner won with three games."""
    return DecidedSeries(key, (winner, loser), (3, games - 3), games, honoris, winner)


def test_table_of_a_season() -> None:
    played = [
        won(1, ANNA, BEN, games=3, honoris=(50, 10)),
        won(2, BEN, CARA, games=4, honoris=(40, 30)),
        DecidedSeries(3, (CARA, ANNA), (2, 2), 5, (35, 35), None),
        won(4, ANNA, CARA, games=5, honoris=(45, 44)),
    ]

    anna, ben, cara = series_table(played)

    assert (anna.player, anna.rank, anna.series, anna.series_won, anna.longest_run) == (ANNA, 1, 3, 2, 1)
    assert (anna.games, anna.games_won, anna.honoris, anna.honoris_against) == (13, 8, 130, 89)
    assert (ben.player, ben.rank, ben.series, ben.series_won, ben.games, ben.games_won) == (BEN, 2, 2, 1, 7, 3)
    assert (cara.player, cara.rank, cara.series_won, cara.games_won, cara.longest_run) == (CARA, 3, 0, 5, 0)


def test_those_who_are_level_share_a_rank() -> None:
    played = [won(1, ANNA, CARA), won(2, BEN, DORA, honoris=(60, 41))]

    assert [(row.player, row.rank) for row in series_table(played)] == [(ANNA, 1), (BEN, 1), (DORA, 3), (CARA, 4)]


def test_title_passes_only_when_its_holder_loses() -> None:
    played = [
        DecidedSeries(1, (ANNA, BEN), (2, 2), 5, (50, 50), None),
        won(2, ANNA, BEN),
        won(3, CARA, DORA),
        won(4, ANNA, CARA),
        DecidedSeries(5, (ANNA, DORA), (2, 2), 5, (50, 50), None),
        won(6, BEN, ANNA),
        won(7, ANNA, DORA),
    ]

    assert reigns(played) == (Reign(ANNA, 2, (4,), 6), Reign(BEN, 6))


def test_nobody_holds_the_title_before_a_series_is_won() -> None:
    assert reigns([DecidedSeries(1, (ANNA, BEN), (1, 1), 5, (9, 9), None)]) == ()
    assert series_table([]) == ()


@st.composite
def histories(draw: st.DrawFn) -> list[DecidedSeries]:
    found = []
    for key in range(draw(st.integers(0, 25))):
        one, other = draw(st.permutations([ANNA, BEN, CARA, DORA]))[:2]
        wins = draw(st.sampled_from([(3, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 3), (2, 2), (1, 1)]))
        winner = None if wins[0] == wins[1] else (one, other)[wins[1] > wins[0]]
        honoris = draw(st.tuples(st.integers(0, 90), st.integers(0, 90)))
        found.append(DecidedSeries(key, (one, other), wins, max(sum(wins), 3), honoris, winner))
    return found


@given(histories())
def test_columns_add_up(played: list[DecidedSeries]) -> None:
    rows = series_table(played)

    assert sum(row.series for row in rows) == 2 * len(played)
    assert sum(row.series_won for row in rows) == sum(each.winner is not None for each in played)
    assert sum(row.games_won for row in rows) == sum(sum(each.wins) for each in played)
    assert sum(row.honoris for row in rows) == sum(row.honoris_against for row in rows)
    assert all(row.longest_run <= row.series_won <= row.series for row in rows)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


@given(histories())
def test_each_holder_beat_the_one_before(played: list[DecidedSeries]) -> None:
    by_key = {each.key: each for each in played}
    held = reigns(played)

    for before, after in pairwise(held):
        lost = by_key[after.won_in]
        assert (before.lost_in, lost.winner, set(lost.sides)) == (
            after.won_in,
            after.holder,
            {before.holder, after.holder},
        )
    assert [reign.lost_in is None for reign in held] == [False] * (len(held) - 1) + [True] * bool(held)
    for reign in held:
        assert all(by_key[key].winner == reign.holder for key in (reign.won_in, *reign.defended_in))
    if held:
        since = [each for each in played if each.key > held[-1].won_in and held[-1].holder in each.sides]
        assert all(each.winner in {None, held[-1].holder} for each in since)
