"""Plackett-Luce for tables of any number, as the library openskill computes it (R. C. Weng and C.-J. Lin, A Bayesian
Approximation Method for Online Ranking, 2011, algorithm 4).

A player is a mean and a spread; what is shown is what the player is very likely at least as good as: the mean less
three spreads, in points. The library works in floats; means and spreads are rounded to trillionths after each game, so
that ratings can be gone on from, and don't hang on the last bits of a machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import exp, sqrt
from typing import TYPE_CHECKING

import msgspec

from ratings.algorithms.core.k_factor import Count, Points
from ratings.algorithms.core.system import RatingSystem, options_from
from ratings.algorithms.core.units import FINE_UNIT, RATING_UNIT, SCORE_UNIT, divide_half_even, rating_from_points
from ratings.algorithms.core.values import Played, RatingChange, RatingState, States

if TYPE_CHECKING:
    from openskill.models import PlackettLuce as Model

MEAN, SPREAD, BETA, TAU = 25.0, 25 / 3, 25 / 6, 25 / 300
POINTS, SPREADS = 40, 3  # points of one unit of the mean, and how many spreads are taken off
KEPT = FINE_UNIT // RATING_UNIT


class PlackettLuceOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`initial` is what a newcomer is shown with, in points. A rating is provisional until `provisional_games` games
    are played."""

    initial: Points = 1500
    provisional_games: Count = 10


@cache
def _model() -> Model:
    from openskill.models import PlackettLuce as Model  # loaded when it is needed: not every process rates

    return Model(mu=MEAN, sigma=SPREAD, beta=BETA, tau=TAU, kappa=0.0001)


def shown_rating(mean: int, spread: int, options: PlackettLuceOptions) -> int:
    """What is shown of a mean and a spread, as a rating."""
    return rating_from_points(options.initial) + divide_half_even(POINTS * (mean - SPREADS * spread), KEPT)


def rated_table(before: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """Mean and spread of each player after a table, from those before it."""
    model = _model()
    teams = [[model.rating(mu=mean, sigma=spread)] for mean, spread in before]
    return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(map(float, places)))]


def expected_scores(before: Sequence[tuple[float, float]]) -> list[float]:
    """How many of the others each player is expected to be placed before, with the spread of the whole table."""
    scale = sqrt(sum(spread**2 + BETA**2 for _mean, spread in before))
    means = [mean for mean, _spread in before]
    return [
        sum(1 / (1 + exp((other - own) / scale)) for at, other in enumerate(means) if at != seat)
        for seat, own in enumerate(means)
    ]


class PlackettLuce(RatingSystem[PlackettLuceOptions]):
    """The rating system `plackett_luce`."""

    key = "plackett_luce"
    has_deviation = False
    rates_tables = True

    def read_options(self, given: Mapping[str, object]) -> PlackettLuceOptions:
        return options_from(given, PlackettLuceOptions)

    def newcomer(self, options: PlackettLuceOptions) -> RatingState:
        initial = rating_from_points(options.initial)
        return RatingState(initial, 0, initial, mean=_kept(MEAN), spread=_kept(SPREAD))

    def is_provisional(self, state: RatingState, options: PlackettLuceOptions) -> bool:
        return state.games < options.provisional_games

    def changes(
        self, games: Iterable[Played], options: PlackettLuceOptions, states: States
    ) -> Iterator[Sequence[RatingChange]]:
        newcomer = self.newcomer(options)
        for game in games:
            before = [states.get(player, newcomer) for player in game.players]
            rows = _rows(game, before, options)
            states.update((row.player, row.state) for row in rows)
            yield rows


def _rows(game: Played, before: Sequence[RatingState], options: PlackettLuceOptions) -> list[RatingChange]:
    scores = game.scores
    floats = [_floats(state) for state in before]
    # Scores fall as places rise, and are equal where places are.
    after = rated_table(floats, [1 + sum(other > own for other in scores) for own in scores])
    rows = []
    for seat, (own, (mean, spread), expected) in enumerate(zip(before, after, expected_scores(floats), strict=True), 1):
        rating = shown_rating(_kept(mean), _kept(spread), options)
        rows.append(
            RatingChange(
                game.key,
                seat,
                game.players[seat - 1],
                game.players[2 - seat] if len(before) == 2 else None,
                scores[seat - 1],
                own.rating,
                round(expected * SCORE_UNIT),
                None,
                rating - own.rating,
                rating,
                own.games + 1,
                own.games + 1 < options.provisional_games,
                max(own.peak, rating),
                mean=_kept(mean),
                spread=_kept(spread),
            )
        )
    return rows


def _kept(number: float) -> int:
    return round(number * FINE_UNIT)


def _floats(state: RatingState) -> tuple[float, float]:
    if state.mean is None or state.spread is None:
        raise ValueError("a Plackett-Luce state has a mean and a spread")
    return state.mean / FINE_UNIT, state.spread / FINE_UNIT
