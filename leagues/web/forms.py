"""Forms of leagues and seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.registry import DEFAULT_JUDGE, GAME_SYSTEMS
from leagues.enums import LeagueRoleName
from leagues.models import League, Season
from leagues.models.rules import SeasonSettings, settings_store
from leagues.services.presets import LEAGUE_PRESETS, plays_leagues
from tournaments.services.zone_times import instant_of
from tournaments.web.forms import zone_choices

MOST_LETTERS = 20_000
DAY = "%Y-%m-%d"
MOMENT = "%Y-%m-%dT%H:%M"


def _systems() -> list[tuple[str, str]]:
    return [(key, system.name) for key, system in GAME_SYSTEMS.items() if plays_leagues(key)]


def _presets() -> list[tuple[str, str]]:
    return [(preset.key, f"{preset.name}: {preset.explanation}") for preset in LEAGUE_PRESETS.values()]


def day_field(label: Any, *, required: bool = True, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=required,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format=DAY),
    )


def moment_field(label: Any, *, required: bool = True, help_text: Any = "") -> forms.DateTimeField:
    """Date and time as clocks in the league's zone show them."""
    return forms.DateTimeField(
        label=label,
        required=required,
        help_text=help_text,
        input_formats=[MOMENT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT),
    )


def shown_at(at: datetime | None, zone: str) -> str:
    """An instant for such a field."""
    return f"{at.astimezone(ZoneInfo(zone)):{MOMENT}}" if at else ""


class LeagueForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the league"), max_length=80)
    preset = forms.ChoiceField(
        label=gettext_lazy("How it is played"), choices=lazy(_presets, list), widget=forms.RadioSelect
    )
    system = forms.ChoiceField(label=gettext_lazy("Game"), choices=lazy(_systems, list), initial=DEFAULT_JUDGE)
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=zone_choices)
    is_rated = forms.BooleanField(
        label=gettext_lazy("The games count for the club’s rating"), required=False, initial=True
    )


class LeagueChangeForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the league"), max_length=80)
    description = forms.CharField(
        label=gettext_lazy("Description"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("Markdown."),
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=zone_choices)
    edition = forms.ChoiceField(label=gettext_lazy("Edition of the rules"), required=False)
    is_listed = forms.BooleanField(label=gettext_lazy("Lists and search show the league"), required=False)

    def __init__(self, data: Any = None, *, league: League, editions: Mapping[str, str]) -> None:
        values = {name: getattr(league, name) for name in ("name", "description", "time_zone", "edition", "is_listed")}
        super().__init__(data, initial=values)
        field: Any = self.fields["edition"]
        field.choices = [("", _("The usual one of the game")), *editions.items()]


class LeagueRoleForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address of the account"),
        help_text=gettext_lazy("They need an account first; then you give the role here."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        max_length=254,
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=LeagueRoleName.choices, initial=LeagueRoleName.MANAGER)


class BordersField(forms.CharField):
    """A number for all borders, numbers for each, separated by commas, or nothing for the default."""

    def prepare_value(self, value: Any) -> Any:
        if value is None:
            return ""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join("" if each is None else str(each) for each in value)
        return value

    def clean(self, value: Any) -> Any:
        text = super().clean(value).strip()
        if not text:
            return None
        numbers = [self._number(part.strip()) for part in text.split(",")]
        return numbers[0] if len(numbers) == 1 else numbers

    def _number(self, text: str) -> int | None:
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 3):
            raise forms.ValidationError(_("Type a number, or one for each border: 2, 2, 3."))
        return int(text)


