"""The mages and duel cards of a game: what may be said at the table, and what was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from games.engine.core.game_system import GameEdition
from games.engine.registry import game_system
from games.engine.systems.magistrar.report import Report, Violation
from games.enums import UNPLAYED_STATES, GameState
from games.models import Game
from games.pages.magistrar.edition_parts import shown_edition
from games.pages.magistrar.reports import sentence_of
from games.selectors.editions import StoredEditions, part_in_words
from games.values.results import name_of_seat
from games.values.state import ReplayedGame

DRAWN = ("mages", "duel_cards")
CARDS_A_GAME = 4  # R27: one for each of duels 1 to 4


@dataclass(frozen=True, slots=True)
class DrawnWords:
    """What was said, in words: each side's mage, and the cards turned up so far, in their order. Empty where none
    is said."""

    mages: Mapping[str, str]
    cards: tuple[str, ...]


def drawn_of(variants: Mapping[str, Any]) -> dict[str, Any]:
    """What of a game's variants is said at the table; the goldens follow from the games before it."""
    return {name: variants[name] for name in DRAWN if name in variants}


def cards_of(variants: Mapping[str, Any]) -> list[str]:
    """The duel cards that were said so far, by key, in the order of their duels."""
    return list(variants.get("duel_cards", ()))


def variants_with(variants: Mapping[str, Any], drawn: Mapping[str, Any]) -> dict[str, Any]:
    """The variants with these mages and cards in place of any others."""
    return {name: value for name, value in variants.items() if name not in DRAWN} | dict(drawn)


def goes_on_from(said: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether `said` says all that `before` says of mages and cards: it may say more, as the next card."""
    cards = cards_of(before)
    return said.get("mages") == before.get("mages", said.get("mages")) and cards_of(said)[: len(cards)] == cards


def may_be_said(state: str, before: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    """Whether a game in that state takes these mages and cards: any while nothing stands handed in, then only what was
    left open, until its result is settled."""
    is_open = state in (GameState.SUBMITTED, GameState.CONFLICTING) and goes_on_from(said, before)
    return state in UNPLAYED_STATES or is_open


def drawn_words(variants: Mapping[str, Any]) -> DrawnWords:
    mages = {side: part_in_words(mage) for side, mage in variants.get("mages", {}).items()}
    return DrawnWords(mages, tuple(part_in_words(card) for card in cards_of(variants)))


def drawn_choices(game: Game, name: str) -> list[tuple[str, str]]:
    """The mages ("mages") or duel cards ("duel_cards") of the game's edition: keys and names, by name."""
    edition = shown_edition(game.edition)
    parts = edition.mages if name == "mages" else edition.cards
    return sorted(((part.key, part.name) for part in parts), key=lambda choice: choice[1])


def drawn_refused(
    game: Game | ReplayedGame, drawn: Mapping[str, Any], editions: Mapping[str, GameEdition] | None = None
) -> Sequence[Violation]:
    """What the engine has against playing this game with these mages and, so far, these cards. `editions`: those that
    may be played with beside the shipped ones; by default those that clubs have here."""
    begun = {
        "format": "magistrar-record/1",
        "starter": name_of_seat(game.system, game.starter),
        "edition": game.edition,
        "variants": variants_with(game.variants, drawn),
        "duels": [],
    }
    known = StoredEditions(game.system) if editions is None else editions
    return cast("Report", game_system(game.system).check_document(begun, known)).violations


def drawn_faults(game: Game, drawn: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    """Sentences on what can't be played of these mages and cards, by where it stands ("mages.black", "duel_cards.2",
    counted from 0; "mages" or "duel_cards" for the whole). `names`: the players' by their side."""
    found: dict[str, str] = {}
    for violation in drawn_refused(game, drawn):
        sentence = sentence_of(game.system, msgspec.to_builtins(violation), names)
        found.setdefault(_place_of(violation.params, drawn), sentence)
    return found


def _place_of(params: Mapping[str, Any], drawn: Mapping[str, Any]) -> str:
    """Where among mages and cards it is that a violation names: of what stands there twice, the second."""
    mages, cards = drawn.get("mages", {}), drawn.get("duel_cards", [])
    if "mage" in params:
        sides = [side for side, mage in mages.items() if mage == params["mage"]]
        return f"mages.{sides[-1]}" if sides else "mages"
    if "card" in params:
        places = [place for place, card in enumerate(cards) if card == params["card"]]
        return f"duel_cards.{places[-1]}" if places else "duel_cards"
    return "mages" if set(mages) != {"white", "black"} and mages else "duel_cards"
