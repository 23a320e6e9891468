"""Glicko-2: M. E. Glickman, "Example of the Glicko-2 system" (revision of 22 March 2022); step numbers are the paper's.

By game (the default) every game is a rating period of its own for its two players, so that ratings follow each result
and nobody waits for a month to end; a deviation doesn't grow while a player is away. By period the games of a period
count together, as the paper has it, and the deviation of who didn't play in it grows.

Worked out with 20 decimal digits and functions that are rounded correctly by definition, then kept in the units of
`core.units`: the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal, localcontext
from itertools import groupby
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ratings.algorithms.core.k_factor import Points
from ratings.algorithms.core.system import options_from
from ratings.algorithms.core.units import (
    RATING_UNIT,
    SCORE_UNIT,
    as_points,
    as_share,
    nearest,
    rating_from_points,
)
from ratings.algorithms.core.values import (
    Played,
    PlayerKey,
    Rated,
    RatedGame,
    RatingChange,
    RatingState,
    Side,
    only_of_two,
)

_PRECISION = Context(prec=20)
PI = Decimal("3.141592653589793238462643383")
SCALE = Decimal("173.7178")
CENTRE = Decimal(1500)
CLOSE_ENOUGH = Decimal("1e-9")


class Glicko2Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`initial`, `deviation`, `floor` and `provisional_deviation` in points. A deviation never grows beyond
    `deviation`; a rating never falls below `floor`, and is provisional while its deviation is above
    `provisional_deviation`. `tau` holds the volatility: the smaller, the steadier."""

    initial: Points = 1500
    deviation: Annotated[int, Meta(ge=1, le=1000)] = 350
    volatility: Decimal = Decimal("0.06")
    tau: Decimal = Decimal("0.5")
    floor: Points = 100
    provisional_deviation: Annotated[int, Meta(ge=0, le=1000)] = 110
    rated_by: Literal["game", "period"] = "game"

    def __post_init__(self) -> None:
        for name, value in (("volatility", self.volatility), ("tau", self.tau)):
            if not Decimal("0.001") <= value <= 2:
                raise ValueError(f"{name} is between 0.001 and 2, not {value}")


@dataclass(frozen=True, slots=True)
class Scaled:
    """A state on the Glicko-2 scale (step 2)."""

    mu: Decimal
    phi: Decimal
    sigma: Decimal


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game seen by one side: how much it weighs (g), what was expected (E), how open it was (E times 1 - E), and
    the score on 0..1."""

    weight: Decimal
    expected: Decimal
    openness: Decimal
    score: Decimal

    @property
    def information(self) -> Decimal:
        return self.weight**2 * self.openness

    @property
    def surprise(self) -> Decimal:
        return self.weight * (self.score - self.expected)


def scaled(state: RatingState) -> Scaled:
    if state.deviation is None or state.volatility is None:
        raise ValueError("a Glicko-2 state has a deviation and a volatility")
    return Scaled(
        mu=(as_points(state.rating) - CENTRE) / SCALE,
        phi=as_points(state.deviation) / SCALE,
        sigma=as_share(state.volatility),
    )


def meeting(own: Scaled, opponent: Scaled, half_points: int) -> Meeting:
    """g and E of step 3."""
    weight = 1 / (1 + 3 * opponent.phi**2 / PI**2).sqrt()
    difference = weight * (own.mu - opponent.mu)
    # From the underdog's odds: however far apart the two are, E times 1 - E doesn't vanish in rounding.
    odds = (-abs(difference)).exp()
    underdog = odds / (1 + odds)
    return Meeting(
        weight=weight,
        expected=1 - underdog if difference > 0 else underdog,
        openness=underdog / (1 + odds),
        score=Decimal(half_points) / 2,
    )


def next_volatility(own: Scaled, variance: Decimal, delta: Decimal, tau: Decimal) -> Decimal:
    """Step 5: the root of f by the Illinois method."""
    start = (own.sigma**2).ln()

    known, surprise, tightness = own.phi**2 + variance, delta**2, tau**2

    def f(x: Decimal) -> Decimal:
        squared = x.exp()
        grown = known + squared
        return squared * (surprise - grown) / (2 * grown**2) - (x - start) / tightness

    low, high = start, other_bracket(start, surprise - known, tau, f)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return (low / 2).exp()


def other_bracket(start: Decimal, excess: Decimal, tau: Decimal, f: Callable[[Decimal], Decimal]) -> Decimal:
    """The end of the interval around the root that isn't the old volatility (step 5.2)."""
    if excess > 0:
        return excess.ln()
    end = start - tau
    while f(end) < 0:
        end -= tau
    return end


@dataclass(frozen=True, slots=True)
class Period:
    """What a period makes of one player: deviation and volatility after it, and his rating after each of its games."""

    ratings: tuple[int, ...]
    deviation: int
    volatility: int


