"""Rating game by game in the order of play: what Elo in either mode does, whatever says what score was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from ratings.algorithms.core.k_factor import KOptions
from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, divide_half_even, rating_from_points
from ratings.algorithms.core.values import Played, PlayerKey, Rated, RatingChange, RatingState

# (own rating, opponent's rating) -> own expected score
Expectation: TypeAlias = Callable[[int, int], int]

HALF_POINT = SCORE_UNIT // 2
SCORES_PER_RATING = SCORE_UNIT // RATING_UNIT


def rating_change(k: int, half_points: int, expected: int, others: int = 1) -> int:
    """K times the score minus the expected score, as a change of rating (B.02 8.3.2). At a table both are summed over
    the others, and the change is the mean of what each of them would bring."""
    return divide_half_even(k * (half_points * HALF_POINT - expected), SCORES_PER_RATING * others)


def rate_game_by_game(
    games: Iterable[Played], options: KOptions, start: Mapping[PlayerKey, RatingState], expectation: Expectation
) -> Rated:
    """Everybody in a game is rated from what all had before it, and the next game from what they have after it. At a
    table each two of its players count as a game."""
    states = dict(start)
    newcomer = options.newcomer()
    history: list[RatingChange] = []
    for game in games:
        before = [states.get(player, newcomer) for player in game.players]
        for seat, own in enumerate(before, 1):
            others = (other for at, other in enumerate(before, 1) if at != seat)
            expected = sum(expectation(own.rating, other.rating) for other in others)
            change = changed_by(game, seat, own, expected, options)
            history.append(change)
            states[change.player] = state_after(own, change)
    return Rated(history=tuple(history), states=states)


def changed_by(game: Played, seat: int, before: RatingState, expected: int, options: KOptions) -> RatingChange:
    """One seat's row: the floor holds a rating that was above it, and nobody is lifted onto it."""
    k = options.coefficient(before)
    floor = min(rating_from_points(options.floor), before.rating)
    score, others = game.scores[seat - 1], len(game.players) - 1
    after = max(before.rating + rating_change(k, score, expected, others), floor)
    games = before.games + 1
    return RatingChange(
        game=game.key,
        seat=seat,
        player=game.players[seat - 1],
        opponent=game.players[2 - seat] if others == 1 else None,
        score=score,
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
