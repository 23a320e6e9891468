"""Rating game by game in the order of play: what Elo in either mode does, whatever says what score was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from ratings.algorithms.core.k_factor import KOptions
from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, divide_half_even
from ratings.algorithms.core.values import GameKey, Played, PlayerKey, RatingChange, RatingState, States

# (own rating, opponent's rating) -> own expected score
Expectation: TypeAlias = Callable[[int, int], int]

HALF_POINT = SCORE_UNIT // 2
SCORES_PER_RATING = SCORE_UNIT // RATING_UNIT


def rating_change(k: int, half_points: int, expected: int, others: int = 1) -> int:
    """K times the score minus the expected score, as a change of rating (B.02 8.3.2). At a table both are summed over
    the others, and the change is the mean of what each of them would bring."""
    return divide_half_even(k * (half_points * HALF_POINT - expected), SCORES_PER_RATING * others)


def changes_game_by_game(
    games: Iterable[Played], options: KOptions, states: States, expectation: Expectation
) -> Iterator[Sequence[RatingChange]]:
    """Each game's rows: everybody in it is rated from what all had before it, and the next game from what they have
    after it. At a table each two of its players count as a game."""
    newcomer = options.newcomer()
    for game in games:
        players, scores = game.players, game.scores
        before = [states.get(player, newcomer) for player in players]
        others = len(players) - 1
        rows = []
        for seat, own in enumerate(before, 1):
            if others == 1:
                expected = expectation(own.rating, before[2 - seat].rating)
                opponent: PlayerKey | None = players[2 - seat]
            else:
                rivals = (other for at, other in enumerate(before, 1) if at != seat)
                expected = sum(expectation(own.rating, other.rating) for other in rivals)
                opponent = None
            k, score, player = options.coefficient(own), scores[seat - 1], players[seat - 1]
            change = rating_change(k, score, expected, others)
            rows.append(row_of(game.key, seat, player, opponent, score, own, expected, k, change, options))
            states[player] = rows[-1].state
        yield rows


def row_of(
    game: GameKey,
    seat: int,
    player: PlayerKey,
    opponent: PlayerKey | None,
    score: int,
    before: RatingState,
    expected: int,
    k: int,
    change: int,
    options: KOptions,
) -> RatingChange:
    """One seat's row: the floor holds a rating that was above it, and nobody is lifted onto it."""
    rating = before.rating
    after, floor = rating + change, options.floor * RATING_UNIT
    if after < floor:
        after = max(after, min(floor, rating))
    games = before.games + 1
    peak = before.peak if before.peak > after else after
    provisional = games < options.provisional_games
    return RatingChange(
        game, seat, player, opponent, score, rating, expected, k, after - rating, after, games, provisional, peak
    )
