"""What an edition of Magia Cum Laude says, in the words and numbers of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django_stubs_ext import StrOrPromise

from games.engine.systems.cum_laude.names import COLOURS
from games.pages.core.edition_values import PROVENANCES
from games.pages.core.generic_reports import minus
from games.pages.cum_laude.words import (
    ACTIONS,
    APPRENTICES,
    CRYSTAL_WORDS,
    TILE_COLOURS,
    colours_in_words,
    counts_in_words,
    mission_in_words,
)

LABELS: Mapping[str, StrOrPromise] = {
    "board": gettext_lazy("The tower"),
    "crystals": gettext_lazy("Crystals"),
    "movement_cards": gettext_lazy("Movement cards of each colour"),
    "spells": gettext_lazy("Spells"),
    "orders": gettext_lazy("Orders"),
    "missions": gettext_lazy("Missions"),
    "points": gettext_lazy("Victory points"),
    "counts": gettext_lazy("Cards in hand and drawn"),
    "rulings.counting_spell": gettext_lazy("Which spells count"),
}
"""The values of an edition by their dotted places, in the order of a page."""
CARD_KINDS: Mapping[str, StrOrPromise] = {"plain": pgettext_lazy("movement card", "without a symbol"), **ACTIONS}
POINTS: Mapping[str, StrOrPromise] = {
    "spell": gettext_lazy("A complete spell of the mission"),
    "finish": gettext_lazy("Finishing alone"),
    "finish_shared": gettext_lazy("Finishing together"),
    "order": gettext_lazy("An uncovered order"),
    "matching": gettext_lazy("A matching crystal"),
    "mismatching": gettext_lazy("Any other crystal"),
}
COUNTS: Mapping[str, StrOrPromise] = {
    "hand": gettext_lazy("Cards dealt"),
    "hand_limit": gettext_lazy("Most cards in hand"),
    "examiner_cards": gettext_lazy("Cards that move the examiner"),
    "white": gettext_lazy("Drawn on a white tile"),
    "gray": gettext_lazy("Drawn on a gray tile"),
    "black": gettext_lazy("Drawn on a black tile"),
}
COUNTING: Mapping[str, StrOrPromise] = {
    "complete": gettext_lazy("complete ones, passed or not"),
    "passed": gettext_lazy("only passed ones (turned)"),
}
NUMBERS: Mapping[str, Mapping[str, StrOrPromise]] = {
    "crystals": CRYSTAL_WORDS,
    "movement_cards": CARD_KINDS,
    "points": POINTS,
    "counts": COUNTS,
}
"""The values that are numbers by names, and what these are called."""


def stated_at(data: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """The stated value at a dotted place."""
    found: Any = data
    for name in place.split("."):
        found = found[name]
    stated: Mapping[str, Any] = found
    return stated


def orders_of(data: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The orders by falling digits, with their numbers; a database keeps them in another order."""
    return sorted(data["orders"]["value"].items(), reverse=True)


def missions_of(data: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """The missions in the order of their colours, with the four numbered ones."""
    return sorted(data["missions"]["value"].items(), key=lambda mission: [*map(COLOURS.index, mission[0].split("-"))])


@dataclass(frozen=True)
class Said:
    """A value of an edition, what it is called and where it is from. `rows`: its single values in words."""

    label: str
    provenance: str
    rows: Sequence[tuple[str, Any]]

    @property
    def is_assumed(self) -> bool:
        return self.provenance == "assumed"

    @property
    def source(self) -> str:
        return str(PROVENANCES[self.provenance])


@dataclass(frozen=True)
class Oriel:
    """A start tile as a row of a table."""

    colour: str
    name: str
    tile: str
    door: str
    ways_in: str
    ways_out: str


def said_at(data: Mapping[str, Any], place: str) -> Said:
    """The value at a dotted place."""
    stated = stated_at(data, place)
    return Said(str(LABELS[place]), stated["provenance"], list(_singles(place, stated["value"])))


def body_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """What the page of an edition shows beside its tower."""
    board = data["board"]["value"]
    return {
        "said": {place.replace(".", "_"): said_at(data, place) for place in LABELS},
        "oriels": [_oriel(colour, board["oriels"][colour]) for colour in COLOURS],
        "spells": [(spell, counts_in_words(spell)) for spell in data["spells"]["value"]],
        "orders": [(order, counts_in_words(order), number) for order, number in orders_of(data)],
        "missions": [
            (mission, mission_in_words(mission), [(colour, APPRENTICES[colour]) for colour in others])
            for mission, others in missions_of(data)
        ],
    }


def _oriel(colour: str, oriel: Mapping[str, Any]) -> Oriel:
    return Oriel(
        colour,
        str(APPRENTICES[colour]),
        str(TILE_COLOURS[oriel["colour"]]),
        oriel["door"],
        colours_in_words(oriel["in"]),
        colours_in_words(oriel["out"]),
    )


def assumed_of(data: Mapping[str, Any]) -> list[str]:
    """The values that are assumed, in words."""
    return [str(label) for place, label in LABELS.items() if stated_at(data, place)["provenance"] == "assumed"]


def edition_values(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every single value, provenance too, by its place in words: what two editions are compared by."""
    for place in LABELS:
        said = said_at(data, place)
        for inner, value in said.rows:
            yield f"{said.label} – {inner}" if inner else said.label, f"{value} ({said.source})"


def _singles(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    if place in NUMBERS:
        for name, label in NUMBERS[place].items():
            yield str(label), minus(value[name])
    elif place == "board":
        yield from _tower(value)
    elif place == "spells":
        for spell in value:
            yield counts_in_words(spell), _("in the box")
    elif place == "orders":
        for order, number in value.items():
            yield counts_in_words(order), number
    elif place == "missions":
        for mission, others in value.items():
            yield mission_in_words(mission), colours_in_words(others)
    else:
        yield "", str(COUNTING[value])


def _tower(board: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for row, (first, colours) in board["rows"].items():
        yield _("row %(row)s") % {"row": row}, f"{first} {colours}"
    yield pgettext("tower", "desk"), board["desk"]
    for colour in COLOURS:
        rows, numbers = board["directions"][colour]
        yield _("direction of %(colour)s") % {"colour": APPRENTICES[colour]}, f"{rows} {numbers}"
    for colour in COLOURS:
        oriel = _oriel(colour, board["oriels"][colour])
        yield (
            _("oriel of %(colour)s") % {"colour": oriel.name},
            f"{oriel.tile}, {oriel.door}, {oriel.ways_in} / {oriel.ways_out}",
        )
