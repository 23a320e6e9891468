"""The mages and duel cards of a game, as pages show what was said at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.core.choices import said_of, values_by_part
from games.engine.systems.magistrar.at_table import CARDS, CHOICES, MAGES
from games.selectors.editions import part_in_words

CARDS_A_GAME = CARDS.parts


@dataclass(frozen=True, slots=True)
class DrawnWords:
    """What was said, in words: each side's mage, and the cards turned up so far, in their order. Empty where none
    is said."""

    mages: Mapping[str, str]
    cards: tuple[str, ...]


def drawn_of(variants: Mapping[str, Any]) -> dict[str, Any]:
    """What of a game's variants is said at the table; the goldens follow from the games before it."""
    return said_of(CHOICES, variants)


def cards_of(variants: Mapping[str, Any]) -> list[str]:
    """The duel cards that were said so far, by key, in the order of their duels."""
    return values_by_part(CARDS, variants)


def drawn_words(variants: Mapping[str, Any]) -> DrawnWords:
    mages = {side: part_in_words(mage) for side, mage in variants.get(MAGES.key, {}).items()}
    return DrawnWords(mages, tuple(part_in_words(card) for card in cards_of(variants)))
