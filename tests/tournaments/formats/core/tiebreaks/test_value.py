"""How values are shown."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.formats.core.tiebreaks.value import TieBreakValue


@pytest.mark.parametrize(
    "amount, scale, decimals, text",
    [
        (25, 2, 1, "12.5"),
        (33, 4, 2, "8.25"),
        (Fraction(107, 4), 2, 2, "13.38"),  # 13.375, halves go up
        (Fraction(1, 3), 1, 2, "0.33"),
        (-3, 1, 0, "-3"),
        (-3, 2, 1, "-1.5"),
        (0, 2, 1, "0.0"),
        (None, 1, 0, "–"),
    ],
)
def test_value_is_shown_with_its_decimals(amount: int | Fraction | None, scale: int, decimals: int, text: str) -> None:
    assert TieBreakValue("X", amount, scale, decimals).text == text


def test_exact_value_is_unrounded() -> None:
    assert TieBreakValue("X", Fraction(107, 4), 2, 2).exact == Fraction(107, 8)
