"""An edition of Magia Cum Laude as a form: every value of the box with where it is from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.systems.cum_laude.names import COLOUR_LETTERS, COLOURS
from games.pages.core.stated_edition_form import StatedEditionForm
from games.pages.core.stated_fields import StatedField
from games.pages.cum_laude.edition_parts import COUNTING, LABELS, NUMBERS, missions_of, orders_of
from games.pages.cum_laude.words import APPRENTICES, TILE_COLOURS

MOST, MOST_ROW = 99, 26
BOUNDS = {"hand": (1, 20), "hand_limit": (1, 60), "examiner_cards": (1, 20)}
"""Of numbers that can't be anything from 0 to MOST."""
LISTS = ("spells", "orders", "missions")
LETTERS = list(COLOUR_LETTERS)
ROW = re.compile(r"([a-z])\s+([0-9]{1,2})\s+([wgb]{1,26})", re.ASCII | re.IGNORECASE)
ORDER = re.compile(r"([0-9]{3})\s+([0-9])", re.ASCII)
STEP = re.compile(r"([+−-]?[0-3])[\s,]+([+−-]?[0-3])", re.ASCII)


@dataclass(frozen=True)
class OrielFields:
    """The fields of a start tile and of the direction of its colour's cards."""

    colour: str
    name: str
    direction: BoundField
    tile: BoundField
    door: BoundField
    ways_in: BoundField
    ways_out: BoundField


@dataclass(frozen=True)
class NumberFields:
    """Fields of numbers that share where they are from."""

    key: str
    title: str
    fields: Sequence[BoundField]
    source: BoundField


