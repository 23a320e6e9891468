"""What a game looks like: scores, duels, the energy track, evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from games.enums import Grade, ResultKind
from games.pages.magistrar import reports
from games.selectors.editions import edition_title

register = template.Library()

TRACK_STEP = 10
TRACK_EDGE = 18
TRACK_END = 15
TRACK_LINE = 18  # from above


@register.filter
def at(mapping: Mapping[str, Any] | None, key: str) -> Any:
    """The value at a key that stands in a variable; None where there is none."""
    return None if mapping is None else mapping.get(key)


@register.filter
def level(number: int | None) -> str:
    return reports.level_in_words(number)


@register.filter
def report(raw: Mapping[str, Any]) -> reports.ShownReport:
    """A stored report, ready for the page."""
    return reports.shown_report(raw)


@register.inclusion_tag("components/grade.html")
def grade(value: str, kind: str = ResultKind.PLAYED, duels: int = 0) -> dict[str, Any]:
    """An evidence grade: its bars, its word, what it proves of a result of that kind as a title."""
    proves = reports.evidence_in_words(value, kind, duels)
    return {"sign": reports.grade_sign(value), "label": Grade(value).label, "proves": proves}


@register.inclusion_tag("components/track.html")
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


@register.inclusion_tag("components/edition.html")
def edition(key: str, system: str = "magistrar") -> dict[str, str]:
    """An edition of the rules: its title as a link to what it says."""
    return {"key": key, "title": edition_title(system, key)}


@register.simple_tag
def proves(value: str, kind: str, duels: int) -> str:
    """What is proven about a result."""
    return reports.evidence_in_words(value, kind, duels)


@register.inclusion_tag("components/level.html")
def level_mark(number: int) -> dict[str, Any]:
    """A level as its number and the symbol of its energy."""
    return {"number": abs(number), "is_light": number < 0, "is_dark": number > 0}
