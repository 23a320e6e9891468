"""What an edition of the elemental duel says, in the words and numbers of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from games.pages.core.edition_values import PROVENANCES
from games.pages.elemental.words import DECKS, ELEMENTS, card_in_words

LABELS: Mapping[str, StrOrPromise] = {
    "players": gettext_lazy("Number of players"),
    "board": gettext_lazy("The board"),
    "corners": gettext_lazy("Corners where players start"),
    "star_spots": gettext_lazy("Star spots"),
    "decks.attack": gettext_lazy("Attack cards in the deck"),
    "decks.defense": gettext_lazy("Defense cards in the deck"),
    "counters.w": gettext_lazy("Water counters"),
    "counters.f": gettext_lazy("Fire counters"),
    "counters.g": gettext_lazy("Grass counters"),
    "hand.attack": gettext_lazy("Attack cards dealt"),
    "hand.defense": gettext_lazy("Defense cards dealt"),
    "health": gettext_lazy("Health at the start"),
    "health_max": gettext_lazy("Most health"),
    "knock_out_health": gettext_lazy("Lives for a knock-out"),
    "sudden_duel_stars": gettext_lazy("Stars for a sudden duel"),
    "star_draw_stars": gettext_lazy("Stars for a star draw"),
    "star_draw_cards": gettext_lazy("Cards of a star draw"),
    "rounds": gettext_lazy("Limit of rounds"),
    "rulings.half": gettext_lazy("Halves"),
    "rulings.boundary": gettext_lazy("A step off the board"),
}
"""The values of an edition by their dotted places, in the order of a page. Reports name what they rest on so, too."""
HALVES: Mapping[str, StrOrPromise] = {
    "down": gettext_lazy("are rounded down"),
    "up": gettext_lazy("are rounded up"),
}
BOUNDARIES: Mapping[str, StrOrPromise] = {
    "move": gettext_lazy("ends the whole move"),
    "leg": gettext_lazy("ends that leg; the other one is still walked"),
}
COUNTERS = tuple(f"counters.{element}" for element in "wfg")
NUMBERS = (
    "hand.attack",
    "hand.defense",
    "health",
    "health_max",
    "knock_out_health",
    "sudden_duel_stars",
    "star_draw_stars",
    "star_draw_cards",
    "rounds",
)
VALUES = range(1, 10)


def stated_at(data: Mapping[str, Any], place: str) -> Mapping[str, Any] | None:
    """The stated value at a dotted place; None where the edition has none."""
    found: Any = data
    for name in place.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


@dataclass(frozen=True)
class ShownValue:
    """One value of an edition and where it is from."""

    label: str
    value: str
    provenance: str

    @property
    def is_assumed(self) -> bool:
        return self.provenance == "assumed"

    @property
    def source(self) -> str:
        return str(PROVENANCES[self.provenance])


@dataclass(frozen=True)
class DeckRow:
    """The cards of one element in a deck: how many of each value, 0 for none."""

    element: str
    name: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class ShownDeck:
    """A deck as a table: a row for each element, a column for each value."""

    title: str
    rows: tuple[DeckRow, ...]
    total: int
    said: ShownValue
    values: range = VALUES


def shown_values(data: Mapping[str, Any], places: tuple[str, ...]) -> list[ShownValue]:
    """The values at these places, as far as the edition states them."""
    stated = ((place, stated_at(data, place)) for place in places)
    return [
        ShownValue(str(LABELS[place]), value_in_words(place, each["value"]), each["provenance"])
        for place, each in stated
        if each is not None
    ]


def shown_decks(data: Mapping[str, Any]) -> list[ShownDeck]:
    """Both decks as tables."""
    return [_deck(data, deck) for deck in DECKS]


def _deck(data: Mapping[str, Any], deck: str) -> ShownDeck:
    cards = data["decks"][deck]["value"]
    rows = tuple(
        DeckRow(element, str(name), tuple(cards.get(f"{element}{value}", 0) for value in VALUES))
        for element, name in ELEMENTS.items()
    )
    (said,) = shown_values(data, (f"decks.{deck}",))
    return ShownDeck(str(DECKS[deck]), rows, sum(cards.values()), said)


def assumed_of(data: Mapping[str, Any]) -> list[str]:
    """The values that are assumed, in words."""
    stated = ((label, stated_at(data, place)) for place, label in LABELS.items())
    return [str(label) for label, each in stated if each is not None and each["provenance"] == "assumed"]


def value_in_words(place: str, value: Any) -> str:
    """A value as a page shows it."""
    if place == "players":
        return f"{value[0]}–{value[1]}"
    if place == "corners":
        return "; ".join(f"{number}: {', '.join(spots)}" for number, spots in value.items())
    if place == "star_spots":
        return ", ".join(value)
    if place == "board":
        return f"{len(value[0])} × {len(value)}"
    if place.startswith("decks."):
        return str(sum(value.values()))
    if place.startswith("counters."):
        return str(ELEMENTS[value])
    if place == "rounds" and value is None:
        return _("none")
    words = {"rulings.half": HALVES, "rulings.boundary": BOUNDARIES}.get(place)
    return str(words[value]) if words is not None else str(value)


def edition_values(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every single value, provenance too, by its place in words: what two editions are compared by."""
    for place, label in LABELS.items():
        stated = stated_at(data, place)
        if stated is None:
            continue
        source = PROVENANCES[stated["provenance"]]
        for inner, said in _single(place, stated["value"]):
            yield f"{label} – {inner}" if inner else str(label), f"{said} ({source})"


def _single(place: str, value: Any) -> Iterator[tuple[str, str]]:
    if place.startswith("decks."):
        for card in (f"{element}{number}" for element in ELEMENTS for number in VALUES):
            if value.get(card):
                yield card_in_words(card), str(value[card])
    elif place == "board":
        for number, row in enumerate(value):
            yield str(len(value) - number), row
    elif place == "corners":
        for players, spots in value.items():
            yield players, ", ".join(spots)
    else:
        yield "", value_in_words(place, value)
