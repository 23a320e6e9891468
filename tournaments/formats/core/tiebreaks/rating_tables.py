"""FIDE's rating tables (B.02, 8.1.1 and 8.1.2), as integers: hundredths of a score, and rating differences."""

from __future__ import annotations

# Rating difference for a score of 50, 51 .. 100 hundredths; below 50 the same with the sign turned (8.1.1).
_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip

# The greatest rating difference at which the higher rated is expected to score 50, 51 .. 99 hundredths (8.1.2).
_GREATEST_DIFFERENCES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip


_HIGHER_RATED = tuple(
    50 + sum(greatest < difference for greatest in _GREATEST_DIFFERENCES)
    for difference in range(_GREATEST_DIFFERENCES[-1] + 1)
)


def rounded_mean(total: int, count: int) -> int:
    """The mean as a whole number, a half rounded up (C.07 10.1)."""
    return (2 * total + count) // (2 * count)


def rating_difference(half_points: int, games: int) -> int:
    """The difference for a score of so many half points in so many games, by its hundredths, a half rounded up."""
    hundredths = rounded_mean(50 * half_points, games)
    return _DIFFERENCES[hundredths - 50] if hundredths >= 50 else -_DIFFERENCES[50 - hundredths]


def expected_hundredths(rating: int, opponent_rating: int) -> int:
    """Hundredths of a point expected from one game, on the whole scale: differences above 400 aren't cut."""
    difference = rating - opponent_rating
    if difference >= 0:
        return _HIGHER_RATED[difference] if difference < len(_HIGHER_RATED) else 100
    return 100 - _HIGHER_RATED[-difference] if -difference < len(_HIGHER_RATED) else 0
