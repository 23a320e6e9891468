"""The form of an event's settings, with what each of them means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import StepValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from games.engine.registry import game_system
from games.enums import Agreement, Grade
from games.pages.core.table import TableWords
from games.pages.registry import game_pages
from magistrar_site.shared.concurrent_edit import LOCAL, as_sent, shown_before
from tournaments.formats.core.format import Option
from tournaments.formats.core.tiebreaks.rulesets import RULESETS
from tournaments.formats.core.tiebreaks.tie_break import TieBreak
from tournaments.formats.registry import format_for
from tournaments.models import Stage
from tournaments.models.rules import FORFEIT_SCORES, MOST_PLACES
from tournaments.selectors.stages import tie_breaks_offered
from tournaments.services.events.settings import SETTINGS, changeable, changeable_options, settings_digest, settings_of
from tournaments.services.zone_times import instant_of
from tournaments.web.event_settings.layout import EXPERT, USUAL, Section, sections, unused_settings
from tournaments.web.forms import zone_choices

TIE_BREAK_PLACES = 6
FORFEIT_LABELS = (gettext_lazy("%(score)s of a win by forfeit"), gettext_lazy("%(score)s of a loss by forfeit"))
TIMES = ("starts_at", "opens_at", "closes_at")
CHOICES = {
    "dutch-2026": gettext_lazy("FIDE Dutch (C.04.3), in force from 1 February 2026"),
    "none": gettext_lazy("none"),
    "baku": gettext_lazy("Baku (C.04.5)"),
    "late-rematch": gettext_lazy("players who have met meet again as late as possible"),
    "brackets-manager": gettext_lazy("in the order of the program brackets-manager"),
    "lots": gettext_lazy("by lots"),
    "snake": gettext_lazy("in snake order by rating: all tables about equally strong"),
    "linear": gettext_lazy("even steps: winning is worth the same at every table, last place nothing"),
    "podium": gettext_lazy("as listed for a full table"),
    "winner": gettext_lazy("1 for the winner, 0 for all others"),
    "by_size": gettext_lazy("as listed for each size of table"),
    "best": gettext_lazy("the best of the standings"),
    "winners": gettext_lazy("the winners of the last round’s tables, then the best of the others"),
    "game": gettext_lazy("an extra game of those tied"),
}
# Options of formats that may be left out, which they know as 0.
EMPTY_MEANS = {"rounds": gettext_lazy("Empty: as many as suit the number of players.")}
OPTION_HELP = {
    "size": gettext_lazy("The players are cut into tables as near to this as possible."),
    "most": gettext_lazy("The smallest and the largest are what you allow where it doesn’t come out even."),
    "first": gettext_lazy("Later rounds follow the standings, and as few players as possible meet again."),
    "points": gettext_lazy("A shared place is worth the mean of the places that it covers."),
    "list": gettext_lazy("One entry per place, the best first. Empty unless the points are listed."),
    "ahead": gettext_lazy(
        "Nobody waits: several rounds can be open at once. Otherwise each round is made from the standings, once the "
        "one before is over."
    ),
}
POINTS = ("win", "draw", "loss", "pairing_bye", "half_bye", "full_bye", "forfeit_win", "forfeit_loss")


class LocalTimeField(forms.Field):
    """What a clock on the wall shows in the event's zone; which instant that is, is worked out with the zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL)

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        if isinstance(value, datetime):  # a field that can't be edited keeps what it shows
            return value
        try:
            return datetime.strptime(str(value)[:16], LOCAL)  # noqa: DTZ007 # the zone is another field's
        except ValueError:
            raise forms.ValidationError(_("Date and time like 2026-03-06T19:00."), code="invalid") from None


class PointsField(forms.DecimalField):
    """Points for people (1, ½ as 0.5), half points for the service."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=50, decimal_places=1, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "step": "0.5"}

    def clean(self, value: Any) -> int:
        points = super().clean(value)
        if points is None:
            return 0
        if points * 2 % 1:  # Django's own check of steps calculates with floats, and fails on what isn't a step
            raise forms.ValidationError(StepValueValidator.message, code="step_size", params={"limit_value": "0.5"})
        return int(points * 2)


class EmptyIsNone(forms.IntegerField):
    """A number that may be left out, which the service knows as 0."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, required=False, **options)

    def clean(self, value: Any) -> int:
        return super().clean(value) or 0

    def prepare_value(self, value: Any) -> Any:
        return "" if value in (0, "0") else value


def _choice(
    label: StrOrPromise, choices: Any, explained: StrOrPromise = "", *, required: bool = True
) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, help_text=explained, required=required)


