"""Numbers that people type are read in a moment, whatever they type."""

from __future__ import annotations

from fractions import Fraction

import pytest

from magistrar_site.shared.plain_numbers import plain_number


@pytest.mark.parametrize(
    "text, value",
    [("12", 12), (" 12.50 ", Fraction(25, 2)), ("0,5", 0.5), (".5", 0.5), ("1.", 1), ("1/3", Fraction(1, 3))],
)
def test_numbers_are_read(text: str, value: Fraction | float) -> None:
    assert plain_number(text) == value


@pytest.mark.parametrize(
    "text",
    ["", ".", "-1", "1e9999999999", "1E3", "1/0", "1/", "nan", "Infinity", "1_000", "9" * 10, "²", "٣", "1.2345"],
)
def test_anything_else_is_none(text: str) -> None:
    assert plain_number(text) is None