class BreaksField(forms.CharField):
    """Breaks, one a line: first and last day."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 3}), required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return "\n".join(f"{each['first_day']} {each['last_day']}" for each in value or ())

    def clean(self, value: Any) -> Any:
        return [self._break(line) for line in super().clean(value).splitlines() if line.strip()]

    def _break(self, line: str) -> dict[str, str]:
        days = line.replace("–", " ").replace(",", " ").split()
        try:
            first, last = date.fromisoformat(days[0]), date.fromisoformat(days[-1])
        except ValueError:
            raise forms.ValidationError(
                _("Type a break as first and last day: 2026-12-21 2027-01-06. This isn’t one: %(line)s")
                % {"line": line[:60]}
            ) from None
        return {"first_day": first.isoformat(), "last_day": last.isoformat()}


class SeasonForm(forms.Form):
    """The settings of a season, in the order in which they are decided."""

    name = forms.CharField(label=gettext_lazy("Name of the season"), max_length=80)
    entries_close_at = moment_field(
        gettext_lazy("Players answer and sign up until"),
        required=False,
        help_text=gettext_lazy("Empty: until you place the divisions."),
    )
    target = forms.IntegerField(label=gettext_lazy("Players in a division"), min_value=1, max_value=64)
    least = forms.IntegerField(label=gettext_lazy("At least"), min_value=1, max_value=64)
    most = forms.IntegerField(label=gettext_lazy("At most"), min_value=1, max_value=64)
    up = BordersField(
        label=gettext_lazy("Promoted across each border"),
        required=False,
        help_text=gettext_lazy(
            "One number, or one for each border from the top: 2, 2, 3. Empty: a sixth of the upper division."
        ),
    )
    down = BordersField(
        label=gettext_lazy("Relegated across each border"), required=False, help_text=gettext_lazy("In the same way.")
    )
    playoff = BordersField(
        label=gettext_lazy("Play-offs at each border"),
        required=False,
        help_text=gettext_lazy("0 or 1: the last who stays above plays the first who stays below."),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("What a division plays"),
        choices=[
            ("round_robin", gettext_lazy("Everybody against everybody")),
            ("double_round_robin", gettext_lazy("Everybody against everybody, twice")),
            ("swiss", gettext_lazy("Swiss")),
        ],
        widget=forms.RadioSelect,
    )
    swiss_rounds = forms.IntegerField(label=gettext_lazy("Rounds in the Swiss system"), min_value=1, max_value=40)
    small_double = forms.BooleanField(
        label=gettext_lazy("A much smaller division plays twice against everybody"),
        required=False,
        help_text=gettext_lazy("Otherwise it has free matchdays, spread evenly."),
    )
    first_day = day_field(gettext_lazy("First day of the first matchday"), required=False)
    matchday_days = forms.IntegerField(
        label=gettext_lazy("Days from one matchday to the next"), min_value=1, max_value=60
    )
    is_evening = forms.BooleanField(
        label=gettext_lazy("A matchday is one evening"),
        required=False,
        help_text=gettext_lazy("Otherwise the players agree on a time within the days until the next one."),
    )
    evening_from = forms.TimeField(
        label=gettext_lazy("The evening begins at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    breaks = BreaksField(
        label=gettext_lazy("Breaks"),
        help_text=gettext_lazy("One per line, first and last day: 2026-12-21 2027-01-06. Matchdays skip them."),
    )
    tie_rule = forms.ChoiceField(
        label=gettext_lazy("Players who are level after all tie-breaks"),
        choices=[
            ("decider", gettext_lazy("play a decider, where title, promotion or relegation depend on it")),
            ("lots", gettext_lazy("draw lots, where title, promotion or relegation depend on it")),
        ],
        widget=forms.RadioSelect,
    )
    overdue = forms.ChoiceField(
        label=gettext_lazy("A game that isn’t played by the end of its matchday"),
        choices=[
            ("nothing", gettext_lazy("waits for the organiser")),
            ("extend_then_both_lose", gettext_lazy("gets extra days once; then both lose")),
        ],
        widget=forms.RadioSelect,
    )
    overdue_days = forms.IntegerField(label=gettext_lazy("Extra days"), min_value=1, max_value=60)
    reserve_points = forms.ChoiceField(
        label=gettext_lazy("A reserve who takes over"),
        choices=[
            ("keep", gettext_lazy("keeps the points scored so far")),
            ("zero", gettext_lazy("starts with no points")),
        ],
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(label=gettext_lazy("The games count for the club’s rating"), required=False)

    def __init__(self, data: Any = None, *, season: Season | None = None, settings: SeasonSettings, zone: str) -> None:
        """`settings` are those to begin with; `zone` is the league's."""
        self.zone = zone
        stored = settings_store(settings)
        values = stored | {
            "name": season.name if season else "",
            "entries_close_at": shown_at(settings.entries_close_at, zone),
            "evening_from": time.fromisoformat(settings.evening_from),
            "first_day": settings.first_day,
        }
        super().__init__(data, initial=values)
        if season is None:
            self.fields["name"].required = False

    def changes(self) -> dict[str, Any]:
        """The members of the settings, in their stored form; only of a valid form. Invalid `no_such_time` for a time
        that clocks skip."""
        data = {**self.cleaned_data}
        data.pop("name")
        closes, first = data["entries_close_at"], data["first_day"]
        data["entries_close_at"] = (
            instant_of(closes.replace(tzinfo=None), self.zone, field="entries_close_at").isoformat() if closes else None
        )
        data["first_day"] = first.isoformat() if first else None
        data["evening_from"] = f"{data['evening_from']:%H:%M}"
        return data


class NamesForm(forms.Form):
    names = forms.CharField(
        label=gettext_lazy("Players, one per line"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=MOST_LETTERS,
    )
    is_reserve = forms.BooleanField(label=gettext_lazy("Add them as reserves"), required=False)


class MatchdayForm(forms.Form):
    number = forms.IntegerField(label=gettext_lazy("Matchday"), min_value=1, max_value=400)
    starts_at = moment_field(gettext_lazy("Begins"))
    ends_at = moment_field(gettext_lazy("Ends"))
    with_later = forms.BooleanField(
        label=gettext_lazy("Move all later matchdays by the same number of days"), required=False
    )
    why = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("All players can read it.")
    )

    def window(self, zone: str) -> tuple[datetime, datetime]:
        """Start and end in the league's zone; only of a valid form."""
        data = self.cleaned_data
        starts, ends = (data[name].replace(tzinfo=None) for name in ("starts_at", "ends_at"))
        return (
            instant_of(starts, zone, field="starts_at"),
            instant_of(ends, zone, field="ends_at", second=True),
        )
