"""Glicko-2: M. E. Glickman, "Example of the Glicko-2 system" (revision of 22 March 2022); step numbers are the paper's.

By game (the default) every game is a rating period of its own for its two players, so that ratings follow each result
and nobody waits for a month to end; a deviation doesn't grow while a player is away. By period the games of a period
count together, as the paper has it, and the deviation of who didn't play in it grows.

What counts is worked out with 20 decimal digits and functions that are rounded correctly by definition, then kept in
the units of `core.units`: the same on every machine. Floats do it first, which is far quicker, and are taken at their
word where their error, many times over, couldn't change a digit of what is kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Context, Decimal, localcontext
from itertools import groupby
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ratings.algorithms.core.k_factor import Points
from ratings.algorithms.core.system import RatingSystem, options_from
from ratings.algorithms.core.units import (
    RATING_UNIT,
    SCORE_UNIT,
    nearest,
    rating_from_points,
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

PRECISION = Context(prec=20)
UNSURE = 0.001  # of a unit: more than what floats are off by
CLEAR = 1e-12  # a hundred times what floats are off by in step 5, of x or of f times the square of tau


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


class Numbers:
    """One arithmetic, in which the formulas below are worked out: floats or Decimals of 20 digits."""

    def __init__(self, number: Callable[[int | str], Any], exp: Any, ln: Any, sqrt: Any) -> None:
        self.number: Callable[[int | str], Any] = number
        self.exp, self.ln, self.sqrt = exp, ln, sqrt
        pi = number("3.141592653589793238462643383")
        self.centre: Any = number(1500 * RATING_UNIT)
        self.scale: Any = number("173.7178") * number(RATING_UNIT)
        self.unit: Any = number(SCORE_UNIT)
        self.weighing: Any = number(3) / (pi * pi)
        self.close_enough: Any = number("1e-9")
        self.zero: Any = number(0)
        self.one: Any = number(1)
        self.two: Any = number(2)


FLOATS = Numbers(float, math.exp, math.log, math.sqrt)
with localcontext(PRECISION):
    DECIMALS = Numbers(Decimal, Decimal.exp, Decimal.ln, Decimal.sqrt)


class Scaled(NamedTuple):
    """A state on the Glicko-2 scale (step 2)."""

    mu: Any
    phi: Any
    sigma: Any


class Meeting(NamedTuple):
    """One game seen by one side: how much it weighs (g), what was expected (E), how open it was (E times 1 - E), and
    the score on 0..1."""

    weight: Any
    expected: Any
    openness: Any
    score: Any


def scaled(state: RatingState, numbers: Numbers) -> Scaled:
    if state.deviation is None or state.volatility is None:
        raise ValueError("a Glicko-2 state has a deviation and a volatility")
    return Scaled(
        (state.rating - numbers.centre) / numbers.scale,
        state.deviation / numbers.scale,
        state.volatility / numbers.unit,
    )


def meeting(own: Scaled, opponent: Scaled, half_points: int, numbers: Numbers) -> Meeting:
    """g and E of step 3."""
    one = numbers.one
    weight = one / numbers.sqrt(one + numbers.weighing * opponent.phi * opponent.phi)
    difference = weight * (own.mu - opponent.mu)
    # From the underdog's odds: however far apart the two are, E times 1 - E doesn't vanish in rounding.
    odds = numbers.exp(-abs(difference))
    underdog = odds / (one + odds)
    expected = one - underdog if difference > 0 else underdog
    return Meeting(weight, expected, underdog / (one + odds), half_points / numbers.two)


def next_volatility(own: Scaled, variance: Any, delta: Any, tau: Any, numbers: Numbers) -> tuple[Any, bool]:
    """Step 5: the root of f by the Illinois method, and whether each turn on the way to it was a clear one."""
    exp, close_enough = numbers.exp, numbers.close_enough
    start = numbers.ln(own.sigma * own.sigma)
    known, surprise, tightness = own.phi * own.phi + variance, delta * delta, tau * tau

    def f(x: Any) -> Any:
        squared = exp(x)
        grown = known + squared
        return squared * (surprise - grown) / (2 * grown * grown) - (x - start) / tightness

    low = start
    if surprise > known:  # the other end of the interval around the root (step 5.2)
        high = numbers.ln(surprise - known)
    else:
        high = start - tau
        while f(high) < 0:
            high -= tau
    f_low, f_high = f(low), f(high)
    is_clear = True
    while abs(high - low) > close_enough:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        is_clear = is_clear and abs(f_middle) * tightness > CLEAR
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
        is_clear = is_clear and abs(abs(high - low) - close_enough) > CLEAR
    return exp(low / 2), is_clear


class Period(NamedTuple):
    """What a period makes of one player: deviation and volatility after it, and their rating after each of its games,
    with what was expected of each."""

    ratings: Sequence[int]
    expected: Sequence[int]
    deviation: int
    volatility: int


def after_period(before: RatingState, opponents: Sequence[tuple[RatingState, int]], options: Glicko2Options) -> Period:
    """What a period makes of a player who met opponents in such states, with so many half points. In floats, which are
    far closer than the units that are kept; where rounding might go the other way for that, and there alone, in
    Decimals, which say what is right."""
    exact = in_numbers(before, opponents, options, FLOATS)
    if exact is None:
        with localcontext(PRECISION):
            exact = in_numbers(before, opponents, options, DECIMALS)
    if exact is None:
        raise AssertionError("what is exact is never unsure")
    return exact


def in_numbers(
    before: RatingState, opponents: Sequence[tuple[RatingState, int]], options: Glicko2Options, numbers: Numbers
) -> Period | None:
    """Steps 3 to 8 in one arithmetic; None where it isn't sure of a digit. The new rating is a sum over the games, so
    that each game has its own share of the change."""
    own = scaled(before, numbers)
    met = [meeting(own, scaled(state, numbers), half_points, numbers) for state, half_points in opponents]
    surprises = [played.weight * (played.score - played.expected) for played in met]
    variance = numbers.one / sum((played.weight * played.weight * played.openness for played in met), numbers.zero)
    delta = variance * sum(surprises, numbers.zero)
    tau = numbers.number(str(options.tau))
    sigma, is_clear = next_volatility(own, variance, delta, tau, numbers)
    phi = numbers.one / numbers.sqrt(numbers.one / (own.phi * own.phi + sigma * sigma) + numbers.one / variance)
    squared, mu = phi * phi, own.mu
    values = []
    for surprise in surprises:
        mu += squared * surprise
        values.append(numbers.scale * mu + numbers.centre)
    unsure = numbers is FLOATS
    volatility = sigma * numbers.unit
    around = UNSURE if is_clear else UNSURE + float(sigma) * float(numbers.close_enough) * SCORE_UNIT
    deviation = numbers.scale * phi
    expected = [played.expected * numbers.unit for played in met]
    if unsure and (
        near_half(volatility, around)
        or near_half(deviation, UNSURE)
        or any(near_half(value, UNSURE) for value in values)
        or any(near_half(value, UNSURE) for value in expected)
    ):
        return None
    floor = min(rating_from_points(options.floor), before.rating)
    return Period(
        [max(round(value), floor) for value in values],
        [round(value) for value in expected],
        min(round(deviation), rating_from_points(options.deviation)),
        round(volatility),
    )


def near_half(value: float, around: float) -> bool:
    """Whether a number lies so near the middle of two integers that a little less or more is another one of them."""
    return abs(value - int(value) - 0.5) < around


def rested(state: RatingState, options: Glicko2Options, periods: int = 1) -> RatingState:
    """A player who sat so many periods out, one after the other (step 6): a large pool has a hundred million of them,
    so the deviation alone is worked on."""
    if state.deviation is None or state.volatility is None:
        raise ValueError("a Glicko-2 state has a deviation and a volatility")
    deviation, most = state.deviation, rating_from_points(options.deviation)
    growth = (FLOATS.scale * state.volatility / FLOATS.unit) ** 2
    for _period in range(periods):
        grown = math.sqrt(deviation * deviation + growth)
        after = int(grown + 0.5)
        if abs(grown - after) > 0.5 - UNSURE:
            after = _exactly_rested(replace(state, deviation=deviation))
        if after >= most or after == deviation:
            deviation = min(after, most)
            break
        deviation = after
    return replace(state, deviation=deviation)


def _exactly_rested(state: RatingState) -> int:
    with localcontext(PRECISION):
        exact = scaled(state, DECIMALS)
        return nearest(DECIMALS.scale * (exact.phi * exact.phi + exact.sigma * exact.sigma).sqrt())


def rate_period(
    games: Sequence[RatedGame], options: Glicko2Options, states: Mapping[PlayerKey, RatingState]
) -> tuple[list[list[RatingChange]], dict[PlayerKey, RatingState]]:
    """Rates games together, each from what both sides had before the first of them."""
    newcomer = newcomer_of(options)
    before = {player: states.get(player, newcomer) for game in games for player in game.players}
    met: dict[PlayerKey, list[tuple[RatingState, int]]] = {player: [] for player in before}
    for game in games:
        met[game.white].append((before[game.black], game.score))
        met[game.black].append((before[game.white], 2 - game.score))
    after = {player: after_period(before[player], played, options) for player, played in met.items()}
    running = dict(before)
    rows: list[list[RatingChange]] = []
    for game in games:
        of_game = []
        for seat, player in enumerate(game.players, 1):
            number = running[player].games - before[player].games
            row = row_of(game, seat, running[player], after[player], number, options)
            of_game.append(row)
            running[player] = row.state
        rows.append(of_game)
    return rows, running


def row_of(
    game: RatedGame, seat: int, running: RatingState, period: Period, number: int, options: Glicko2Options
) -> RatingChange:
    """The row of a player's game of that number, from 0 on, in a period. Deviation and volatility are those after the
    whole of it."""
    rating = period.ratings[number]
    return RatingChange(
        game=game.key,
        seat=seat,
        player=game.players[seat - 1],
        opponent=game.players[2 - seat],
        score=game.scores[seat - 1],
        before=running.rating,
        expected=period.expected[number],
        k=None,
        change=rating - running.rating,
        after=rating,
        games=running.games + 1,
        provisional=period.deviation > rating_from_points(options.provisional_deviation),
        peak=max(running.peak, rating),
        deviation=period.deviation,
        volatility=period.volatility,
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


class Glicko2(RatingSystem[Glicko2Options]):
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

    def is_by_period(self, options: Glicko2Options) -> bool:
        return options.rated_by == "period"

    def rested(self, state: RatingState, options: Glicko2Options, periods: int = 1) -> RatingState:
        return rested(state, options, periods)

    def changes(
        self, games: Iterable[Played], options: Glicko2Options, states: States
    ) -> Iterator[Sequence[RatingChange]]:
        for together in periods_of(only_of_two(games, "Glicko-2"), options):
            rows, after = rate_period(together, options, states)
            if options.rated_by == "period":
                for player in states.keys() - after.keys():
                    states[player] = rested(states[player], options)
            states.update(after)
            yield from rows


def periods_of(games: Iterable[RatedGame], options: Glicko2Options) -> Iterator[Sequence[RatedGame]]:
    if options.rated_by == "game":
        return ((game,) for game in games)
    return (tuple(group) for _, group in groupby(games, key=lambda game: game.period))
