"""How the variants of a document differ from those of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from games.pages.magistrar.variants import cards_of, drawn_words


def variants_in_words(said: Mapping[str, Any], variants: Mapping[str, Any]) -> list[str]:
    """Where a document's variants aren't the game's, how the game has them: a sentence for each kind, and the first
    card that is another one by its duel. Cards that only one of them knows are none, unless there is nothing else."""
    differing = [name for name in _VARIANTS if said.get(name) != variants.get(name)]
    both = min(len(cards_of(said)), len(cards_of(variants)))
    is_known = both > 0 and cards_of(said)[:both] == cards_of(variants)[:both]
    return [
        _VARIANTS[name](said, variants)
        for name in differing
        if name != "duel_cards" or not is_known or differing == ["duel_cards"]
    ]


def _mages_words(said: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    if "mages" not in variants:
        return gettext("No mages are set for this game.")
    mages = drawn_words(variants).mages
    return gettext("The mages of this game: White has %(white)s, Black has %(black)s.") % mages


def _cards_words(said: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    if "duel_cards" not in variants:
        return gettext("No duel cards are set for this game.")
    ours, theirs = drawn_words(variants).cards, drawn_words(said).cards
    sentence = gettext("The duel cards of this game, in order: %(cards)s.") % {"cards": ", ".join(ours)}
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
        if our != their:
            first = gettext("The card of duel %(number)d is %(ours)s here, not %(theirs)s.")
            return f"{first % {'number': number, 'ours': our, 'theirs': their}} {sentence}"
    return sentence


def _golden_words(said: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    golden = variants.get("golden", {})
    bags = {side: _bag_words(golden.get(side, 0)) for side in ("white", "black")}
    return gettext("White’s bag holds %(white)s, Black’s %(black)s.") % bags


_VARIANTS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], str]] = {
    "mages": _mages_words,
    "duel_cards": _cards_words,
    "golden": _golden_words,
}


def _bag_words(goldens: int) -> str:
    if not goldens:
        return gettext("14 light, 14 dark, 2 super and no golden energies")
    return ngettext(
        "14 light, 14 dark, 2 super and %(count)d golden energy",
        "14 light, 14 dark, 2 super and %(count)d golden energies",
        goldens,
    ) % {"count": goldens}
