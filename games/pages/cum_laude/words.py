"""Apprentices, crystals, cards, tiles and the other names of documents, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

from games.engine.systems.cum_laude.names import COLOUR_LETTERS, COLOURS, CRYSTALS, EXAMINER, SYMBOLS, counts_of
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS

APPRENTICES: Mapping[str, StrOrPromise] = {
    "red": pgettext_lazy("apprentice", "Red"),
    "black": pgettext_lazy("apprentice", "Black"),
    "yellow": pgettext_lazy("apprentice", "Yellow"),
    "green": pgettext_lazy("apprentice", "Green"),
    "blue": pgettext_lazy("apprentice", "Blue"),
    "brown": pgettext_lazy("apprentice", "Brown"),
}
"""The apprentices, who are called by their colours."""
FIGURES: Mapping[str, StrOrPromise] = {**APPRENTICES, EXAMINER: gettext_lazy("Examiner")}
CRYSTAL_WORDS: Mapping[str, StrOrPromise] = {
    "white": pgettext_lazy("crystal", "white"),
    "blue": pgettext_lazy("crystal", "blue"),
    "red": pgettext_lazy("crystal", "red"),
}
ACTIONS: Mapping[str, StrOrPromise] = {
    "step": gettext_lazy("examiner steps"),
    "trade": gettext_lazy("steal or give"),
    "again": gettext_lazy("second turn"),
    "places": gettext_lazy("change places"),
}
"""The symbols of movement cards, by their names in an edition."""
TILE_COLOURS: Mapping[str, StrOrPromise] = {
    "white": pgettext_lazy("tile", "white (owl)"),
    "gray": pgettext_lazy("tile", "gray (stoat)"),
    "black": pgettext_lazy("tile", "black (dragon)"),
}
ENDINGS: Mapping[str | None, StrOrPromise] = {
    "finish": gettext_lazy("finished"),
    "pile": gettext_lazy("the draw pile was used up"),
    None: gettext_lazy("not over yet"),
}
"""How a game ended."""
TOPICS: Mapping[str, StrOrPromise] = {
    "players": gettext_lazy("the number of players"),
    "starter": gettext_lazy("who starts"),
    "turns": gettext_lazy("how many turns were played"),
    "change_places": gettext_lazy("the change-places cards"),
    "crystals": gettext_lazy("the crystals on the tower"),
    "spells": gettext_lazy("the spells"),
    "missions": gettext_lazy("the mission"),
    "mission": gettext_lazy("the mission"),
    "orders": gettext_lazy("the order"),
    "order": gettext_lazy("the order"),
    "extra": gettext_lazy("the extra order"),
    "hands": gettext_lazy("the cards dealt"),
    "pile": gettext_lazy("the draw pile"),
    "name": gettext_lazy("the figure named"),
    "from": gettext_lazy("whose card was drawn"),
    "drew": gettext_lazy("the card drawn"),
    "cards": gettext_lazy("the cards played"),
    "to": gettext_lazy("where the movement ended"),
    "takes": gettext_lazy("the crystals taken"),
    "exams": gettext_lazy("the exams"),
    "action": gettext_lazy("the additional action"),
    "discard": gettext_lazy("the cards discarded"),
    "finish": gettext_lazy("whether the game was ended"),
    "fulfilled": gettext_lazy("whether the order is uncovered"),
    "stock": gettext_lazy("the stock"),
    "complete_spells": gettext_lazy("the complete spells"),
    "finishers": gettext_lazy("who finished"),
    "vp": gettext_lazy("the victory points"),
    "victory_points": gettext_lazy("the victory points"),
    "tie_break": gettext_lazy("the matching crystals"),
    "matching": gettext_lazy("the matching crystals"),
    "placings": gettext_lazy("the place"),
}
"""What two documents can differ on."""


def figure_in_words(name: str) -> str:
    return str(FIGURES[name])


def crystal_in_words(crystal: str) -> str:
    """A crystal by its name, or by its letter as a set-up has it."""
    return str(CRYSTAL_WORDS[crystal if crystal in CRYSTAL_WORDS else CRYSTALS[CRYSTAL_LETTERS.index(crystal)]])


def counts_in_words(digits: str) -> str:
    """The crystals of a spell or an order: "3 white, 2 blue" of `320`."""
    counted = zip(counts_of(digits), CRYSTALS, strict=True)
    return ", ".join(
        _("%(number)s %(crystal)s") % {"number": number, "crystal": CRYSTAL_WORDS[crystal]}
        for number, crystal in counted
        if number
    )


def colours_in_words(colours: Iterable[str]) -> str:
    """Apprentices in a row: "Red, Black"."""
    return ", ".join(str(APPRENTICES[colour]) for colour in colours)


def mission_in_words(mission: str) -> str:
    """A mission by its two apprentices: "Red – Black" of `red-black`."""
    return " – ".join(str(APPRENTICES[colour]) for colour in mission.split("-"))


def card_in_words(card: str) -> str:
    """A movement card: "Red, examiner steps" of `rs`."""
    colour = str(APPRENTICES[COLOURS[COLOUR_LETTERS[card[0]]]])
    action = next((ACTIONS[name] for name, letter in SYMBOLS.items() if letter == card[1:]), None)
    return colour if action is None else _("%(colour)s, %(action)s") % {"colour": colour, "action": action}


def tile_in_words(tile: str) -> str:
    """A tile by its name on the tower; an oriel by its colour."""
    colour, _hyphen, oriel = tile.partition("-")
    return _("oriel of %(colour)s") % {"colour": APPRENTICES[colour]} if oriel else tile


PARAMS: Mapping[str, Callable[[str], str]] = {
    "figure": figure_in_words,
    "crystal": crystal_in_words,
    "card": card_in_words,
    "tile": tile_in_words,
    "seats": lambda seats: ", ".join(_("Player %(seat)s") % {"seat": seat} for seat in seats.split(", ")),
    "givers": lambda colours: colours_in_words(colours.split(", ")),
}
"""What the engine's sentences name, by the names of their parameters."""


def params_in_words(params: Mapping[str, str | int]) -> dict[str, str | int]:
    """The parameters of a sentence, as a page says them."""
    said: dict[str, str | int] = {}
    for name, value in params.items():
        in_words = PARAMS.get(name)
        if in_words is not None:
            said[name] = in_words(str(value))
        else:
            said[name] = thing_in_words(str(value)) if name == "what" else value
    return said


def thing_in_words(name: str) -> str:
    """A mission, an order or a spell by its name in documents."""
    return mission_in_words(name) if "-" in name else counts_in_words(name)
