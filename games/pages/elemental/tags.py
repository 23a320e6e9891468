"""What an elemental duel looks like: cards, pawns, the board."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.systems.elemental.steps import Hand
from games.pages.elemental.words import DECKS, card_in_words

register = template.Library()

SYMBOLS = {"f": "fire", "w": "water", "g": "grass", "n": "plain"}


@register.simple_tag
def card(name: str | None) -> SafeString:
    """A card, as documents write it, as its value and the sign of its element."""
    if not name:
        return SafeString("–")
    drawn = (
        '<span class="card-sign card-{}" role="img" aria-label="{}">'
        '<svg aria-hidden="true"><use href="{}#{}"></use></svg><b>{}</b></span>'
    )
    symbol = SYMBOLS[name[0]]
    return format_html(drawn, name[0], card_in_words(name), static("elemental/art.svg"), symbol, name[1])


@register.simple_tag
def element(letter: str) -> SafeString:
    """The sign of an element; decoration beside its word."""
    drawn = '<svg class="element-sign card-{}" aria-hidden="true"><use href="{}#{}"></use></svg>'
    return format_html(drawn, letter, static("elemental/art.svg"), SYMBOLS[letter])


@register.simple_tag
def sign(symbol: str, label: str) -> SafeString:
    """A symbol that stands for a word."""
    drawn = '<svg class="word-sign word-{}" role="img" aria-label="{}"><title>{}</title><use href="{}#{}"></use></svg>'
    return format_html(drawn, symbol, label, label, static("elemental/art.svg"), symbol)


@register.inclusion_tag("elemental/hand.html")
def hand(held: Hand) -> dict[str, Any]:
    """The cards that a player holds, attack cards first."""
    sprite = static("elemental/art.svg")
    kinds = [(f"{sprite}#{deck}", DECKS[deck], getattr(held, deck)) for deck in DECKS]
    return {"kinds": [kind for kind in kinds if kind[2]]}


@register.simple_tag
def seat_pawn(seat: str) -> SafeString:
    """A player's pawn, with the number of the seat."""
    label = _("Player %(seat)s") % {"seat": seat}
    return format_html('<span class="pawn-sign pawn-{}" role="img" aria-label="{}">{}</span>', seat, label, seat)


@register.simple_tag
def stars(number: int) -> SafeString:
    """A number of stars."""
    drawn = '<span class="stars-sign"><svg aria-hidden="true"><use href="{}#star"></use></svg>{}</span>'
    return format_html(drawn, static("elemental/art.svg"), number)


@register.inclusion_tag("elemental/board.svg")
def elemental_board(board: dict[str, Any]) -> dict[str, Any]:
    """The board as `boards.board_values` has it."""
    return board
