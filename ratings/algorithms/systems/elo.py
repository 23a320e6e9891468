"""Elo in logistic mode: the expected score is 1 / (1 + 10^(-D/400)), D cut at 400 points either way.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present, 8.4 (logistic form); the cut as in FIDE B.02 8.3.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Context, Decimal

from ratings.algorithms.core.game_by_game import changes_game_by_game
from ratings.algorithms.core.k_factor import KOptions
from ratings.algorithms.core.system import RatingSystem, options_from
from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, nearest
from ratings.algorithms.core.values import Played, RatingChange, RatingState, States

LARGEST_DIFFERENCE = 400 * RATING_UNIT
TEN_TIMES_LIKELIER = 400 * RATING_UNIT
SURE = 0.49  # so near its rounded value no float's error matters
# exp and ln of a Decimal are rounded correctly by definition, powers needn't be; 28 digits leave 19 beyond the unit.
_EXACT = Context(prec=28)
_PER_UNIT = _EXACT.divide(_EXACT.ln(Decimal(10)), Decimal(400 * RATING_UNIT))


class EloOptions(KOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Elo's options are those of every system with a K."""


def logistic_expectation(own: int, opponent: int) -> int:
    """The expected score of a rating against another, in billionths; both sides' add up to one exactly. A float is far
    closer than a hundredth of a billionth; where it lies so near a half that rounding might go the other way, and there
    alone, the exact number decides."""
    difference = own - opponent
    distance = -difference if difference < 0 else difference
    share: float = SCORE_UNIT / (1.0 + 10.0 ** (-min(distance, LARGEST_DIFFERENCE) / TEN_TIMES_LIKELIER))
    favourite = round(share)
    if not -SURE < share - favourite < SURE:
        favourite = exact_expectation(distance)
    return favourite if difference >= 0 else SCORE_UNIT - favourite


def exact_expectation(distance: int) -> int:
    """The expected score of the side that is rated so much higher."""
    exponent = _EXACT.multiply(Decimal(-min(distance, LARGEST_DIFFERENCE)), _PER_UNIT)
    return nearest(_EXACT.divide(Decimal(SCORE_UNIT), _EXACT.add(Decimal(1), _EXACT.exp(exponent))))


class Elo(RatingSystem[EloOptions]):
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

    def changes(self, games: Iterable[Played], options: EloOptions, states: States) -> Iterator[Sequence[RatingChange]]:
        return changes_game_by_game(games, options, states, logistic_expectation)
