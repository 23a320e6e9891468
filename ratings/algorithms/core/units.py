"""The numbers of the rating core: integers in fixed units, so that every machine and database gives the same.

A rating, a deviation or a change is an int in hundred-thousandths of a point (`RATING_UNIT` a point; 2400 points are
240_000_000, which fits a 32-bit column). An expected score or a volatility is an int in billionths (`SCORE_UNIT` is
certainty); the numbers of a system that works in floats are kept in trillionths (`FINE_UNIT`). What doesn't come out
even is rounded half to even, once, where a number of any unit is made.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

RATING_UNIT = 100_000
SCORE_UNIT = 1_000_000_000
FINE_UNIT = 1_000_000_000_000


def divide_half_even(numerator: int, denominator: int) -> int:
    """The quotient rounded to the nearest integer, halves to the even one; `denominator` is positive."""
    quotient, remainder = divmod(numerator, denominator)
    twice = 2 * remainder
    if twice > denominator or (twice == denominator and quotient % 2):
        return quotient + 1
    return quotient


def divide_half_away(numerator: int, denominator: int) -> int:
    """The quotient rounded to the nearest integer, halves away from zero (as B.02 does); `denominator` is positive."""
    magnitude = (2 * abs(numerator) + denominator) // (2 * denominator)
    return magnitude if numerator >= 0 else -magnitude


def rating_from_points(points: int) -> int:
    """Whole points as a rating."""
    return points * RATING_UNIT


def whole_points(rating: int) -> int:
    """A rating or change in whole points, for showing; halves away from zero."""
    return divide_half_away(rating, RATING_UNIT)


def as_points(rating: int) -> Decimal:
    """A rating, deviation or change in points, exact."""
    return Decimal(rating).scaleb(-5)


def as_share(value: int) -> Decimal:
    """An expected score or a volatility as a number, exact."""
    return Decimal(value).scaleb(-9)


def nearest(value: Decimal) -> int:
    """The nearest integer, halves to the even one."""
    return int(value.to_integral_value(rounding=ROUND_HALF_EVEN))
