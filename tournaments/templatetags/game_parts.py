"""What the pages of a game's system give to the pages of the event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString

from games.pages.core.pages import ConflictView, ReportView
from games.pages.core.ways import Way
from games.pages.registry import game_pages

if TYPE_CHECKING:
    from games.pages.core.context import SeatContext
    from tournaments.web.shown_conflict import Version
    from tournaments.web.shown_game import ShownGame

register = template.Library()


@register.simple_tag
def game_part(shown: ShownGame, name: str, *args: Any, **values: Any) -> Any:
    """A part of the game's page, by the name of the page function that renders it."""
    return getattr(shown.pages, name)(shown.context, *args, **values)


@register.simple_tag
def verdict(shown: ShownGame, report: ReportView, grade: str = "", *, bare: bool = False) -> SafeString:
    """What the rules say to a document of this game, with its score. `bare`: inside of a card."""
    return shown.pages.verdict(report, shown.names, grade=grade, is_bare=bare)


@register.simple_tag
def seat_score(shown: ShownGame, seat: SeatContext, report: ReportView | None = None) -> SafeString:
    """What a seat has scored, beside its name: in the result, or in the `report` of a version."""
    return shown.pages.seat_score(shown.context, report or shown.report, seat.number)


@register.simple_tag
def winner_of(shown: ShownGame, report: ReportView) -> str:
    """The name of the player who won by that report; empty where nobody did alone."""
    return shown.names.get(report.winner or "", "")


@register.simple_tag
def hand_in_ways(shown: ShownGame) -> Sequence[Way]:
    """The ways in which the reader may hand the game in now, the usual one first."""
    return shown.pages.hand_in_ways(shown.context) if shown.may_submit else ()


@register.filter
def begun_first(ways: Sequence[Way]) -> list[Way]:
    """The ways with the one that was begun before the others."""
    return sorted(ways, key=lambda way: not way.is_begun)


@register.filter
def has_form(way: Way, form: str) -> bool:
    """Whether the form of that key is one of this way."""
    return way.has(form)


@register.simple_tag
def begun_in_words(shown: ShownGame, version: Version) -> str:
    """That somebody handed in the beginning of a game that ended early."""
    return shown.pages.begun_in_words(version.report, version.by)


@register.simple_tag
def conflict_parts(shown: ShownGame) -> ConflictView | None:
    """Where the two versions of a conflict differ."""
    found = shown.conflict
    if found is None:
        return None
    versions = (found.first, found.second)
    names, reports = [version.by for version in versions], [version.report for version in versions]
    return shown.pages.conflict(shown.context, names, reports, found.difference)


@register.simple_tag
def desk_entry(system: str, game_key: str, least_grade: str) -> str:
    """The address of the form by which the desk enters a game."""
    return reverse("tournaments:entry", args=[game_key, game_pages(system).desk_entry(least_grade)])


@register.simple_tag
def result_slip(system: str, seats: Any) -> SafeString:
    """The grid of a result slip."""
    return game_pages(system).slip(seats)


@register.simple_tag
def slip_hint(system: str) -> str:
    """What is to be written where on a result slip."""
    return game_pages(system).slip_hint()
