"""Points in answers: whole numbers of a stage's unit, and beside them the exact number of points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rest_framework import serializers

from tournaments.formats.core.points import HALF_POINTS


class ExactPointsSerializer(serializers.Serializer[Any]):
    """A row with `points` in units of which the context's `scale` make one."""

    exact_points = serializers.SerializerMethodField(help_text='In whole points, as a fraction: "3/2"; null for none.')

    def get_exact_points(self, row: Any) -> str | None:
        return None if row.points is None else str(Fraction(row.points, self.context["scale"]))


def scale_field() -> serializers.IntegerField:
    return serializers.IntegerField(help_text="How many units of `points` make one point: 2 where they are halves.")


def points_head(scale: int) -> str:
    """How a CSV calls its column of points: in halves where a stage counts in them, else exact."""
    return "points_in_halves" if scale == HALF_POINTS else "points"


def points_cell(points: int, scale: int) -> int | str:
    """What stands in that column: half points, or points as an exact fraction."""
    return points if scale == HALF_POINTS else str(Fraction(points, scale))
