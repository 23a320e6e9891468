"""Cards, moves and the parts of an edition in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

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
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def card_in_words(card: str) -> str:
    """A card as people call it, from what documents call it: "fire 2" of `f2`."""
    return _("%(element)s %(value)s") % {"element": ELEMENTS[card[0]], "value": card[1]}


def move_in_words(move: str) -> str:
    """Both legs as they were walked: "↑3 →5" of `N3E5`."""
    return f"{ARROWS[move[0]]}{move[1]} {ARROWS[move[2]]}{move[3]}"
