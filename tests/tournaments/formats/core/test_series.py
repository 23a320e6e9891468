from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.core.series import (
    LENGTHS,
    MOST_GAMES,
    Ending,
    SeriesGame,
    SeriesStanding,
    StarterRule,
    needed_wins,
    series_standing,
    starting_seat,
)


def games(*winners: int | None, honoris: tuple[int, int] = (20, 20)) -> list[SeriesGame]:
    """Games 1, 2, 3 ... with these winners."""
    return [SeriesGame(number, winner, honoris) for number, winner in enumerate(winners, 1)]


def test_who_first_wins_three_of_five_is_grand_mage() -> None:
    standing = series_standing(5, games(0, 1, 0, 1, 1))

    assert (standing.won, standing.ending, standing.winner) == ((2, 3), Ending.WINS, 1)
    assert [standing.losers_before(number) for number in (1, 2, 3, 4, 5)] == [
        (),
        (1,),
        (1, 0),
        (1, 0, 1),
        (1, 0, 1, 0),
    ]


def test_open_series_says_what_each_seat_needs() -> None:
    standing = series_standing(5, games(0, None, 0))

    assert (standing.ending, standing.won, standing.drawn, standing.to_win) == (None, (2, 0), 1, (1, 3))
    assert (standing.next_ordinal, standing.games_left) == (4, 6)


def test_game_after_the_decision_is_surplus_and_counts_for_nothing() -> None:
    standing = series_standing(3, games(0, 0, 1, 1))

    assert (standing.won, standing.scores, standing.winner) == ((2, 0), (40, 40), 0)
    assert [game.number for game in standing.surplus] == [3, 4]
    assert standing.losers_before(5) == (1, 1)


def test_drawn_game_gives_nobody_a_golden_or_a_win() -> None:
    standing = series_standing(5, games(None, None))

    assert (standing.won, standing.losers_before(3), standing.is_decided) == ((0, 0), (), False)


def test_forfeited_game_is_won_but_puts_no_golden_into_a_bag() -> None:
    standing = series_standing(5, [SeriesGame(1, 0, is_played=False), SeriesGame(2, 1)])

    assert (standing.won, standing.losers_before(3)) == ((1, 1), (0,))


@pytest.mark.parametrize(
    "winners, honoris, lot, expected",
    [
        ((0, 1, 0, *[None] * 6), (1, 5), 1, (Ending.GAMES, 0)),
        ((0, 1, *[None] * 7), (1, 5), 0, (Ending.SCORE, 1)),
        ((0, 1, *[None] * 7), (5, 5), 1, (Ending.LOTS, 1)),
        ((*[None] * 8,), (1, 5), 1, (None, None)),
    ],
)
def test_series_that_nobody_has_won_is_decided_after_nine_games(
    winners: tuple[int | None, ...], honoris: tuple[int, int], lot: int, expected: tuple[Ending | None, int | None]
) -> None:
    standing = series_standing(5, games(*winners, honoris=honoris), lot=lot)
    assert (standing.ending, standing.winner) == expected


@pytest.mark.parametrize(
    "winners, forfeited_by, expected",
    [
        ((0,), {0}, ((1, 3), (0, 3), Ending.FORFEIT, 1)),
        ((0, 0), {1}, ((3, 0), (1, 0), Ending.FORFEIT, 0)),
        ((0,), {0, 1}, ((1, 0), (0, 0), Ending.FORFEIT, None)),
        ((0, 0, 0), {0}, ((3, 0), (0, 0), Ending.WINS, 0)),  # what was won before stays won
    ],
)
def test_forfeit_of_the_rest_gives_the_missing_wins_to_the_other_side(
    winners: tuple[int, ...], forfeited_by: set[int], expected: tuple[object, ...]
) -> None:
    standing = series_standing(5, games(*winners), forfeited_by=frozenset(forfeited_by))
    assert (standing.won, standing.awarded, standing.ending, standing.winner) == expected


@pytest.mark.parametrize("best_of", [0, 2, 4, 11, -1])
def test_match_of_an_impossible_length_is_refused(best_of: int) -> None:
    with pytest.raises(ValueError):
        needed_wins(best_of)


def test_two_games_of_one_number_are_refused() -> None:
    with pytest.raises(ValueError):
        series_standing(5, [SeriesGame(1, 0), SeriesGame(1, 1)])


def test_button_alternates_or_lots_decide() -> None:
    alternating = [starting_seat(StarterRule.ALTERNATE, at, first=1, lot=0) for at in range(1, 6)]
    by_lot = [starting_seat(StarterRule.LOTS, at, first=1, lot=0) for at in range(1, 4)]

    assert (alternating, by_lot) == ([1, 0, 1, 0, 1], [1, 0, 0])


@st.composite
def played(draw: st.DrawFn) -> SeriesStanding:
    """Games as they come: any number, with annulled ones missing, in any order."""
    numbers = draw(st.lists(st.integers(1, 14), unique=True, max_size=12))
    of_game = st.tuples(st.sampled_from([0, 1, None]), st.integers(-10, 50), st.integers(-10, 50), st.booleans())
    made = [SeriesGame(number, winner, (a, b), it) for number in numbers for winner, a, b, it in [draw(of_game)]]
    forfeit = draw(st.sampled_from([frozenset(), frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1})]))
    return series_standing(draw(st.sampled_from(LENGTHS)), made, lot=draw(st.integers(0, 1)), forfeited_by=forfeit)


@given(played())
def test_whatever_was_played_adds_up(standing: SeriesStanding) -> None:
    in_order = [game.number for game in (*standing.counted, *standing.surplus)]
    assert in_order == sorted(in_order)
    assert sum(standing.won) - sum(standing.awarded) + standing.drawn == len(standing.counted) <= MOST_GAMES
    assert standing.scores == tuple(sum(game.scores[seat] for game in standing.counted) for seat in (0, 1))
    assert not standing.surplus or len(standing.counted) == MOST_GAMES or max(standing.won) == standing.needed
    if standing.ending in (Ending.WINS, Ending.FORFEIT) and standing.winner is not None:
        assert standing.won[standing.winner] == standing.needed > standing.won[1 - standing.winner]
    elif standing.ending is not None and standing.ending is not Ending.FORFEIT:
        assert max(standing.won) < standing.needed
        assert len(standing.counted) == MOST_GAMES
        assert standing.won[standing.winner] >= standing.won[1 - standing.winner]
    if standing.ending is None:
        assert standing.winner is None
        assert standing.games_left > 0


@given(played())
def test_loser_of_a_game_has_his_golden_in_all_later_games(standing: SeriesStanding) -> None:
    bags = [standing.losers_before(number) for number in range(1, 16)]
    assert bags[0] == ()
    for game, before, after in zip(
        standing.counted,
        (bags[game.number - 1] for game in standing.counted),
        (bags[game.number] for game in standing.counted),
        strict=True,
    ):
        assert after == (before if game.loser is None else (*before, game.loser))
    # Before the last game nobody has won it: in a best of five four goldens at most.
    assert all(len(bags[game.number - 1]) <= 2 * (standing.needed - 1) for game in standing.counted)


@given(played())
def test_series_is_decided_by_its_first_games_alone(standing: SeriesStanding) -> None:
    if standing.surplus and standing.ending in (Ending.WINS, Ending.GAMES, Ending.SCORE):
        again = series_standing(standing.best_of, standing.counted)
        assert (again.won, again.ending, again.winner) == (standing.won, standing.ending, standing.winner)
