"""An edition of the elemental duel as a form: every value of the box with where it is from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from games.engine.core.seats import MOST_SEATS
from games.pages.core.stated_edition_form import StatedEditionForm
from games.pages.core.stated_fields import StatedField
from games.pages.elemental.edition_parts import (
    BOUNDARIES,
    COUNTERS,
    HALVES,
    LABELS,
    NUMBERS,
    VALUES,
    stated_at,
)
from games.pages.elemental.words import DECKS, ELEMENTS, card_in_words

LEAST_PLAYERS = 2
MOST_COPIES = 99
MOST = 999
FROM_0 = frozenset({"knock_out_health"})


@dataclass(frozen=True)
class CardFields:
    """The fields of one element's cards: how many of each value."""

    element: str
    name: str
    counts: tuple[BoundField, ...]


@dataclass(frozen=True)
class DeckFields:
    """The fields of a deck."""

    key: str
    title: str
    rows: tuple[CardFields, ...]
    source: BoundField
    values: range = VALUES


class EditionForm(StatedEditionForm):
    """Every value of the box."""

    def initial_of(self, edition: Mapping[str, Any]) -> dict[str, Any]:
        return initial_of(edition)

    def add_fields(self, said: Mapping[str, Any]) -> None:
        self._add_board(said)
        for deck in DECKS:
            self._add_deck(deck)
        for place in COUNTERS:
            choices = [("", _("nothing")), *((element, ELEMENTS[element]) for element in "fwg")]
            self.add_stated(_name(place), forms.ChoiceField(label=LABELS[place], choices=choices, required=False))
        for place in NUMBERS:
            self._add_number(place)
        for place, words in (("rulings.half", HALVES), ("rulings.boundary", BOUNDARIES)):
            self.add_stated(_name(place), forms.ChoiceField(label=LABELS[place], choices=list(words.items())))

    def _add_board(self, said: Mapping[str, Any]) -> None:
        for name, label in (("least", _("Fewest players")), ("most", _("Most players"))):
            self.fields[f"players_{name}"] = forms.IntegerField(
                label=label, min_value=LEAST_PLAYERS, max_value=MOST_SEATS
            )
        self.add_source("players", str(LABELS["players"]))
        board = forms.CharField(
            label=LABELS["board"],
            help_text=_("A line for each row from the top, M for magenta and W for white."),
            widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "code"}),
        )
        self.add_stated("board", board)
        self.add_stated("star_spots", _spots(LABELS["star_spots"]))
        for number in _numbers_of_players(said):
            self.fields[f"corners_{number}"] = _spots(_("Corners of %(number)d players") % {"number": number})
        self.add_source("corners", str(LABELS["corners"]))

    def _add_deck(self, deck: str) -> None:
        for card in _cards():
            label = f"{DECKS[deck]}: {card_in_words(card)}"
            count = forms.IntegerField(label=label, min_value=0, max_value=MOST_COPIES, required=False)
            count.widget.attrs["class"] = "count"
            self.fields[f"{deck}_{card}"] = count
        self.add_source(deck, str(LABELS[f"decks.{deck}"]))

    def _add_number(self, place: str) -> None:
        is_open = place == "rounds"
        field = forms.IntegerField(
            label=LABELS[place], min_value=0 if place in FROM_0 else 1, max_value=MOST, required=not is_open
        )
        if is_open:
            field.help_text = _("Empty: no limit.")
        self.add_stated(_name(place), field)
        self.fields[f"{_name(place)}_from"].required = True

    # What the page lays out

    def players(self) -> list[BoundField]:
        return [self["players_least"], self["players_most"], self["players_from"]]

    def board_fields(self) -> list[StatedField]:
        return [self.stated("board"), self.stated("star_spots")]

    def corners(self) -> list[BoundField]:
        names = [name for name in self.fields if name.startswith("corners_") and name != "corners_from"]
        return [self[name] for name in (*names, "corners_from")]

    def decks(self) -> list[DeckFields]:
        return [
            DeckFields(deck, str(title), tuple(self._rows(deck)), self[f"{deck}_from"]) for deck, title in DECKS.items()
        ]

    def _rows(self, deck: str) -> list[CardFields]:
        return [
            CardFields(element, str(name), tuple(self[f"{deck}_{element}{value}"] for value in VALUES))
            for element, name in ELEMENTS.items()
        ]

    def numbers(self) -> list[StatedField]:
        return [self.stated(_name(place)) for place in NUMBERS]

    def rulings(self) -> list[StatedField]:
        return [self.stated(_name(place)) for place in (*COUNTERS, "rulings.half", "rulings.boundary")]

    # What was sent

    @property
    def edition_data(self) -> dict[str, Any]:
        said = self.cleaned_data
        least, most = said["players_least"], said["players_most"]
        corners = {str(number): _listed(said.get(f"corners_{number}")) for number in range(least, most + 1)}
        data: dict[str, Any] = {
            "players": self.with_source("players", [least, most]),
            "board": self.with_source(
                "board", [_row(line) for line in said["board"].splitlines() if line.strip()] or [""]
            ),
            "corners": self.with_source("corners", corners),
            "star_spots": self.with_source("star_spots", _listed(said["star_spots"])),
            "decks": {
                deck: self.with_source(
                    deck, {card: said[f"{deck}_{card}"] for card in _cards() if said[f"{deck}_{card}"]}
                )
                for deck in DECKS
            },
            "counters": {},
            "hand": {},
            "rulings": {},
        }
        for place in (*COUNTERS, *NUMBERS, "rulings.half", "rulings.boundary"):
            section, _dot, inner = place.rpartition(".")
            value = said[_name(place)]
            if value != "":
                (data[section] if section else data)[inner] = self.with_source(_name(place), value)
        return data

    def field_at(self, place: str) -> str:
        """Of a deck as a whole, the field beside it."""
        section, _dot, inner = place.partition(".")
        if section == "decks":
            return f"{inner.partition('.')[0]}_from"
        return {"players": "players_most", "corners": f"corners_{inner}"}.get(section, _name(place))