def after_period(before: RatingState, meetings: Sequence[Meeting], options: Glicko2Options) -> Period:
    """Steps 3 to 8. The new rating is a sum over the games, so that each game has its own share of the change."""
    own = scaled(before)
    variance = 1 / sum((played.information for played in meetings), Decimal(0))
    delta = variance * sum((played.surprise for played in meetings), Decimal(0))
    sigma = next_volatility(own, variance, delta, options.tau)
    phi = 1 / (1 / (own.phi**2 + sigma**2) + 1 / variance).sqrt()
    floor = min(rating_from_points(options.floor), before.rating)
    mu, ratings = own.mu, []
    for played in meetings:
        mu += phi**2 * played.surprise
        ratings.append(max(nearest((SCALE * mu + CENTRE) * RATING_UNIT), floor))
    return Period(
        ratings=tuple(ratings),
        deviation=min(nearest(SCALE * phi * RATING_UNIT), rating_from_points(options.deviation)),
        volatility=nearest(sigma * SCORE_UNIT),
    )


def rested(state: RatingState, options: Glicko2Options) -> RatingState:
    """A player who sat a period out (step 6)."""
    own = scaled(state)
    grown = nearest(SCALE * (own.phi**2 + own.sigma**2).sqrt() * RATING_UNIT)
    return replace(state, deviation=min(grown, rating_from_points(options.deviation)))


def rate_period(
    games: Sequence[RatedGame], options: Glicko2Options, states: Mapping[PlayerKey, RatingState]
) -> tuple[list[RatingChange], dict[PlayerKey, RatingState]]:
    """Rates games together, each from what both sides had before the first of them."""
    newcomer = newcomer_of(options)
    before = {game.player(side): states.get(game.player(side), newcomer) for game in games for side in Side}
    own = {player: scaled(state) for player, state in before.items()}
    meetings: dict[PlayerKey, list[Meeting]] = {player: [] for player in before}
    for game in games:
        meetings[game.white].append(meeting(own[game.white], own[game.black], game.half_points(Side.WHITE)))
        meetings[game.black].append(meeting(own[game.black], own[game.white], game.half_points(Side.BLACK)))
    after = {player: after_period(before[player], played, options) for player, played in meetings.items()}

    # Within a period the deviation and the volatility stand as they are after the whole of it.
    running = {
        player: replace(state, deviation=after[player].deviation, volatility=after[player].volatility)
        for player, state in before.items()
    }
    rows: list[RatingChange] = []
    for game in games:
        for seat, player in enumerate(game.players, 1):
            number = running[player].games - before[player].games
            rating = after[player].ratings[number]
            row = row_of(game, seat, running[player], meetings[player][number], rating, options)
            rows.append(row)
            running[player] = replace(
                running[player], rating=rating, games=row.games, peak=max(running[player].peak, rating)
            )
    return rows, running


def row_of(
    game: RatedGame, seat: int, running: RatingState, played: Meeting, after: int, options: Glicko2Options
) -> RatingChange:
    return RatingChange(
        game=game.key,
        seat=seat,
        player=game.players[seat - 1],
        opponent=game.players[2 - seat],
        score=game.scores[seat - 1],
        before=running.rating,
        expected=nearest(played.expected * SCORE_UNIT),
        k=None,
        change=after - running.rating,
        after=after,
        games=running.games + 1,
        provisional=is_provisional(running, options),
        deviation=running.deviation,
        volatility=running.volatility,
    )


def newcomer_of(options: Glicko2Options) -> RatingState:
    rating = rating_from_points(options.initial)
    return RatingState(
        rating=rating,
        games=0,
        peak=rating,
        deviation=rating_from_points(options.deviation),
        volatility=nearest(options.volatility * SCORE_UNIT),
    )


def is_provisional(state: RatingState, options: Glicko2Options) -> bool:
    return state.deviation is None or state.deviation > rating_from_points(options.provisional_deviation)


class Glicko2:
    """The rating system `glicko2`."""

    key = "glicko2"
    has_deviation = True
    rates_tables = False

    def read_options(self, given: Mapping[str, object]) -> Glicko2Options:
        return options_from(given, Glicko2Options)

    def newcomer(self, options: Glicko2Options) -> RatingState:
        return newcomer_of(options)

    def is_provisional(self, state: RatingState, options: Glicko2Options) -> bool:
        return is_provisional(state, options)

    def rate(self, games: Iterable[Played], options: Glicko2Options, start: Mapping[PlayerKey, RatingState]) -> Rated:
        states = dict(start)
        history: list[RatingChange] = []
        with localcontext(_PRECISION):
            for together in periods_of(only_of_two(games, "Glicko-2"), options):
                rows, after = rate_period(together, options, states)
                history += rows
                if options.rated_by == "period":
                    states = {player: rested(state, options) for player, state in states.items()}
                states.update(after)
        return Rated(history=tuple(history), states=states)


def periods_of(games: Iterable[RatedGame], options: Glicko2Options) -> Iterator[Sequence[RatedGame]]:
    if options.rated_by == "game":
        return ((game,) for game in games)
    return (tuple(group) for _, group in groupby(games, key=lambda game: game.period))
