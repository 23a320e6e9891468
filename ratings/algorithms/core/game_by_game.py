"""Rating game by game in the order of play: what Elo in either mode does, whatever says what score was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from ratings.algorithms.core.k_factor import KOptions
from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, divide_half_even, rating_from_points
from ratings.algorithms.core.values import PlayerKey, Rated, RatedGame, RatingChange, RatingState, Side

# (own rating, opponent's rating) -> own expected score
Expectation: TypeAlias = Callable[[int, int], int]

HALF_POINT = SCORE_UNIT // 2
SCORES_PER_RATING = SCORE_UNIT // RATING_UNIT


def rating_change(k: int, half_points: int, expected: int) -> int:
    """K times the score minus the expected score, as a change of rating (B.02 8.3.2)."""
    return divide_half_even(k * (half_points * HALF_POINT - expected), SCORES_PER_RATING)


def rate_game_by_game(
    games: Iterable[RatedGame], options: KOptions, start: Mapping[PlayerKey, RatingState], expectation: Expectation
) -> Rated:
    """Both sides of a game are rated from what they had before it, and the next game from what they have after it."""
    states = dict(start)
    newcomer = options.newcomer()
    history: list[RatingChange] = []
    for game in games:
        before = {side: states.get(game.player(side), newcomer) for side in Side}
        for side, other in ((Side.WHITE, Side.BLACK), (Side.BLACK, Side.WHITE)):
            expected = expectation(before[side].rating, before[other].rating)
            change = changed_by(game, side, before[side], expected, options)
            history.append(change)
            states[change.player] = state_after(before[side], change)
    return Rated(history=tuple(history), states=states)


def changed_by(game: RatedGame, side: Side, before: RatingState, expected: int, options: KOptions) -> RatingChange:
    """One side's row: the floor holds a rating that was above it, and nobody is lifted onto it."""
    k = options.coefficient(before)
    floor = min(rating_from_points(options.floor), before.rating)
    after = max(before.rating + rating_change(k, game.half_points(side), expected), floor)
    games = before.games + 1
    return RatingChange(
        game=game.key,
        side=side,
        player=game.player(side),
        opponent=game.black if side is Side.WHITE else game.white,
        before=before.rating,
        expected=expected,
        k=k,
        change=after - before.rating,
        after=after,
        games=games,
        provisional=options.is_provisional(games),
    )


def state_after(before: RatingState, change: RatingChange) -> RatingState:
    return RatingState(rating=change.after, games=change.games, peak=max(before.peak, change.after))
