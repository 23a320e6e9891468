"""What every game system's results have: a grade of evidence, an edition, forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.registry import DEFAULT_JUDGE, GAME_SYSTEMS, game_system
from games.enums import Grade, ResultKind
from games.pages.core import rules
from games.pages.core.context import GameContext
from games.pages.registry import GAME_PAGES, game_pages
from games.selectors.editions import edition_title

register = template.Library()

# Where pages have the key of the game that they are about.
OF_GAMES = ("event.system", "league.system", "shown.game.system", "shown.system", "edition.system", "system")
GRADE_SIGNS = {Grade.RECORD: "proof-3", Grade.SHEET: "proof-2", Grade.SCORE: "proof-1", Grade.BARE: "info"}


@register.simple_tag
def game_styles() -> SafeString:
    """Links to the style sheets of all games: on every page, since a result of any game may stand there."""
    sheets = [(static(sheet),) for pages in GAME_PAGES.values() for sheet in pages.styles]
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', sheets)


@register.simple_tag
def artwork(symbol: str, system: str = "") -> SafeString:
    """A line drawing: `strip` or `winner` of a game, the default one where none is named, or `empty` of none. It is
    decoration."""
    sprite = "img/art.svg" if symbol == "empty" else game_pages(system or DEFAULT_JUDGE).artwork
    size = {"strip": "0 0 300 60", "winner": "0 0 96 96", "empty": "0 0 96 48"}[symbol]
    drawn = '<svg class="art art-{}" viewBox="{}" aria-hidden="true"><use href="{}#{}"></use></svg>'
    return format_html(drawn, symbol, size, static(sprite), symbol)


@register.simple_tag
def score_label(system: str) -> str:
    """What a game's own score is called; of the default game where none is named."""
    return game_pages(system or DEFAULT_JUDGE).score_label()


@register.simple_tag
def game_name(system: str) -> str:
    """What a game is called, where events of several games stand beside each other; empty while there is one."""
    return _(game_system(system).name) if len(GAME_SYSTEMS) > 1 else ""


@register.simple_tag(takes_context=True)
def page_game(context: Context) -> SafeString:
    """The attribute by which a page takes the accent of the game that it is about; none where it is about none."""
    for path in OF_GAMES:
        try:
            system = template.Variable(path).resolve(context)
        except template.VariableDoesNotExist:
            continue
        if system in GAME_PAGES:
            return format_html(' data-game="{}"', system)
    return SafeString("")


@register.simple_tag
def rule_link(system: str, number: str) -> SafeString:
    """The number of a rule in brackets, as a link to what it says."""
    return rules.rule_link(system, number, game_pages(system).rules)


@register.filter
def at(mapping: Mapping[str, Any] | None, key: str) -> Any:
    """The value at a key that stands in a variable; None where there is none."""
    return None if mapping is None else mapping.get(key)


@register.inclusion_tag("components/grade.html")
def grade(value: str, kind: str = ResultKind.PLAYED, parts: int = 0, system: str = DEFAULT_JUDGE) -> dict[str, Any]:
    """An evidence grade: its bars (more bars, more proof), its word, what it proves of a result of that kind as a
    title."""
    proven = game_pages(system).evidence_in_words(value, kind, parts)
    return {"sign": GRADE_SIGNS[Grade(value)], "label": Grade(value).label, "proves": proven}


@register.simple_tag
def proves(value: str, kind: str, parts: int, system: str = DEFAULT_JUDGE) -> str:
    """What is proven about a result."""
    return game_pages(system).evidence_in_words(value, kind, parts)


@register.inclusion_tag("components/edition.html")
def edition(key: str, system: str = DEFAULT_JUDGE) -> dict[str, str]:
    """An edition of the rules: its title as a link to what it says."""
    return {"key": key, "title": edition_title(system, key)}


@register.simple_tag
def entry_address(ctx: GameContext, key: str, rest: str = "", **query: str) -> str:
    """The address of one of the forms by which a game is entered."""
    return ctx.addresses.entry(key, rest, **query)
