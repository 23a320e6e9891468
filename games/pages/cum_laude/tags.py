"""What Magia Cum Laude looks like: apprentices and crystals."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.engine.systems.cum_laude.names import CRYSTALS, counts_of

register = template.Library()

SIGNS = "cum_laude/signs.svg"


@register.simple_tag
def apprentice(colour: str) -> SafeString:
    """An apprentice; decoration beside its name."""
    drawn = '<svg class="figure-sign figure-{}" aria-hidden="true"><use href="{}#apprentice"></use></svg>'
    return format_html(drawn, colour, static(SIGNS))


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
