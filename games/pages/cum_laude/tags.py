"""What Magia Cum Laude looks like: the tower, figures, crystals, cards."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import CRYSTALS, counts_of
from games.pages.cum_laude.boards import drawn_tower, figure_values
from games.pages.cum_laude.marks import figure_mark, seat_mark
from games.pages.cum_laude.words import CRYSTAL_WORDS

register = template.Library()

SIGNS = "cum_laude/signs.svg"


@register.inclusion_tag("cum_laude/tower.svg")
def tower(board: dict[str, Any]) -> dict[str, Any]:
    """The tower as `boards.board_values` or `boards.empty_tower` has it."""
    return board


@register.inclusion_tag("cum_laude/figure_sign.svg")
def figure(name: str, edition: Edition) -> dict[str, Any]:
    """A figure's sign, with the arrow that its colour has on the edition's tower."""
    return {"each": figure_values(name, (16, 16), 14, drawn_tower(edition).angles)}


@register.simple_tag
def gem_count(crystal: str, number: int) -> SafeString:
    """Crystals of a colour with their number."""
    drawn = (
        '<span class="gem-count">{} <svg class="crystal-sign" role="img" aria-label="{}">'
        '<use href="{}#{}"></use></svg></span>'
    )
    return format_html(drawn, number, CRYSTAL_WORDS[crystal], static(SIGNS), crystal)


@register.simple_tag
def seat_sign(seat: str | None) -> SafeString:
    """A player by the number of the seat."""
    return seat_mark(seat)


@register.simple_tag
def figure_sign(name: str) -> SafeString:
    """A figure on a page that has `cum_laude/once.svg`."""
    return figure_mark(name)


@register.simple_tag
def apprentice(colour: str) -> SafeString:
    """An apprentice on a page that has `cum_laude/figures.svg`; decoration beside its name."""
    drawn = '<svg class="figure-sign" viewBox="-21 -21 42 42" aria-hidden="true"><use href="#figure-{}"></use></svg>'
    return format_html(drawn, colour)


@register.simple_tag
def apprentices(mission: str) -> SafeString:
    """The apprentices of a mission by its name in documents; decoration beside their names."""
    return format_html_join("", "{}", ((apprentice(colour),) for colour in mission.split("-")))


@register.simple_tag
def crystal(kind: str, number: int = 1) -> SafeString:
    """That many crystals; decoration beside words."""
    drawn = '<svg class="crystal-sign" aria-hidden="true"><use href="{}#{}"></use></svg>'
    return format_html_join("", drawn, ((static(SIGNS), kind) for _each in range(number)))


@register.simple_tag
def crystals(name: str) -> SafeString:
    """The crystals of a spell or an order by its name in documents; decoration beside words."""
    counted = zip(CRYSTALS, counts_of(name), strict=True)
    return format_html_join("", "{}", ((crystal(kind, number),) for kind, number in counted))