def _number(label: StrOrPromise, most: int, explained: StrOrPromise = "", *, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=explained)


class SettingsForm(forms.Form):
    """All settings with what they mean. Those that can't change any more are shown and can't be edited."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    starts_at = LocalTimeField(label=gettext_lazy("Start"))
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=zone_choices,
        help_text=gettext_lazy("All times on this page use it."),
    )
    rated = forms.BooleanField(label=gettext_lazy("The games count for the club’s rating"), required=False)
    is_listed = forms.BooleanField(
        label=gettext_lazy("Listed: in lists of events, search and calendars"),
        required=False,
        help_text=gettext_lazy("Unlisted, only people who have its address find the event."),
    )

    sign_up = forms.BooleanField(
        label=gettext_lazy("Players may sign up themselves"),
        required=False,
        help_text=gettext_lazy("On the event’s page, by name or with an account, until the event starts."),
    )
    opens_at = LocalTimeField(
        label=gettext_lazy("Opens"), required=False, help_text=gettext_lazy("Empty: open at once.")
    )
    closes_at = LocalTimeField(
        label=gettext_lazy("Closes"), required=False, help_text=gettext_lazy("Empty: when the event starts.")
    )
    capacity = EmptyIsNone(
        label=gettext_lazy("Places"),
        max_value=MOST_PLACES,
        help_text=gettext_lazy(
            "Empty: no limit. Later entrants join the waiting list and move up when a place becomes free."
        ),
    )
    rating_from = forms.IntegerField(
        label=gettext_lazy("Rating of at least"), min_value=0, max_value=5000, required=False
    )
    rating_below = forms.IntegerField(label=gettext_lazy("Rating below"), min_value=0, max_value=5000, required=False)
    unrated = forms.BooleanField(label=gettext_lazy("Players without a rating may take part"), required=False)
    club_only = forms.BooleanField(label=gettext_lazy("Only players of the club may sign up"), required=False)
    least_games = EmptyIsNone(label=gettext_lazy("Rated games played, at least"), max_value=10_000)
    late_entry = _choice(
        gettext_lazy("Coming late"),
        [
            ("closed", gettext_lazy("Nobody joins once the event has started")),
            ("zero", gettext_lazy("A missed round counts nothing")),
            ("half", gettext_lazy("A missed round counts half a point")),
        ],
    )
    late_entry_until = EmptyIsNone(
        label=gettext_lazy("Newcomers begin in round … at the latest"),
        max_value=100,
        help_text=gettext_lazy("Empty: in any round."),
    )
    only_checked_in = forms.BooleanField(
        label=gettext_lazy("Only players who have checked in are paired"),
        required=False,
        help_text=gettext_lazy("It applies once the desk has opened a check-in."),
    )

    best_of = forms.TypedChoiceField(
        label=gettext_lazy("Games per match"), coerce=int, choices=[(number, number) for number in (1, 3, 5, 7, 9)]
    )
    goldens = forms.BooleanField(required=False)
    variants = _choice(
        gettext_lazy("Variants"),
        (),
    )
    series_starter = _choice(
        gettext_lazy("Who starts the later games of a match"),
        [("lots", gettext_lazy("decided by lots")), ("alternate", gettext_lazy("both in turn"))],
    )
    series_points = _choice(
        gettext_lazy("Points for a match of several games"),
        [
            ("series", gettext_lazy("as for one game: the winner of the match gets the win")),
            ("games", gettext_lazy("added up over its games; a bye counts as many games as win a match")),
        ],
    )
    surplus_games = _choice(
        gettext_lazy("Games after a match is decided"),
        [
            ("refused", gettext_lazy("aren’t part of the event")),
            ("friendly", gettext_lazy("may be handed in as friendly games, which count for nothing")),
        ],
    )
    seeding = _choice(
        gettext_lazy("Numbers are given"),
        [
            ("rating", gettext_lazy("by rating")),
            ("lots", gettext_lazy("by lots")),
            ("entry", gettext_lazy("in the order of entering")),
        ],
    )
    starter = _choice(
        gettext_lazy("Who starts a game"),
        [("pairing", gettext_lazy("as paired, so that everybody starts as often")), ("lots", gettext_lazy("by lots"))],
    )
    same_club = _choice(
        gettext_lazy("Players of one club"),
        [
            ("", gettext_lazy("meet like others")),
            ("avoided", gettext_lazy("meet only if it can’t be avoided")),
            ("forbidden", gettext_lazy("never meet")),
        ],
        required=False,
    )
    half_byes = _number(gettext_lazy("Half-point byes that a player may ask for"), 100)
    half_byes_end = _number(gettext_lazy("Last rounds without half-point byes"), 100)

    least_grade = _choice(
        gettext_lazy("Minimum proof for a result"),
        [(grade.value, grade.label) for grade in Grade],
    )
    unconfirmed_counts = forms.BooleanField(
        label=gettext_lazy("Results count before the opponent has confirmed them"), required=False
    )
    confirm_within_minutes = EmptyIsNone(
        label=gettext_lazy("Minutes until an unanswered result counts"),
        max_value=60 * 24 * 60,
        help_text=gettext_lazy("Empty: never without an answer."),
    )
    agreement = _choice(
        gettext_lazy("A result needs the confirmation of"), [(rule.value, rule.label) for rule in Agreement]
    )
    overdue = _choice(
        gettext_lazy("A match that isn’t played in the time set for it"),
        [
            ("nothing", gettext_lazy("waits for the organiser’s decision")),
            ("extend_then_both_lose", gettext_lazy("gets more time once; after that both lose")),
        ],
    )
    overdue_days = _number(
        gettext_lazy("Days it gets"), 60, least=1, explained=gettext_lazy("Both are told two days before the end.")
    )
    win = PointsField(label=gettext_lazy("A win"))
    draw = PointsField(label=gettext_lazy("A tie"))
    loss = PointsField(label=gettext_lazy("A loss"))
    pairing_bye = PointsField(label=gettext_lazy("A bye given by the pairing"))
    half_bye = PointsField(label=gettext_lazy("A half-point bye"))
    full_bye = PointsField(label=gettext_lazy("A full-point bye"))
    forfeit_win = PointsField(label=gettext_lazy("A win by forfeit"))
    forfeit_loss = PointsField(label=gettext_lazy("A loss by forfeit"))
    abandoned = _choice(
        gettext_lazy("A game that was broken off"),
        [
            ("as_it_stands", gettext_lazy("counts as it stands: whoever is ahead wins")),
            ("tie", gettext_lazy("is a tie")),
            ("nobody", gettext_lazy("is lost for both")),
        ],
    )
    ruleset = _choice(
        gettext_lazy("Tie-breaks by"), [(edition.key, gettext_lazy(edition.name)) for edition in RULESETS.values()]
    )

    why = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Needed once the event has started. It is kept in the log."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    before = forms.CharField(widget=forms.HiddenInput, max_length=20_000, required=False)  # all fields as shown: JSON

    def __init__(self, data: Any = None, *, stage: Stage) -> None:
        event = stage.event
        self.event, self.now = event, settings_of(stage)
        self.format_options = format_for(stage.format).options
        self.tie_breaks = tie_breaks_offered(event)
        super().__init__(data, initial=self._initial())
        for place in range(1, TIE_BREAK_PLACES + 1):
            self.fields[f"tie_break_{place}"] = _tie_break_field(place, self.tie_breaks)
        for option in self.format_options:
            self.fields[f"option_{option.key}"] = _option_field(option)
        if max(game_system(event.system).players) == 2:
            del self.fields["agreement"]  # there is one other player, so every rule says the same
        self._ask_in_words(game_pages(event.system).table)
        score = game_pages(event.system).score_label()
        for name, label in zip(FORFEIT_SCORES, FORFEIT_LABELS, strict=True):
            self.fields[name] = _number(label % {"score": score}, 100, least=-100)
        for name in unused_settings(format_for(stage.format)) & set(self.fields):
            del self.fields[name]
        if game_system(event.system).draws_starter:
            del self.fields["starter"]  # the game itself says who starts
        may, options = changeable(stage), changeable_options(stage)
        for name, field in self.fields.items():
            is_fixed_option = name.startswith("option_") and name.removeprefix("option_") not in options
            field.disabled = is_fixed_option or not may.get(_setting_of(name), True)
        for name, field in self.fields.items():
            if isinstance(field, EmptyIsNone) and not self.initial.get(name):
                self.initial[name] = None  # as the page shows it
        if not self.is_bound:
            self.initial["before"] = json.dumps(self.shown())

    def _ask_in_words(self, words: TableWords) -> None:
        """What the game's own rules let an event choose, in its words; no field where there is no choice."""
        self.fields["least_grade"].help_text = words.grades_explained
        ways = cast("forms.ChoiceField", self.fields["variants"])
        ways.choices, ways.help_text = list(words.ways.items()), words.ways_explained
        self.fields["goldens"].label, self.fields["goldens"].help_text = words.after_loss, words.after_loss_explained
        if len(words.ways) == 1:
            del self.fields["variants"]
        if not words.after_loss:
            del self.fields["goldens"]

    def _initial(self) -> dict[str, Any]:
        zone = ZoneInfo(self.event.time_zone)
        shown = {
            name: value.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)
            for name in TIMES
            if (value := self.now[name])
        }
        points = {name: f"{self.now[name] / 2:g}" for name in POINTS}
        codes = [*self.now["tie_breaks"], *[""] * TIE_BREAK_PLACES]
        tie_breaks = {f"tie_break_{place}": codes[place - 1] for place in range(1, TIE_BREAK_PLACES + 1)}
        options = {f"option_{key}": value for key, value in self.now["options"].items()}
        return {**self.now, **shown, **points, **tie_breaks, **options, "seen": settings_digest(self.now)}

    def shown(self) -> dict[str, str]:
        """The settings that may change as the page shows them, by field: what a browser sends back."""
        visible = (name for name, field in self.fields.items() if not field.widget.is_hidden and not field.disabled)
        return {name: as_sent(self.initial.get(name)) for name in visible if name != "why"}

    def shown_before(self) -> dict[str, str]:
        """Likewise of the page that was sent; empty where it doesn't say. A page of before an upgrade may show the 0 of
        what is now left empty."""
        before = shown_before(self.data.get("before", ""))
        return before | dict.fromkeys(self.zeros_left_out(before), "")

    def zeros_left_out(self, values: Mapping[str, str]) -> list[str]:
        """The fields that are 0 and mean the same when they are empty."""
        return [
            name for name, field in self.fields.items() if isinstance(field, EmptyIsNone) and values.get(name) == "0"
        ]

    def changes(self) -> dict[str, Any]:
        """What was sent, by setting; only of a valid form. Invalid `no_such_time` for a time that clocks skip."""
        data = self.cleaned_data
        changes = {name: data[name] for name in SETTINGS if name in data and name not in TIMES}
        zone = data["time_zone"]
        for name in TIMES:
            shown = data[name]
            # What wasn't touched stays the instant that it is, which of two it may be.
            is_same = shown == self.initial.get(name) and zone == self.event.time_zone
            is_closing = name == "closes_at"
            changes[name] = (
                self.now[name]
                if is_same or self.fields[name].disabled
                else shown and instant_of(shown, zone, field=name, second=is_closing)
            )
        chosen = [data[name] for place in range(1, TIE_BREAK_PLACES + 1) if (name := f"tie_break_{place}") in data]
        beyond = self.now["tie_breaks"][TIE_BREAK_PLACES:]
        changes["tie_breaks"] = (*(code for code in chosen if code), *beyond)
        changes["options"] = {option.key: data[f"option_{option.key}"] for option in self.format_options}
        return changes

    def usual(self) -> list[Section]:
        return sections(self, USUAL)

    def expert(self) -> list[Section]:
        return sections(self, EXPERT)

    @property
    def is_expert_open(self) -> bool:
        return self.is_bound and any(section.has_errors for section in self.expert())

    def tie_breaks_explained(self) -> list[tuple[str, str, str]]:
        """Code, name and meaning of all that there are to choose from."""
        return [(code, each.words.name_in(_), each.words.meaning_in(_)) for code, each in self.tie_breaks.items()]


