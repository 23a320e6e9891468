"""The mages and duel cards of a game: what may be said at the table, and what was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.core.game_system import GameEdition
from games.engine.core.report import Violation
from games.engine.registry import game_system
from games.models import Game
from games.selectors.edition_parts import part_in_words, shown_edition
from games.selectors.editions import StoredEditions
from games.selectors.said import GameSays

DRAWN = ("mages", "duel_cards")
CARDS_A_GAME = 4  # R27: one for each of duels 1 to 4


@dataclass(frozen=True, slots=True)
class DrawnWords:
    """What was said, in words: each side's mage, and the cards in their order. Empty where that isn't played."""

    mages: Mapping[str, str]
    cards: tuple[str, ...]


def drawn_of(variants: Mapping[str, Any]) -> dict[str, Any]:
    """What of a game's variants is said at the table; the goldens follow from the games before it."""
    return {name: variants[name] for name in DRAWN if name in variants}


def variants_with(variants: Mapping[str, Any], drawn: Mapping[str, Any]) -> dict[str, Any]:
    """The variants with these mages and cards in place of any others."""
    return {name: value for name, value in variants.items() if name not in DRAWN} | dict(drawn)


def drawn_words(variants: Mapping[str, Any]) -> DrawnWords:
    mages = {side: part_in_words(mage) for side, mage in variants.get("mages", {}).items()}
    return DrawnWords(mages, tuple(part_in_words(card) for card in variants.get("duel_cards", ())))


def drawn_choices(game: Game, name: str) -> list[tuple[str, str]]:
    """The mages ("mages") or duel cards ("duel_cards") of the game's edition: keys and names, by name."""
    edition = shown_edition(game.edition)
    parts = edition.mages if name == "mages" else edition.cards
    return sorted(((part.key, part.name) for part in parts), key=lambda choice: choice[1])


def drawn_refused(
    game: Game | GameSays, drawn: Mapping[str, Any], editions: Mapping[str, GameEdition] | None = None
) -> Sequence[Violation]:
    """What the engine has against playing this game with these mages and cards. `editions`: those that may be played
    with beside the shipped ones; by default those that clubs have here."""
    begun = {
        "format": "magistrar-record/1",
        "starter": str(game.starter),
        "edition": game.edition,
        "variants": variants_with(game.variants, drawn),
        "duels": [],
    }
    known = StoredEditions(game.system) if editions is None else editions
    return game_system(game.system).check_document(begun, known).violations


def cards_number_wrong(drawn: Mapping[str, Any]) -> str:
    """A sentence where there isn't one card for each of duels 1 to 4; else empty."""
    number = len(drawn.get("duel_cards", range(CARDS_A_GAME)))
    return (
        "" if number == CARDS_A_GAME else _("Four duel cards are needed, for duels 1 to 4, not %(n)d.") % {"n": number}
    )
