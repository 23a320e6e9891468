"""What a game looks like: levels, the energy track, the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from games.engine.systems.magistrar.steps import Step
from games.pages.core.context import GameContext
from games.pages.magistrar import reports, ways
from games.pages.magistrar.boards import board_values

register = template.Library()

TRACK_STEP = 10
TRACK_EDGE = 18
TRACK_END = 15
TRACK_LINE = 18  # from above


@register.filter
def level(number: int | None) -> str:
    return reports.level_in_words(number)


@register.simple_tag
def recording_call(ctx: GameContext) -> str:
    """What there is to do with the record in progress."""
    return ways.recording_call(ctx)


@register.inclusion_tag("magistrar/track.html")
def track(levels: Mapping[str, int | None]) -> dict[str, Any]:
    """The energy track with both scoring pawns: light to the left, dark to the right, 0 in the middle."""
    middle = TRACK_EDGE + TRACK_END * TRACK_STEP
    ticks = [
        {"x": middle + number * TRACK_STEP, "label": abs(number), "long": number % 5 == 0}
        for number in range(-TRACK_END, TRACK_END + 1)
    ]
    known = {side: value for side, value in levels.items() if value is not None}
    same = len(known) == 2 and len(set(known.values())) == 1
    pawns = [
        {"side": side, "x": middle + value * TRACK_STEP, "y": TRACK_LINE + _aside(side, same)}
        for side, value in sorted(known.items(), reverse=True)
    ]
    return {
        "ticks": ticks,
        "pawns": pawns,
        "width": 2 * middle,
        "middle": middle,
        "left": TRACK_EDGE,
        "right": 2 * middle - TRACK_EDGE,
        "levels": levels,
    }


def _aside(side: str, same: bool) -> int:
    """Two pawns on one level stand one above the other, so that the level can be read."""
    return (-5 if side == "white" else 5) if same else 0


@register.inclusion_tag("magistrar/level.html")
def level_mark(number: int) -> dict[str, Any]:
    """A level as its number and the symbol of its energy."""
    return {"number": abs(number), "is_light": number < 0, "is_dark": number > 0}


@register.inclusion_tag("magistrar/board.svg")
def board(step: Step, *, is_alone: bool = False) -> dict[str, Any]:
    """Both rows face to face: Black above, White below, encounter 1 at the left, next to the energy track."""
    return board_values(step, is_alone=is_alone)
