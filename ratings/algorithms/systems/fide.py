"""Elo in FIDE's table mode: FIDE Handbook B.02, the rules of 1 March 2024 as amended on 1 October 2025.

Two ways of keeping time. By game (the default) each game is rated from what both had before it, as in the other
systems, with fractions kept. By period the ratings stand still for all games of a period and K times the summed
differences is rounded to a whole point at its end, as FIDE's monthly lists do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec.structs import replace

from ratings.algorithms.core.game_by_game import changes_game_by_game, rating_change, row_of
from ratings.algorithms.core.k_factor import KOptions
from ratings.algorithms.core.system import RatingSystem, options_from
from ratings.algorithms.core.units import (
    SCORE_UNIT,
    divide_half_away,
    rating_from_points,
    whole_points,
)
from ratings.algorithms.core.values import (
    Played,
    PlayerKey,
    RatedGame,
    RatingChange,
    RatingState,
    States,
    only_of_two,
)

# B.02 8.1.2: the largest difference in points at which the higher rated is expected to score 0.50, 0.51, ... 0.99.
# Beyond the last it is 1.00.
LARGEST_DIFFERENCE_BY_SCORE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
# B.02 8.1.1: the difference that goes with a score of 50, 51, ... 100 hundredths.
DIFFERENCE_BY_HUNDREDTHS = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
HUNDREDTH = SCORE_UNIT // 100
CUT = 400
UNCUT_FROM = 2650
LARGEST_K_TIMES_GAMES = 700
HYPOTHETICAL_OPPONENTS = (1800, 1800)
LEAST_GAMES_OF_A_NEWCOMER = 5
LARGEST_INITIAL = 2200


class FideOptions(KOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`rated_by` is "game" or "period"; in the latter the games of a period must be handed over together, and the
    states may be kept and resumed from between periods only."""

    rated_by: Literal["game", "period"] = "game"


def table_expectation(own: int, opponent: int) -> int:
    """The expected score of a rating against another (B.02 8.3.1, 8.1.2), in billionths. The difference is taken to the
    whole point, halves away from zero. It is cut at 400 points for a player rated under 2650, so that the two sides of
    one game needn't expect the same difference."""
    points = whole_points(own - opponent)
    if own < rating_from_points(UNCUT_FROM):
        points = max(-CUT, min(CUT, points))
    favourite = HUNDREDTH * (50 + bisect_left(LARGEST_DIFFERENCE_BY_SCORE, abs(points)))
    return favourite if points >= 0 else SCORE_UNIT - favourite


def coefficient_of_period(k: int, games: int) -> int:
    """K for a period with so many games: where K times their number exceeds 700, the largest K with which it doesn't
    (B.02 8.3.3); never under 1."""
    return max(1, min(k, LARGEST_K_TIMES_GAMES // games)) if games else k


def whole_change(change: int) -> int:
    """The change that a list publishes: to the whole point, halves away from zero (B.02 8.3.4)."""
    return rating_from_points(whole_points(change))


def initial_rating(opponents: Sequence[int], half_points: int) -> int | None:
    """A newcomer's first rating from his games against rated opponents (B.02 8.2): the average of their ratings and of
    two hypothetical opponents rated 1800 he drew with, and the difference that goes with his score; 2200 at most. None
    with fewer than five games or without half a point in them."""
    if len(opponents) < LEAST_GAMES_OF_A_NEWCOMER or half_points == 0:
        return None
    field = (*opponents, *(rating_from_points(points) for points in HYPOTHETICAL_OPPONENTS))
    hundredths = divide_half_away(100 * (half_points + len(HYPOTHETICAL_OPPONENTS)), 2 * len(field))
    difference = DIFFERENCE_BY_HUNDREDTHS[abs(hundredths - 50)]
    average = divide_half_away(sum(field), len(field))
    rating = average + rating_from_points(difference if hundredths >= 50 else -difference)
    return min(whole_change(rating), rating_from_points(LARGEST_INITIAL))


def changes_by_period(
    games: Iterable[RatedGame], options: FideOptions, states: States
) -> Iterator[Sequence[RatingChange]]:
    """Rates consecutive games of the same `period` together. The rounding of a player's period stands in the row of
    their last game of it."""
    for _, group in groupby(games, key=lambda game: game.period):
        rows, after = rate_period(tuple(group), options, states)
        states.update(after)
        yield from zip(rows[::2], rows[1::2], strict=True)


def rate_period(
    games: Sequence[RatedGame], options: FideOptions, states: Mapping[PlayerKey, RatingState]
) -> tuple[list[RatingChange], dict[PlayerKey, RatingState]]:
    played = Counter(player for game in games for player in game.players)
    listed = {player: states.get(player, options.newcomer()) for player in played}
    fixed_k = {
        player: coefficient_of_period(options.coefficient(listed[player]), number) for player, number in played.items()
    }
    running = dict(listed)
    rows: list[RatingChange] = []
    without_floor = KOptions(floor=0, provisional_games=options.provisional_games)
    for game in games:
        for seat, player in enumerate(game.players, 1):
            opponent, k, score = game.players[2 - seat], fixed_k[player], game.scores[seat - 1]
            expected = table_expectation(listed[player].rating, listed[opponent].rating)
            change = rating_change(k, score, expected)
            before = running[player]
            row = row_of(game.key, seat, player, opponent, score, before, expected, k, change, without_floor)
            is_last = row.games == listed[player].games + played[player]
            row = closed(row, listed[player], options) if is_last else replace(row, peak=listed[player].peak)
            rows.append(row)
            running[player] = row.state
    return rows, running


def closed(last: RatingChange, listed: RatingState, options: FideOptions) -> RatingChange:
    """A player's last row of a period with their whole-point rating at its end, not below the floor. The peak is that
    of the lists: a rating inside a period was never published."""
    floor = min(rating_from_points(options.floor), listed.rating)
    after = max(listed.rating + whole_change(last.after - listed.rating), floor)
    return replace(last, after=after, change=after - last.before, peak=max(listed.peak, after))


class Fide(RatingSystem[FideOptions]):
    """The rating system `fide`."""

    key = "fide"
    has_deviation = False
    rates_tables = False

    def read_options(self, given: Mapping[str, object]) -> FideOptions:
        return options_from(given, FideOptions)

    def newcomer(self, options: FideOptions) -> RatingState:
        return options.newcomer()

    def is_provisional(self, state: RatingState, options: FideOptions) -> bool:
        return options.is_provisional(state.games)

    def is_by_period(self, options: FideOptions) -> bool:
        return options.rated_by == "period"

    def changes(
        self, games: Iterable[Played], options: FideOptions, states: States
    ) -> Iterator[Sequence[RatingChange]]:
        of_two = only_of_two(games, "FIDE")
        if self.is_by_period(options):
            return changes_by_period(of_two, options, states)
        return changes_game_by_game(of_two, options, states, table_expectation)
