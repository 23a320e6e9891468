"""Where two versions of a game part, in the words and symbols of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.core.evidence import Difference
from games.pages.magistrar.reports import SIDE_WORDS, SIDES, place_in_words

Said = str | int | None

# What the letters of the formats stand for: the symbol of the sprite, and its word.
ENERGIES: dict[str, tuple[str, Any]] = {
    "L": ("light", gettext_lazy("light energy")),
    "D": ("dark", gettext_lazy("dark energy")),
    "S": ("super", gettext_lazy("super energy")),
    "G": ("golden", gettext_lazy("golden super energy")),
}
PAWNS: dict[str, tuple[str, Any]] = {
    "W": ("weak", gettext_lazy("weak spell pawn")),
    "M": ("medium", gettext_lazy("medium spell pawn")),
    "S": ("strong", gettext_lazy("strong spell pawn")),
    "-": ("", gettext_lazy("no spell pawn")),
}
DIRECTIONS: dict[str, tuple[str, Any]] = {
    "L": ("light", gettext_lazy("towards light")),
    "D": ("dark", gettext_lazy("towards dark")),
    ".": ("", gettext_lazy("not moved")),
}

# What differs, by the name that the engine gives it. Spells are named by SPELLS; whatever else there is, by itself.
TOPICS: dict[str, Any] = {
    "edition": gettext_lazy("the edition of the rules"),
    "starter": gettext_lazy("the starting player"),
    "mages": gettext_lazy("the mage card"),
    "duel_cards": gettext_lazy("the duel card"),
    "golden": gettext_lazy("the golden super energies"),
    "duels": gettext_lazy("the number of duels played"),
    "tokens": gettext_lazy("the energy token"),
    "pawns": gettext_lazy("the spell pawn"),
    "order": gettext_lazy("the order of the encounters"),
    "moves": gettext_lazy("where the super energies won moved the scoring pawn"),
    "light": gettext_lazy("the light energy won"),
    "dark": gettext_lazy("the dark energy won"),
    "super": gettext_lazy("the super energies won"),
    "honoris": gettext_lazy("Honoris"),
    "markers": gettext_lazy("the duel markers"),
}
SPELLS: dict[str, Any] = {
    "exchange_tokens": gettext_lazy("the special spell that exchanges tokens"),
    "strengthen_pawn": gettext_lazy("the special spell that strengthens a pawn"),
    "surge": gettext_lazy("the special spell that moves the scoring pawn"),
    "reinforcement": gettext_lazy("the duel card’s reinforcement"),
    "triumph": gettext_lazy("the duel card’s triumph"),
}
IN_DIRECTIONS = frozenset({"moves", "super", "surge", "triumph"})


@dataclass(frozen=True)
class ShownSaid:
    """What one version says: symbols, each with its word, or (`symbols` empty) a text."""

    symbols: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True)
class ShownDifference:
    """One thing on which two versions differ. `where` is empty for what belongs to the whole game."""

    where: str
    topic: str
    first: ShownSaid
    second: ShownSaid
    duel: int | None


def shown_difference(difference: Difference) -> ShownDifference:
    """A difference for a page, in the reader's language."""
    what, duel = difference.what, difference.part
    side = None if difference.seat is None else SIDES[difference.seat - 1]
    is_placed = duel is not None or side is not None
    where = place_in_words(duel, difference.position, side) if is_placed else ""
    if what == "duels":  # `duel` is the first that only one of them has
        where = ""
    topic = TOPICS.get(what) or SPELLS.get(what) or what
    return ShownDifference(
        where=where,
        topic=str(topic),
        first=_said(what, difference.first, duel),
        second=_said(what, difference.second, duel),
        duel=None if what == "duel_cards" else duel,
    )


def _said(what: str, value: Said, duel: int | None) -> ShownSaid:
    """A value in the letters of the formats, as symbols and words."""
    if value is None or value == "":
        return ShownSaid((), _("nothing"))
    if what == "starter":
        return ShownSaid(((f"side-{value}", str(SIDE_WORDS[str(value)])),), "")
    letters = _letters_of(what, in_duel=duel is not None)
    if letters and isinstance(value, str) and all(letter in letters for letter in value.replace(" ", "")):
        said = [letters[letter] for letter in value.replace(" ", "")]
        return ShownSaid(tuple((symbol, str(word)) for symbol, word in said), "")
    return ShownSaid((), _words(what, value))


def _letters_of(what: str, *, in_duel: bool) -> dict[str, tuple[str, Any]] | None:
    if what == "tokens":
        return ENERGIES
    if what == "pawns":
        return PAWNS
    if what in IN_DIRECTIONS or (what == "golden" and in_duel):
        return DIRECTIONS
    return None


def _words(what: str, value: Said) -> str:
    text = str(value)
    if what == "honoris":
        return text.replace("-", "−")
    if what == "mages":
        return text.capitalize()
    if what == "duel_cards":
        return text.replace(" ", ", ").replace("_", " ")
    if what in SPELLS:
        return _("encounter %(numbers)s") % {"numbers": text.replace(" ", ", ")}
    return text.replace(" ", ", ") if what == "order" else text
