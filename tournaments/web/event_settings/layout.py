"""The order of the settings on their page: what organisers ask first stands first, what few need is folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.core.capabilities import AnswersChallenges, SeatsTables
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.format import Format
from tournaments.models.rules import FORFEIT_SCORES

OPTIONS = "option_*"  # the options of the format that have no place of their own
TIE_BREAKS = "tie_break_*"
Names = tuple[str | tuple[str, str], ...]

# Fields by section; two in a pair stand side by side.
USUAL: tuple[tuple[str | Promise, Names], ...] = (
    (_("When and where"), ("name", ("starts_at", "time_zone"), "rated", "is_listed")),
    (_("How it is played"), ("option_rounds", OPTIONS, "best_of", "variants", "goldens")),
    (
        _("Taking part"),
        (
            "sign_up",
            ("opens_at", "closes_at"),
            "capacity",
            "late_entry",
            "late_entry_until",
            "only_checked_in",
        ),
    ),
    (
        _("Results"),
        ("unconfirmed_counts", "confirm_within_minutes", "least_grade", "agreement"),
    ),
    (_("Tie-breaks, in order"), (TIE_BREAKS,)),
)
EXPERT: tuple[tuple[str | Promise, Names], ...] = (
    (_("Who can sign up"), (("rating_from", "rating_below"), "unrated", "club_only", "least_games")),
    (
        _("Pairing"),
        (
            "option_system",
            "option_acceleration",
            "option_order",
            "option_drop_early_withdrawals",
            "seeding",
            "starter",
            "same_club",
            ("half_byes", "half_byes_end"),
        ),
    ),
    (_("Matches played over days or weeks"), (("overdue", "overdue_days"),)),
    (_("Matches of several games"), ("series_starter", "series_points", "surplus_games")),
    (
        _("Points"),
        (
            ("win", "draw"),
            ("loss", "pairing_bye"),
            ("half_bye", "full_bye"),
            ("forfeit_win", "forfeit_loss"),
            FORFEIT_SCORES,
            "abandoned",
        ),
    ),
    (_("Rules for tie-breaks"), ("ruleset",)),
)
# What a format has no use for: tables of more than two say themselves what places and byes are worth, and a match there
# is one game; nobody asks for a bye in a bracket.
NOT_AT_TABLES = frozenset(
    {
        *("best_of", "series_starter", "series_points", "surplus_games", "goldens", "overdue", "overdue_days"),
        *("win", "draw", "loss", "pairing_bye", "forfeit_win", "forfeit_loss"),
    }
)
NOT_IN_BRACKETS = frozenset({"half_byes", "half_byes_end"})
# On a ladder nobody is paired and no points are counted: an order says who is ahead.
NOT_ON_LADDERS = frozenset(
    {
        *("best_of", "series_starter", "series_points", "surplus_games", "goldens", "overdue", "overdue_days"),
        *("win", "draw", "loss", "pairing_bye", "half_bye", "full_bye", "forfeit_win", "forfeit_loss"),
        *FORFEIT_SCORES,
        *(f"tie_break_{place}" for place in range(1, 11)),
        *(
            "ruleset",
            "same_club",
            "half_byes",
            "half_byes_end",
            "late_entry",
            "late_entry_until",
            "only_checked_in",
            "starter",
        ),
    }
)


def unused_settings(format_: Format) -> frozenset[str]:
    """The settings that the format can't take."""
    tables = NOT_AT_TABLES if isinstance(format_, SeatsTables) else frozenset[str]()
    brackets = NOT_IN_BRACKETS if isinstance(format_, RanksByPlace) else frozenset[str]()
    ladders = NOT_ON_LADDERS if isinstance(format_, AnswersChallenges) else frozenset[str]()
    return tables | brackets | ladders


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page; each row has one field or two side by side."""

    title: str | Promise
    rows: tuple[tuple[forms.BoundField, ...], ...]

    @property
    def has_errors(self) -> bool:
        return any(field.errors for row in self.rows for field in row)


def sections(form: forms.Form, plan: Iterable[tuple[str | Promise, Names]]) -> list[Section]:
    """The sections of a plan with the fields that the form has; none that would be empty."""
    placed = {name for _title, names in (*USUAL, *EXPERT) for row in names for name in _names(row)}
    found = (Section(title, tuple(_rows(form, names, placed))) for title, names in plan)
    return [section for section in found if section.rows]


def _names(row: str | tuple[str, str]) -> tuple[str, ...]:
    return row if isinstance(row, tuple) else (row,)


def _rows(form: forms.Form, names: Names, placed: set[str]) -> Iterator[tuple[forms.BoundField, ...]]:
    for row in names:
        if row in {OPTIONS, TIE_BREAKS}:
            prefix = str(row).removesuffix("*")
            yield from ((form[name],) for name in form.fields if name.startswith(prefix) and name not in placed)
            continue
        here = tuple(form[name] for name in _names(row) if name in form.fields)
        if here:
            yield here
