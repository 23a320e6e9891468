"""What was dealt at a table, as a form: it says what a picture of the table before the first turn would show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.messages import SENTENCES
from games.engine.systems.cum_laude.names import COLOURS
from games.engine.systems.cum_laude.noted import SETUP
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS
from games.engine.systems.cum_laude.system import CHANGE_PLACES, CUM_LAUDE
from games.pages.core.context import SeatContext
from games.pages.cum_laude.words import APPRENTICES, card_in_words, counts_in_words, mission_in_words, params_in_words

Choices = list[tuple[str, str]]
NOTHING = ("", "–")


class SetUpForm(forms.Form):
    """Crystals row by row, spells, missions, orders and hands."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    replaces = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        edition: Edition,
        seats: Sequence[SeatContext],
        set_up: Mapping[str, Any],
        **rest: Any,
    ) -> None:
        super().__init__(data, **rest)
        self.edition, self.seats, self.set_up = edition, seats, set_up
        self.rows = rows_of(edition)
        for row, tiles in self.rows.items():
            self.fields[f"crystals_{row}"] = _crystals(tiles)
        spells = [(spell, counts_in_words(spell)) for spell in edition.spells]
        for colour in COLOURS:
            self.fields[f"spell_{colour}"] = _one_of(APPRENTICES[colour], spells)
        orders = [(order, counts_in_words(order)) for order in edition.orders]
        if len(seats) == 2:  # L7
            self.fields["extra"] = _one_of(gettext_lazy("The extra order"), orders)
        missions = [(mission, mission_in_words(mission)) for mission in edition.missions]
        change_places = bool((set_up.get("variants") or {}).get(CHANGE_PLACES))
        kinds = edition.cards_played_with(change_places=change_places)
        cards = [(card, card_in_words(card)) for card, number in kinds.items() if number]
        for seat in seats:
            self.fields[f"mission_{seat.number}"] = _one_of(gettext_lazy("Mission"), missions)
            self.fields[f"order_{seat.number}"] = _one_of(pgettext_lazy("master", "Order"), orders)
            for place in self._places():
                label = _("Card %(number)d") % {"number": place}
                self.fields[f"card_{seat.number}_{place}"] = _one_of(label, cards)

    def _places(self) -> range:
        return range(1, self.edition.data.counts.value.hand + 1)

    # What the page lays out

    def crystals(self) -> Iterator[BoundField]:
        return (self[f"crystals_{row}"] for row in self.rows)

    def spells(self) -> Iterator[BoundField]:
        return (self[f"spell_{colour}"] for colour in COLOURS)

    def masters(self) -> Iterator[tuple[SeatContext, BoundField, BoundField, list[BoundField]]]:
        for seat in self.seats:
            hand = [self[f"card_{seat.number}_{place}"] for place in self._places()]
            yield seat, self[f"mission_{seat.number}"], self[f"order_{seat.number}"], hand

    # What was sent

    def clean(self) -> dict[str, Any]:
        """The engine says whether all of this can have been dealt."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        found = CUM_LAUDE.check_noted_parts(self.set_up, [self.part()], {self.edition.key: self.edition}).violation
        if found is not None:
            template = SENTENCES.template(found["code"], found["rule"], found["params"])
            params = params_in_words(found["params"])
            self.add_error(self._field_of(found), _(template) % params)
        return cleaned

    def part(self) -> dict[str, Any]:
        """The first part of the record; only of a valid form."""
        said = self.cleaned_data
        dealt = {
            "crystals": "".join(said[f"crystals_{row}"] for row in self.rows),
            "spells": {colour: said[f"spell_{colour}"] for colour in COLOURS},
            "missions": {seat.side: said[f"mission_{seat.number}"] for seat in self.seats},
            "orders": {seat.side: said[f"order_{seat.number}"] for seat in self.seats},
            "hands": {
                seat.side: [said[f"card_{seat.number}_{place}"] for place in self._places()] for seat in self.seats
            },
        }
        return {SETUP: dealt | ({"extra": said["extra"]} if "extra" in said else {})}

    def _field_of(self, found: Mapping[str, Any]) -> str | None:
        seat, position, code = found["seat"], found["position"], found["code"]
        if code == "crystals":
            return f"crystals_{list(self.rows)[-1]}"
        if code == "deck":
            return f"card_{seat}_{position}"
        if found["rule"] == "L7":
            return "extra"
        if seat is None:
            return f"spell_{COLOURS[position - 1]}"
        return f"{'mission' if found['params']['what'] in self.edition.missions else 'order'}_{seat}"

    @staticmethod
    def initial_of(part: Mapping[str, Any], edition: Edition) -> dict[str, Any]:
        """The fields of what is noted already."""
        dealt, told, at = part[SETUP], {}, 0
        for row, tiles in rows_of(edition).items():
            told[f"crystals_{row}"] = dealt["crystals"][at : at + len(tiles)]
            at += len(tiles)
        told |= {f"spell_{colour}": spell for colour, spell in dealt["spells"].items()}
        told |= {f"mission_{seat}": mission for seat, mission in dealt["missions"].items()}
        told |= {f"order_{seat}": order for seat, order in dealt["orders"].items()}
        for seat, hand in dealt["hands"].items():
            told |= {f"card_{seat}_{place}": card for place, card in enumerate(hand, 1)}
        return told | {"extra": dealt.get("extra", "")}


def rows_of(edition: Edition) -> dict[str, list[str]]:
    """The crystal tiles of each row of the tower, in the order of a record."""
    names = (edition.tower.names[tile] for tile in edition.tower.crystal_tiles)
    return {row: list(tiles) for row, tiles in groupby(names, key=lambda name: name[0])}


def _one_of(label: Any, choices: Choices) -> forms.ChoiceField:
    missing = gettext_lazy("Choose one.")
    return forms.ChoiceField(label=label, choices=[NOTHING, *choices], error_messages={"required": missing})


def _crystals(tiles: Sequence[str]) -> forms.CharField:
    """A row of letters, which may be written small and with spaces."""
    said = {"number": len(tiles), "first": tiles[0], "last": tiles[-1]}
    return _Letters(
        len(tiles),
        label=_("Row %(row)s") % {"row": tiles[0][0]},
        help_text=_("%(number)d crystals, %(first)s to %(last)s") % said,
        widget=forms.TextInput(
            attrs={"class": "code", "autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        ),
    )


class _Letters(forms.CharField):
    """So many letters of crystals."""

    def __init__(self, number: int, **rest: Any) -> None:
        super().__init__(max_length=4 * number, **rest)
        self.number = number

    def to_python(self, value: Any) -> Any:
        return "".join(str(super().to_python(value) or "").split()).upper()

    def validate(self, value: Any) -> None:
        if len(value) != self.number or not set(value) <= set(CRYSTAL_LETTERS):
            raise forms.ValidationError(
                _("Write %(number)d letters: W for white, B for blue, R for red."), params={"number": self.number}
            )
