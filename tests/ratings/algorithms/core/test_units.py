from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.algorithms.core.units import as_points, as_share, divide_half_away, divide_half_even, whole_points


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**6))
def test_divide_half_even_agrees_with_exact_rounding(numerator: int, denominator: int) -> None:
    assert divide_half_even(numerator, denominator) == round(Fraction(numerator, denominator))


@pytest.mark.parametrize("numerator, quotient", [(5, 3), (-5, -3), (3, 2), (-3, -2), (4, 2), (0, 0), (1, 1), (-1, -1)])
def test_divide_half_away_takes_halves_away_from_zero(numerator: int, quotient: int) -> None:
    assert divide_half_away(numerator, 2) == quotient


def test_units_as_numbers() -> None:
    assert (as_points(152_000_001), as_share(640_000_000)) == (Decimal("1520.00001"), Decimal("0.64"))


def test_whole_points_of_a_half() -> None:
    assert (whole_points(-250_000), whole_points(250_000), whole_points(249_999)) == (-3, 3, 2)
