from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from tournaments.services.events.presets import PRESETS, takes_rounds
from tournaments.services.zone_times import instant_of, listed_zones

MOST_ROUNDS = 100


def zone_choices() -> list[tuple[str, str]]:
    """The time zones that name a place, and UTC."""
    return [(zone, zone.replace("_", " ")) for zone in listed_zones()]


def preset_choices() -> list[tuple[str, str]]:
    return [(preset.key, f"{preset.name}: {preset.explanation}") for preset in PRESETS.values()]


def rounds_field() -> forms.IntegerField:
    """How many rounds to play, for formats that are told."""
    return forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Empty: as many as suit the number of players. A round robin and a bracket know their own."),
    )


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Name of the club"), max_length=100)
    place = forms.CharField(label=_("Place"), max_length=100, required=False, help_text=_("Where you meet."))


class EventForm(forms.Form):
    """What an event needs: the preset gives the rest, and all of it can be changed before round 1."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    date = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    time = forms.TimeField(label=_("Start"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=zone_choices)
    preset = forms.ChoiceField(
        label=_("How it is played"), choices=lazy(preset_choices, list), widget=forms.RadioSelect
    )
    rounds = rounds_field()
    rated = forms.BooleanField(label=_("The games count for the club’s rating"), required=False, initial=True)

    def __init__(self, *args: Any, editions: Mapping[str, str], **kwargs: Any) -> None:
        """`editions`: titles by key of those that there are to choose from; one alone is no question."""
        super().__init__(*args, **kwargs)
        if len(editions) > 1:
            self.fields["edition"] = forms.ChoiceField(
                label=_("Edition of the rules"),
                choices=[*editions.items()],
                required="" not in editions,
                help_text=_("Choose another game’s edition to play that game: most formats for two fit any game."),
            )

    def clean(self) -> dict[str, Any]:
        """A number of rounds where the format has its own is no question: it is left out."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("rounds") and not takes_rounds(data.get("preset", "")):
            data["rounds"] = None
        return data

    def starts_at(self) -> datetime:
        """The start in the event's zone; only of a valid form. Invalid `no_such_time` for a time that clocks skip."""
        data = self.cleaned_data
        return instant_of(datetime.combine(data["date"], data["time"]), data["time_zone"], field="time")


class RulingForm(forms.Form):
    """An arbiter's decision on a game. `choices` are (value, words); `is_placed`: more than two play, so that a result
    is a place for each of them."""

    ruling = forms.ChoiceField(label=_("The decision"), widget=forms.RadioSelect)
    placing = forms.CharField(
        label=_("Places by seat"),
        max_length=40,
        required=False,
        help_text=_("From the best to the last: 1>3>2. Those who share a place: 1>2=3."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    why = forms.CharField(label=_("Why"), max_length=300, help_text=_("It is kept with the ruling."))

    def __init__(self, *args: Any, choices: list[tuple[str, Any]], is_placed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_placed:
            del self.fields["placing"]
        cast("forms.ChoiceField", self.fields["ruling"]).choices = choices
