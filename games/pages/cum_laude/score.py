"""The form of a score: each player's victory points and, where known, the crystals that match the order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.core.judged import Violation
from games.engine.core.seats import by_name
from games.engine.systems.cum_laude.documents import SCORE_FORMAT
from games.engine.systems.cum_laude.edition import ORDER_SIZE
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.core.answers import Entry
from games.pages.core.context import GameContext
from games.pages.core.generic_entries import GenericEntries, Numbers, ScoreForm
from games.pages.cum_laude.sheet import sheet_entry

LARGEST = 99
POINTS, MATCHING = (spec.key for spec in CUM_LAUDE.numbers[: CUM_LAUDE.typed_numbers])


class PointsForm(ScoreForm):
    """Victory points of each player. Matching crystals may be left out, where no equal points need them."""

    def __init__(self, data: Any = None, *, seats: int, **rest: Any) -> None:
        super().__init__(data, **rest)
        self.seats = range(1, seats + 1)
        points, matching = CUM_LAUDE.numbers[: CUM_LAUDE.typed_numbers]
        for seat in self.seats:
            self.fields[f"{POINTS}_{seat}"] = forms.IntegerField(
                label=_(points.label), min_value=-LARGEST, max_value=LARGEST
            )
            self.fields[f"{MATCHING}_{seat}"] = forms.IntegerField(
                label=_(matching.label), min_value=0, max_value=ORDER_SIZE, required=False
            )

    def of_seat(self, seat: int) -> list[forms.BoundField]:
        return [self[f"{key}_{seat}"] for key in (POINTS, MATCHING)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        known = {seat: cleaned.get(f"{MATCHING}_{seat}") for seat in self.seats}
        if not self.errors and any(number is not None for number in known.values()):
            for seat, number in known.items():
                if number is None:
                    self.add_error(f"{MATCHING}_{seat}", _("Enter the matching crystals of all players, or of none."))
        return cleaned

    def numbers(self) -> Numbers:
        typed = {key: [self.cleaned_data[f"{key}_{seat}"] for seat in self.seats] for key in (POINTS, MATCHING)}
        return {key: values for key, values in typed.items() if None not in values}


class CumLaudeEntries(GenericEntries):
    """The forms of Magia Cum Laude."""

    score_template = "cum_laude/score"

    def by_key(self) -> Mapping[str, Entry]:
        return {**super().by_key(), "sheet": Entry(sheet_entry)}

    def score_form(self, ctx: GameContext, data: Any = None, **rest: Any) -> PointsForm:
        return PointsForm(data, seats=len(ctx.seats), **rest)

    def field_of(self, violation: Violation) -> str:
        return f"{POINTS}_{violation.seat}"


def score_document(set_up: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """A score as documents have it. Seats are named in the order of the numbers."""
    matching = numbers.get(MATCHING)
    return {
        "format": SCORE_FORMAT,
        "edition": set_up["edition"],
        "players": len(numbers[POINTS]),
        "vp": by_name(CUM_LAUDE.seat_names, numbers[POINTS]),
        **({"tie_break": by_name(CUM_LAUDE.seat_names, matching)} if matching else {}),
    }