def _setting_of(field: str) -> str:
    """The setting that a field of the form belongs to."""
    if field.startswith("tie_break_"):
        return "tie_breaks"
    return "options" if field.startswith("option_") else field


def _tie_break_field(place: int, tie_breaks: Mapping[str, TieBreak]) -> forms.ChoiceField:
    named = ((code, f"{code}: {found.words.name_in(_)}") for code, found in tie_breaks.items())
    choices = [("", gettext_lazy("none")), *named]
    return forms.ChoiceField(
        label=gettext_lazy("%(place)d. if points are equal") % {"place": place}, choices=choices, required=False
    )


def _option_field(option: Option) -> forms.Field:
    """A field for an option of the format, by the type of its default."""
    label, explained = _(option.label), OPTION_HELP.get(option.key, "")
    if isinstance(option.default, bool):
        return forms.BooleanField(label=label, required=False, help_text=explained)
    if option.key in EMPTY_MEANS:
        return EmptyIsNone(label=label, max_value=option.maximum, help_text=EMPTY_MEANS[option.key])
    if isinstance(option.default, int):
        return forms.IntegerField(label=label, min_value=option.minimum, max_value=option.maximum, help_text=explained)
    if option.choices:
        choices = [(choice, CHOICES[choice]) for choice in option.choices]
        return forms.ChoiceField(label=label, choices=choices, help_text=explained)
    return forms.CharField(label=label, max_length=200, required=bool(option.default), help_text=explained)
