"""The form of a score: each player's place, health and, where known, stars at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.core.judged import Violation
from games.engine.core.multiplayer import is_placing, ranked
from games.engine.core.seats import by_name
from games.engine.systems.elemental.documents import SCORE_FORMAT
from games.engine.systems.elemental.system import ELEMENTAL
from games.pages.core.context import GameContext
from games.pages.core.generic_entries import GenericEntries, Numbers, ScoreForm

LARGEST = 999
COLUMNS = ("place", "health", "stars")
"""The fields of a player, in the order in which they are filled in."""
FIELDS_OF_RULES = {"S4": "stars", "S5": "place"}
"""The field that a violation is about; health where no other."""


class EndForm(ScoreForm):
    """A place, health and stars for each player. Stars may be left out. Places may, where health and stars tell them:
    they don't tell in which order players fell."""

    def __init__(self, data: Any = None, *, seats: int, **rest: Any) -> None:
        super().__init__(data, **rest)
        self.seats = range(1, seats + 1)
        for seat in self.seats:
            place = forms.IntegerField(
                label=pgettext_lazy("rank", "Place"), min_value=1, max_value=seats, required=False
            )
            health = forms.IntegerField(label=gettext_lazy("Health"), min_value=0, max_value=LARGEST)
            stars = forms.IntegerField(label=gettext_lazy("Stars"), min_value=0, max_value=LARGEST, required=False)
            self.fields |= {f"place_{seat}": place, f"health_{seat}": health, f"stars_{seat}": stars}

    def of_seat(self, seat: int) -> list[forms.BoundField]:
        return [self[f"{column}_{seat}"] for column in COLUMNS]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        self._fill_in_stars(cleaned)
        self._fill_in_places(cleaned)
        return cleaned

    def _fill_in_stars(self, cleaned: dict[str, Any]) -> None:
        """Of a player without health no stars are asked for: they went to whoever knocked the player out (E21)."""
        if all(cleaned[f"stars_{seat}"] is None for seat in self.seats):
            return
        for seat in self.seats:
            if cleaned[f"stars_{seat}"] is None:
                if cleaned[f"health_{seat}"]:
                    self.add_error(f"stars_{seat}", _("Enter the stars of all players, or of none."))
                cleaned[f"stars_{seat}"] = 0

    def _fill_in_places(self, cleaned: dict[str, Any]) -> None:
        """EH19, as far as the numbers tell: survivors by health and stars, before all who fell."""
        open_seats = [seat for seat in self.seats if cleaned[f"place_{seat}"] is None]
        strengths = {seat: (cleaned[f"health_{seat}"], cleaned[f"stars_{seat}"]) for seat in self.seats}
        places = dict(zip(self.seats, ranked([(one, other or 0) for one, other in strengths.values()]), strict=True))
        for seat in open_seats:
            health, stars = strengths[seat]
            same = [one for one, strength in strengths.items() if strength == strengths[seat]]
            if len(same) > 1 and (stars is None or not health):
                self.add_error(f"place_{seat}", _("Enter the place: health and stars don’t tell it."))
            cleaned[f"place_{seat}"] = places[seat]
        if not self.errors and not is_placing([cleaned[f"place_{seat}"] for seat in self.seats]):
            self.add_error(None, _("A place is one more than the number of players who are placed better."))

    def numbers(self) -> Numbers:
        typed = {column: [self.cleaned_data[f"{column}_{seat}"] for seat in self.seats] for column in COLUMNS}
        return {column: values for column, values in typed.items() if None not in values}


class ElementalEntries(GenericEntries):
    """The forms of the elemental duel."""

    score_template = "elemental/score"

    def score_form(self, ctx: GameContext, data: Any = None, **rest: Any) -> EndForm:
        return EndForm(data, seats=len(ctx.seats), **rest)

    def field_of(self, violation: Violation) -> str:
        return f"{FIELDS_OF_RULES.get(violation.rule or '', 'health')}_{violation.seat}"


def score_document(set_up: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """A score as documents have it. Seats are named in the order of the numbers."""

    def named(values: Sequence[int]) -> dict[str, int]:
        return by_name(ELEMENTAL.seat_names, values)

    stars = {"stars": named(numbers["stars"])} if "stars" in numbers else {}
    return {
        "format": SCORE_FORMAT,
        "edition": set_up["edition"],
        "players": len(numbers["health"]),
        "placings": named(numbers["place"]),
        "health": named(numbers["health"]),
        **stars,
    }
