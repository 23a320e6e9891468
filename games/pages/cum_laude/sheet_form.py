"""The sheet as a form: how everything lies at the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.core.judged import Violation
from games.engine.systems.cum_laude.documents import SHEET_FORMAT
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import COLOURS, CRYSTALS
from games.pages.core.context import SeatContext
from games.pages.cum_laude.words import APPRENTICES, CRYSTAL_WORDS, counts_in_words, mission_in_words

FIELDS_OF_RULES = {"S1": "mission", "S2": "order", "S6": "fulfilled", "S7": "finished", "S8": "finished"}
"""The field of a player that a violation is about."""
CRYSTALS_FIELD = "crystals"
"""Where it is said what no one player's field is about: there are too few crystals for all of this."""


@dataclass(frozen=True)
class MasterFields:
    """The fields of one player. `stock`: a field for each kind of crystal, with the kind."""

    seat: SeatContext
    mission: BoundField
    order: BoundField
    fulfilled: BoundField
    finished: BoundField
    stock: tuple[tuple[str, BoundField], ...]


class SheetForm(forms.Form):
    """Bound it is what was sent. A stock that is left empty is that of the order, where the order is uncovered."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, edition: Edition, seats: Sequence[SeatContext], **rest: Any) -> None:
        super().__init__(data, **rest)
        self.edition, self.seats = edition, seats
        complete, passed = gettext_lazy("Which spells are complete?"), gettext_lazy("Which spells are passed (turned)?")
        counts_passed = edition.data.rulings.counting_spell.value == "passed"
        self.fields["complete_spells"] = forms.MultipleChoiceField(
            label=passed if counts_passed else complete,
            choices=[(colour, APPRENTICES[colour]) for colour in COLOURS],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        if len(seats) == 2:
            self.fields["extra"] = _one_of(
                gettext_lazy("The extra order"), self._orders(), gettext_lazy("Choose the extra order.")
            )
        for seat in seats:
            self._add_master(seat.number)

    def _add_master(self, seat: int) -> None:
        missions = [(mission, mission_in_words(mission)) for mission in self.edition.missions]
        self.fields |= {
            f"mission_{seat}": _one_of(gettext_lazy("Mission"), missions, gettext_lazy("Choose the mission.")),
            f"order_{seat}": _one_of(
                pgettext_lazy("master", "Order"), self._orders(), gettext_lazy("Choose the order.")
            ),
            f"fulfilled_{seat}": forms.BooleanField(label=gettext_lazy("Order uncovered"), required=False),
            f"finished_{seat}": forms.BooleanField(label=gettext_lazy("Finished the game"), required=False),
        }
        for crystal, most in zip(CRYSTALS, self.edition.crystals, strict=True):
            self.fields[f"{crystal}_{seat}"] = forms.IntegerField(
                label=CRYSTAL_WORDS[crystal],
                min_value=0,
                max_value=most,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def _orders(self) -> list[tuple[str, str]]:
        return [(order, counts_in_words(order)) for order in self.edition.orders]

    # What the page lays out

    def masters(self) -> Iterator[MasterFields]:
        for seat in self.seats:
            mission, order, fulfilled, finished = (
                self[f"{name}_{seat.number}"] for name in ("mission", "order", "fulfilled", "finished")
            )
            stock = tuple((crystal, self[f"{crystal}_{seat.number}"]) for crystal in CRYSTALS)
            yield MasterFields(seat, mission, order, fulfilled, finished, stock)

    def place_of(self, name: str) -> str:
        """Where a field stands on the sheet, in words."""
        number = name.rpartition("_")[2]
        if not number.isdigit():
            return str(self[name].label)
        return f"{self.seats[int(number) - 1].name}: {self[name].label}"

    # What was sent

    def document(self, set_up: Mapping[str, Any]) -> dict[str, Any]:
        """The sheet as documents have it; only of a valid form."""
        said = self.cleaned_data
        return {
            "format": SHEET_FORMAT,
            **{name: value for name, value in set_up.items() if name != "variants"},
            "masters": {seat.side: self._master(seat.number) for seat in self.seats},
            "complete_spells": said["complete_spells"],
            "finishers": [seat.side for seat in self.seats if said[f"finished_{seat.number}"]],
            **({"extra": said["extra"]} if "extra" in said else {}),
        }

    def _master(self, seat: int) -> dict[str, Any]:
        said = self.cleaned_data
        stock = {crystal: said[f"{crystal}_{seat}"] or 0 for crystal in CRYSTALS}
        fulfilled, order = said[f"fulfilled_{seat}"], said[f"order_{seat}"]
        if fulfilled and not any(stock.values()):
            stock = dict(zip(CRYSTALS, self.edition.orders[order], strict=True))
        return {"mission": said[f"mission_{seat}"], "order": order, "fulfilled": fulfilled, "stock": stock}

    def field_of(self, violation: Violation) -> str | None:
        """The field that a violation is about; None where it is about no one of them."""
        if violation.seat is not None:
            return f"{FIELDS_OF_RULES[violation.rule or '']}_{violation.seat}"
        return "extra" if violation.rule == "S2" else None


def _one_of(label: Any, choices: list[tuple[str, str]], missing: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=choices, widget=forms.RadioSelect, error_messages={"required": missing}
    )
