"""Ratings in whole points: stored numbers are finer, so that nothing is lost by rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils.formats import number_format

from ratings.algorithms.core.units import as_points, as_share, whole_points
from ratings.selectors.ratings import ratings_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ratings.models import Pool, Rating, RatingChange

register = template.Library()

AROUND = 5
SYSTEM_NAMES = {"elo": "Elo", "fide": "Elo (FIDE)", "glicko2": "Glicko-2", "plackett_luce": "Plackett-Luce"}


@register.filter
def rating_system_name(key: str) -> str:
    """The name that people give a rating system."""
    return SYSTEM_NAMES[key]


@register.filter
def points(stored: int | None) -> str:
    """A stored rating in whole points."""
    return "–" if stored is None else str(whole_points(stored))


@register.filter
def change(stored: int | None) -> str:
    """A stored change with its sign and one decimal, as the reader's language writes it."""
    if stored is None:
        return ""
    rounded = f"{as_points(stored):.1f}"
    sign = "−" if rounded.startswith("-") else "+"
    text = number_format(rounded.lstrip("-"), decimal_pos=1)
    return text if rounded in ("0.0", "-0.0") else sign + text


@register.simple_tag
def movement(rank: int | None, previous: int | None) -> int:
    """Places gained on the last day of play; negative for lost ones."""
    return 0 if rank is None or previous is None else previous - rank


@register.simple_tag
def own_places(pool: Pool, players: Collection[str]) -> list[tuple[Rating, int]]:
    """The reader's own ratings on a leaderboard, each with the place after which a page begins that shows it among its
    neighbours."""
    found = ratings_in(pool, players) if players else []
    return [(row, max((row.rank or 1) - 1 - AROUND, 0)) for row in found]


@register.filter
def tell_clubs(rows: Iterable[Rating], pool: Pool | None) -> bool:
    """Whether anybody among them is of another club than the leaderboard's own: else a column says nothing."""
    own = pool.club_id if pool else None
    return any(row.player.club_id not in (None, own) for row in rows)


@register.filter
def were_ranked(rows: Iterable[Rating]) -> bool:
    """Whether somebody among them was ranked before the last day of play: else there is nothing to compare with."""
    return any(row.previous_rank is not None for row in rows)


@register.filter
def gain(row: RatingChange) -> str:
    """The change that a rated game made, with its sign."""
    return change(row.after - row.before)


@register.filter
def expected(row: RatingChange) -> str:
    """The expected score, two decimals, as the reader's language writes it."""
    return number_format(f"{as_share(row.expected):.2f}", decimal_pos=2)


@register.filter
def chance(row: RatingChange) -> str:
    """The expected score as a percentage."""
    return f"{as_share(row.expected) * 100:.0f} %"


@register.filter
def k_factor(row: RatingChange) -> str:
    return "–" if row.k is None else str(row.k)
