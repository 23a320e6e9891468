"""Facts about an event's settings and about those who run it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from games.enums import Role
from magistrar_site.shared.facts import (
    ContradictionError,
    FactSentence,
    FactValue,
    Key,
    Moment,
    Name,
    Small,
    StreamFact,
    check_moments,
)
from tournaments.facts.state import ReplayedRole, ReplayedState
from tournaments.formats.core.tiebreaks.catalogue import UnknownTieBreakError, tie_breaks_for
from tournaments.formats.core.tiebreaks.rulesets import UnknownRulesetError, ruleset_for
from tournaments.models import Event
from tournaments.models.abouts import ABOUT_TEXTS
from tournaments.models.choices import asked_choices
from tournaments.models.numbers import number_columns
from tournaments.models.rules import entry_rules_read, rules_read


class StageSettings(msgspec.Struct, frozen=True, kw_only=True):
    number: Small
    options: dict[str, Any]
    best_of: Small


class SettingsChanged(StreamFact, frozen=True, kw_only=True):
    """`changed` names the settings; of the others, only what was changed is given. A new name is a detail. A member for
    another column of the event is all that facts, rows, imports and the API need of it."""

    kind = "event.settings_changed"
    topic = "event"
    sentence = FactSentence(_("settings changed"), _("The settings were changed: %(members)s."))
    is_public = True
    hidden = frozenset({"changed"})

    changed: list[str] | UnsetType = UNSET
    time_zone: Name | UnsetType = UNSET
    starts_at: Moment | UnsetType = UNSET
    pool: Name | UnsetType = UNSET
    is_listed: bool | UnsetType = UNSET
    rules: dict[str, Any] | UnsetType = UNSET
    entry_rules: dict[str, Any] | UnsetType = UNSET
    stage: StageSettings | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        if "name" in fact.details:
            event.name = fact.texts().get("name")
        given = {name: getattr(self, name) for name in EVENT_COLUMNS}
        event.columns |= {name: value for name, value in given.items() if value is not UNSET}
        if self.rules is not UNSET:
            event.rules = checked_rules(self.rules, event.system)
        if self.entry_rules is not UNSET:
            event.entry_rules = _checked_entry_rules(self.entry_rules)
        event.changed_by = fact.number
        if self.stage is not UNSET:
            stage = state.stage(self.stage.number)
            stage.options, stage.best_of = self.stage.options, self.stage.best_of
            stage.changed_by = fact.number


# The columns of an event that are settings of their own: those that `SettingsChanged` has beside groups of settings.
EVENT_COLUMNS = tuple(
    name for name in SettingsChanged.__struct_fields__ if name not in {"changed", "rules", "entry_rules", "stage"}
)


def columns_of(row: Event) -> dict[str, Any]:
    """These columns of an event as its row has them; of a new row, as an event begins with."""
    return {name: getattr(row, name) for name in EVENT_COLUMNS}


def checked_rules(rules: dict[str, Any], system: str) -> dict[str, Any]:
    """The rules as stored, of an event that plays that game. ContradictionError where they aren't rules of an event."""
    try:
        read = rules_read(rules)
        tie_breaks_for(read.tie_breaks, number_columns(system))
        ruleset_for(read.ruleset)
        asked_choices(system, read)
    except (msgspec.ValidationError, UnknownTieBreakError, UnknownRulesetError, ValueError) as error:
        raise ContradictionError("rules", "rules of an event", str(error)) from None
    return rules


class EventDescribed(StreamFact, frozen=True, kw_only=True):
    """The event says something else of itself. `fields` names the texts that were changed; those that aren't empty are
    details."""

    kind = "event.described"
    topic = "event"
    sentence = FactSentence(_("description changed"), _("What the event says of itself was changed."))
    is_public = True

    fields: list[Name]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        unknown = set(self.fields) - set(ABOUT_TEXTS)
        if unknown:
            raise ContradictionError("description", "texts that an event has", min(unknown))
        texts = fact.texts()
        event.about |= {name: texts.get(name, None if name in fact.details else "") for name in self.fields}
        event.changed_by = fact.number


class EntryRulesSet(StreamFact, frozen=True, kw_only=True):
    kind = "event.entry_rules_set"
    topic = "event"
    sentence = FactSentence(_("rules for entering set"), _("The rules for entering were changed."))
    is_public = True

    entry_rules: dict[str, Any]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        event.entry_rules, event.changed_by = _checked_entry_rules(self.entry_rules), fact.number


def _checked_entry_rules(rules: dict[str, Any]) -> dict[str, Any]:
    try:
        check_moments(entry_rules_read(rules))
    except msgspec.ValidationError as error:
        raise ContradictionError("entry rules", "rules for entering", str(error)) from None
    return rules


class EventRoleSet(StreamFact, frozen=True, kw_only=True):
    """The role of an account, which helps to run the event; None where it was taken. It is for the owner to see."""

    kind = "event.role_set"
    topic = "event"
    sentence = FactSentence(
        _("role given or taken"),
        _("%(user)s became %(role)s of this event."),
        "role",
        {"": _("%(user)s no longer has a role in this event.")},
    )
    is_secret = True

    user: Key
    role: Role | None = None

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.the_event()
        state.roles[self.user] = ReplayedRole(self.role.value if self.role else None, changed_by=fact.number)
