"""Elo in logistic mode: the expected score is 1 / (1 + 10^(-D/400)), D cut at 400 points either way.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present, 8.4 (logistic form); the cut as in FIDE B.02 8.3.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Context, Decimal

from ratings.algorithms.core.game_by_game import rate_game_by_game
from ratings.algorithms.core.k_factor import KOptions
from ratings.algorithms.core.system import options_from
from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, nearest
from ratings.algorithms.core.values import Played, PlayerKey, Rated, RatingState

LARGEST_DIFFERENCE = 400 * RATING_UNIT
# exp and ln of a Decimal are rounded correctly by definition, powers needn't be; 28 digits leave 19 beyond the unit.
_EXACT = Context(prec=28)
_PER_UNIT = _EXACT.divide(_EXACT.ln(Decimal(10)), Decimal(400 * RATING_UNIT))


class EloOptions(KOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Elo's options are those of every system with a K."""


def logistic_expectation(own: int, opponent: int) -> int:
    """The expected score of a rating against another, in billionths; both sides' add up to one exactly."""
    difference = own - opponent
    exponent = _EXACT.multiply(Decimal(-min(abs(difference), LARGEST_DIFFERENCE)), _PER_UNIT)
    favourite = nearest(_EXACT.divide(Decimal(SCORE_UNIT), _EXACT.add(Decimal(1), _EXACT.exp(exponent))))
    return favourite if difference >= 0 else SCORE_UNIT - favourite


class Elo:
    """The rating system `elo`."""

    key = "elo"
    has_deviation = False
    rates_tables = True

    def read_options(self, given: Mapping[str, object]) -> EloOptions:
        return options_from(given, EloOptions)

    def newcomer(self, options: EloOptions) -> RatingState:
        return options.newcomer()

    def is_provisional(self, state: RatingState, options: EloOptions) -> bool:
        return options.is_provisional(state.games)

    def rate(self, games: Iterable[Played], options: EloOptions, start: Mapping[PlayerKey, RatingState]) -> Rated:
        return rate_game_by_game(games, options, start, logistic_expectation)