def initial_of(edition: Mapping[str, Any]) -> dict[str, Any]:
    """The edition by the names of the fields."""
    initial: dict[str, Any] = {
        "players_least": edition["players"]["value"][0],
        "players_most": edition["players"]["value"][1],
        "board": "\n".join(edition["board"]["value"]),
        "star_spots": " ".join(edition["star_spots"]["value"]),
    }
    for name in ("players", "board", "star_spots", "corners"):
        initial[f"{name}_from"] = edition[name]["provenance"]
    for number, spots in edition["corners"]["value"].items():
        initial[f"corners_{number}"] = " ".join(spots)
    for deck in DECKS:
        initial[f"{deck}_from"] = edition["decks"][deck]["provenance"]
        initial |= {f"{deck}_{card}": count for card, count in edition["decks"][deck]["value"].items()}
    for place in (*COUNTERS, *NUMBERS, "rulings.half", "rulings.boundary"):
        stated = stated_at(edition, place)
        if stated is not None:
            initial |= {_name(place): stated["value"], f"{_name(place)}_from": stated["provenance"]}
    return initial


def _name(place: str) -> str:
    """The name of the field of a dotted place."""
    return place.replace(".", "_")


def _cards() -> list[str]:
    return [f"{element}{value}" for element in ELEMENTS for value in VALUES]


def _spots(label: Any) -> forms.CharField:
    """A field for names of spots."""
    return forms.CharField(
        label=label,
        help_text=_("Names of spots, such as “a1 g7”."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "off"}),
        max_length=3000,
    )


def _listed(text: str | None) -> list[str]:
    return (text or "").lower().replace(",", " ").split()


def _row(line: str) -> str:
    return "".join(line.upper().split())


def _numbers_of_players(said: Mapping[str, Any]) -> range:
    """The numbers of players that the form has corners for, as it is shown or as it was sent."""
    least, most = (_whole(said.get(f"players_{name}")) for name in ("least", "most"))
    return range(least or LEAST_PLAYERS, (most or LEAST_PLAYERS) + 1)


def _whole(value: Any) -> int | None:
    """A number of players; None for anything else."""
    text = str(value).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) == 1 and int(text) >= LEAST_PLAYERS else None
