"""Points are whole numbers of a stage's unit: with scale 2 they are half points, and 3 stands for 1½.

A format says the scale of its stages (`format.points_scale`), so that all it gives is whole: nothing uses floats.
"""

from __future__ import annotations

from fractions import Fraction

HALF_POINTS = 2


def decimals_of(scale: int) -> int:
    """How many decimals points of that scale are shown with: as many as all need, at most two."""
    return next((places for places in (0, 1) if 10**places % scale == 0), 2)


def written_points(points: int, scale: int) -> str:
    """Points for people: a half as ½, others with as many decimals as they need, at most two, halves rounded up."""
    exact = Fraction(abs(points), scale)
    sign = "-" if points < 0 else ""
    if exact % 1 == Fraction(1, 2):
        return f"{sign}{int(exact) or ''}½"
    whole, hundredths = divmod((Fraction(points, scale) * 200 + 1) // 2 * (-1 if points < 0 else 1), 100)
    return f"{sign}{whole}.{hundredths:02d}".rstrip("0").rstrip(".")
