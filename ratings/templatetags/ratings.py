"""Ratings in whole points: stored numbers are finer, so that nothing is lost by rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from ratings.algorithms.core.units import as_points, as_share, whole_points

if TYPE_CHECKING:
    from ratings.models import RatingChange

register = template.Library()


@register.filter
def points(stored: int | None) -> str:
    """A stored rating in whole points."""
    return "–" if stored is None else str(whole_points(stored))


@register.filter
def change(stored: int | None) -> str:
    """A stored change with its sign and one decimal."""
    if stored is None:
        return ""
    text = f"{as_points(stored):+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")


@register.simple_tag
def movement(rank: int | None, previous: int | None) -> int:
    """Places gained since the last time the ranks changed; negative for lost ones."""
    return 0 if rank is None or previous is None else previous - rank


@register.filter
def gain(row: RatingChange) -> str:
    """What a rated game changed, with its sign."""
    return change(row.after - row.before)


@register.filter
def expected(row: RatingChange) -> str:
    """The expected score, two decimals."""
    return f"{as_share(row.expected):.2f}"


@register.filter
def k_factor(row: RatingChange) -> str:
    return "–" if row.k is None else str(row.k)