class EditionForm(StatedEditionForm):
    """Every value of the box. Colours are typed as the letters of movement cards."""

    def initial_of(self, edition: Mapping[str, Any]) -> dict[str, Any]:
        return initial_of(edition)

    def add_fields(self, said: Mapping[str, Any]) -> None:
        self._add_tower()
        for place, names in NUMBERS.items():
            for name, label in names.items():
                least, most = BOUNDS.get(name, (-MOST if place == "points" else 0, MOST))
                self.fields[f"{place}_{name}"] = forms.IntegerField(label=label, min_value=least, max_value=most)
            self.add_source(place, str(LABELS[place]))
        letters = ", ".join(f"{letter} {APPRENTICES[COLOURS[at]]}" for letter, at in COLOUR_LETTERS.items())
        helps = {
            "spells": _("Three digits each: how many white, blue and red crystals."),
            "orders": _("A line each: three digits (white, blue, red), and the number on the card."),
            "missions": _("A line each: two letters of colours, then the colours numbered 1 to 4. %(letters)s.")
            % {"letters": letters},
        }
        for name in LISTS:
            self.add_stated(name, _lines(LABELS[name], helps[name]))
        self.add_stated(
            "counting_spell",
            forms.ChoiceField(label=LABELS["rulings.counting_spell"], choices=list(COUNTING.items())),
        )

    def _add_tower(self) -> None:
        rows = _("A line each: its letter, its first number, and its tiles: W white, G gray, B black.")
        self.fields["rows"] = _lines(gettext_lazy("Rows of tiles"), rows)
        self.fields["desk"] = _short(pgettext_lazy("tower", "The desk"), 3)
        for colour in COLOURS:
            self.fields |= {
                f"direction_{colour}": _short(gettext_lazy("Direction (rows, numbers)"), 7),
                f"tile_{colour}": forms.ChoiceField(
                    label=gettext_lazy("Its colour"),
                    choices=[(name, TILE_COLOURS[name]) for name in ("white", "black")],
                ),
                f"door_{colour}": _short(gettext_lazy("Neighbour"), 3),
                f"in_{colour}": _short(gettext_lazy("Cards that lead in"), 20),
                f"out_{colour}": _short(gettext_lazy("Cards that lead out"), 20),
            }
        self.add_source("board", str(LABELS["board"]))

    # What the page lays out

    def oriels(self) -> list[OrielFields]:
        return [
            OrielFields(
                colour,
                str(APPRENTICES[colour]),
                self[f"direction_{colour}"],
                self[f"tile_{colour}"],
                self[f"door_{colour}"],
                self[f"in_{colour}"],
                self[f"out_{colour}"],
            )
            for colour in COLOURS
        ]

    def numbers(self) -> list[NumberFields]:
        return [
            NumberFields(
                place,
                str(LABELS[place]),
                [self[f"{place}_{name}"] for name in names],
                self[f"{place}_from"],
            )
            for place, names in NUMBERS.items()
        ]

    def lists(self) -> list[StatedField]:
        return [self.stated(name) for name in LISTS]

    @property
    def ruling(self) -> StatedField:
        return self.stated("counting_spell")

    def place_of(self, name: str) -> str:
        """Where a field stands, in words."""
        colour = name.rpartition("_")[2]
        label = str(self[name].label)
        is_oriels = name.partition("_")[0] in ("direction", "tile", "door", "in", "out")
        return f"{APPRENTICES[colour]}: {label}" if is_oriels else label

    # What was sent

    def clean_rows(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for line in _lines_of(self.cleaned_data["rows"]):
            row = ROW.fullmatch(line)
            if row is None or row[1].lower() in found or not 1 <= int(row[2]) <= MOST_ROW:
                raise forms.ValidationError(_("“%(line)s” is no row. Write it like “a 1 BWGBW”.") % {"line": line})
            found[row[1].lower()] = [int(row[2]), row[3].upper()]
        return found

    def clean_desk(self) -> str:
        return str(self.cleaned_data["desk"]).lower()

    def clean_orders(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for line in _lines_of(self.cleaned_data["orders"]):
            order = ORDER.fullmatch(line)
            if order is None or order[1] in found:
                raise forms.ValidationError(
                    _("“%(line)s” is no order, or one that is there already. Write it like “320 4”.") % {"line": line}
                )
            found[order[1]] = int(order[2])
        return found

    def clean_missions(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for line in _lines_of(self.cleaned_data["missions"]):
            colours = _colours_of(line)
            mission = "-".join(colours[:2]) if colours else ""
            if len(colours) != len(COLOURS) or mission in found:
                raise forms.ValidationError(
                    _("“%(line)s” is no mission, or one that is there already. Write it like “yk ngbr”.")
                    % {"line": line}
                )
            found[mission] = colours[2:]
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for colour in COLOURS:
            for name in (f"in_{colour}", f"out_{colour}"):
                if name in cleaned:
                    self._clean_colours(name, cleaned)
            name = f"direction_{colour}"
            step = STEP.fullmatch(cleaned.get(name, "").strip()) if name in cleaned else None
            if step is not None:
                cleaned[name] = [int(each.replace("−", "-")) for each in step.groups()]
            elif name in cleaned:
                self.add_error(name, _("Write two numbers from −3 to 3, like “1 0”."))
        return cleaned

    def _clean_colours(self, name: str, cleaned: dict[str, Any]) -> None:
        colours = _colours_of(cleaned[name])
        if colours:
            cleaned[name] = colours
        else:
            self.add_error(name, _("Write letters of colours, like “rnk”."))

    @property
    def edition_data(self) -> dict[str, Any]:
        said = self.cleaned_data
        board = {
            "rows": said["rows"],
            "desk": said["desk"],
            "directions": {colour: said[f"direction_{colour}"] for colour in COLOURS},
            "oriels": {
                colour: {
                    "colour": said[f"tile_{colour}"],
                    "door": said[f"door_{colour}"].lower(),
                    "in": said[f"in_{colour}"],
                    "out": said[f"out_{colour}"],
                }
                for colour in COLOURS
            },
        }
        numbers = {
            place: self.with_source(place, {name: said[f"{place}_{name}"] for name in names})
            for place, names in NUMBERS.items()
        }
        return {
            "board": self.with_source("board", board),
            **numbers,
            "spells": self.with_source("spells", said["spells"].replace(",", " ").split()),
            "orders": self.with_source("orders", said["orders"]),
            "missions": self.with_source("missions", said["missions"]),
            "rulings": {"counting_spell": self.with_source("counting_spell", said["counting_spell"])},
        }

    def field_at(self, place: str) -> str:
        """Of a value with several fields, the first one; of an oriel, its own."""
        first, *inner = place.split(".")
        if first == "board":
            what = next((each for each in inner if each != "value"), "rows")
            colour = next((each for each in inner if each in COLOURS), COLOURS[0])
            return {"directions": f"direction_{colour}", "oriels": f"door_{colour}"}.get(what, what)
        if first in NUMBERS:
            name = inner[-1] if inner and inner[-1] in NUMBERS[first] else next(iter(NUMBERS[first]))
            return f"{first}_{name}"
        return "counting_spell" if first == "rulings" else first


def initial_of(edition: Mapping[str, Any]) -> dict[str, Any]:
    """The edition by the names of the fields."""
    board = edition["board"]["value"]
    initial: dict[str, Any] = {
        "rows": "\n".join(f"{row} {first} {colours}" for row, (first, colours) in board["rows"].items()),
        "desk": board["desk"],
        "spells": " ".join(edition["spells"]["value"]),
        "orders": "\n".join(f"{order} {number}" for order, number in orders_of(edition)),
        "missions": "\n".join(
            f"{_letters(mission.split('-'))} {_letters(others)}" for mission, others in missions_of(edition)
        ),
        "counting_spell": edition["rulings"]["counting_spell"]["value"],
        "counting_spell_from": edition["rulings"]["counting_spell"]["provenance"],
    }
    for colour in COLOURS:
        oriel = board["oriels"][colour]
        rows, numbers = board["directions"][colour]
        initial |= {
            f"direction_{colour}": f"{rows} {numbers}",
            f"tile_{colour}": oriel["colour"],
            f"door_{colour}": oriel["door"],
            f"in_{colour}": _letters(oriel["in"]),
            f"out_{colour}": _letters(oriel["out"]),
        }
    for place, names in NUMBERS.items():
        initial |= {f"{place}_{name}": edition[place]["value"][name] for name in names}
    for place in ("board", *NUMBERS, *LISTS):
        initial[f"{place}_from"] = edition[place]["provenance"]
    return initial


def _letters(colours: Sequence[str]) -> str:
    return "".join(LETTERS[list[str](COLOURS).index(colour)] for colour in colours)


def _colours_of(text: str) -> list[str]:
    """The colours of letters, each once; none where there is anything else."""
    letters = [letter for letter in text.lower() if letter not in " ,:-\t"]
    if len(set(letters)) < len(letters) or not set(letters) <= set(LETTERS):
        return []
    return [COLOURS[COLOUR_LETTERS[letter]] for letter in letters]


def _lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _lines(label: Any, help_text: str) -> forms.CharField:
    """A field for many values."""
    widget = forms.Textarea(attrs={"rows": 9, "spellcheck": "false", "autocapitalize": "off", "class": "code"})
    return forms.CharField(label=label, help_text=help_text, widget=widget, max_length=3000)


def _short(label: Any, length: int) -> forms.CharField:
    attributes = {"spellcheck": "false", "autocapitalize": "off", "size": min(length, 7)}
    return forms.CharField(label=label, max_length=length, widget=forms.TextInput(attrs=attributes))
