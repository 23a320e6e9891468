"""Cards, moves and the parts of an edition in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

from games.engine.systems.elemental.cards import CARDS

ELEMENTS: Mapping[str, StrOrPromise] = {
    "f": pgettext_lazy("element", "fire"),
    "w": pgettext_lazy("element", "water"),
    "g": pgettext_lazy("element", "grass"),
    "n": pgettext_lazy("element", "non-elemental"),
}
DECKS: Mapping[str, StrOrPromise] = {
    "attack": gettext_lazy("Attack cards"),
    "defense": gettext_lazy("Defense cards"),
}
TOPICS: Mapping[str, StrOrPromise] = {
    "players": gettext_lazy("the number of players"),
    "starter": gettext_lazy("who starts"),
    "turns": gettext_lazy("how many turns were played"),
    "move": gettext_lazy("the move"),
    "duel": gettext_lazy("the duel"),
    "attack": gettext_lazy("the attack card"),
    "defense": gettext_lazy("the defense card"),
    "sudden": gettext_lazy("the sudden duels"),
    "target": gettext_lazy("who is attacked"),
    "returns": gettext_lazy("where the used stars go"),
    "star_draws": gettext_lazy("the star draws"),
    "deck": gettext_lazy("the deck"),
    "slips": gettext_lazy("the cards of the slip"),
    "placings": gettext_lazy("the place"),
    "health": gettext_lazy("Health"),
    "stars": gettext_lazy("Stars"),
}
"""What two documents can differ on."""
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def card_in_words(card: str) -> str:
    """A card as people call it, from what documents call it: "fire 2" of `f2`."""
    return _("%(element)s %(value)s") % {"element": ELEMENTS[card[0]], "value": card[1]}


def value_in_words(what: str, value: object) -> str:
    """A value that two documents differ on, as documents write it. Of something with parts it is told that it is
    there."""
    text = str(value)
    if value is None:
        return _("none")
    if text[:1] in ("{", "["):
        return _("noted")
    if what in ("starter", "target"):
        return _("Player %(seat)s") % {"seat": text}
    if text in CARDS:
        return card_in_words(text)
    if what == "move":
        return move_in_words(text)
    return str(DECKS[text]) if text in DECKS else text


def move_in_words(move: str) -> str:
    """Both legs as they were walked: "↑3 →5" of `N3E5`."""
    return f"{ARROWS[move[0]]}{move[1]} {ARROWS[move[2]]}{move[3]}"
