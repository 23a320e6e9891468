"""Small drawings within lines: figures, rows of crystals, cards, seats. Those of a replay draw by what its page has
once, as a game has many steps (`cum_laude/once.svg`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.names import CRYSTALS, Counts
from games.pages.cum_laude.boards import Point, gem_paths
from games.pages.cum_laude.words import card_in_words, figure_in_words

GEM_WIDTH, CARD_WIDTH = 30, 27


def seat_mark(seat: str | None) -> SafeString:
    """A player by the number of the seat; nothing for none."""
    if not seat:
        return SafeString("")
    label = _("Player %(seat)s") % {"seat": seat}
    return format_html('<span class="seat-sign" role="img" aria-label="{}">{}</span>', label, seat)


def figure_mark(figure: str) -> SafeString:
    """A figure, as the page has it once."""
    drawn = (
        '<svg class="figure-mark" viewBox="-21 -21 42 42" role="img" aria-label="{}">'
        '<use href="#figure-{}"></use></svg>'
    )
    return format_html(drawn, figure_in_words(figure), figure)


def gems_mark(needed: Counts, held: Counts, words: str) -> SafeString:
    """The crystals of a spell or an order in a row: those that are there filled, the others as outlines."""
    width, paths = _gems(needed, held)
    return mark_safe(  # numbers and escaped words
        f'<svg class="gems" viewBox="0 0 {width} 32" width="{width}" height="32" role="img"'
        f' aria-label="{escape(words)}">{paths}</svg>'
    )


@lru_cache(maxsize=4096)
def _gems(needed: Counts, held: Counts) -> tuple[int, str]:
    """Width and paths of a row of crystals."""
    there: dict[str, list[Point]] = {}
    lacking: dict[str, list[Point]] = {}
    slot = 0
    for kind, needs, has in zip(CRYSTALS, needed, held, strict=True):
        for number in range(needs):
            (there if number < has else lacking).setdefault(kind, []).append((GEM_WIDTH // 2 + slot * GEM_WIDTH, 16))
            slot += 1
    paths = [f'<path class="gem-{each["kind"]}" d="{each["path"]}"/>' for each in gem_paths(there)]
    paths += [f'<path class="is-lacking" d="{each["path"]}"/>' for each in gem_paths(lacking)]
    return slot * GEM_WIDTH, "".join(paths)


def hand_mark(cards: Sequence[str]) -> SafeString:
    """Cards beside each other, as the page has them once; nothing for none."""
    if not cards:
        return SafeString("")
    width = len(cards) * CARD_WIDTH
    drawn = "".join(f'<use href="#card-{card}" x="{place * CARD_WIDTH}"/>' for place, card in enumerate(cards))
    words = escape("; ".join(_card_words(card, get_language() or "") for card in cards))
    return mark_safe(  # names of cards and escaped words
        f'<svg class="movement-cards" viewBox="0 0 {width} 36" width="{width}" height="36" role="img"'
        f' aria-label="{words}">{drawn}</svg>'
    )


@lru_cache(maxsize=512)
def _card_words(card: str, _language: str) -> str:
    return card_in_words(card)
