"""What the facts about an event's settings say."""

from __future__ import annotations

from typing import Any

import msgspec

from games.enums import Role
from magistrar_site.shared.services.chain import FactValue
from tournaments.facts.state import ContradictionError, ReplayedRole, ReplayedState
from tournaments.models.entry_rules import entry_rules_read
from tournaments.services.fold.events import Moment, rules_of
from tournaments.services.fold.payloads import Key, Kinds, Name, Payload, Small, check_moments, kind


class StageChanged(msgspec.Struct, frozen=True):
    number: Small
    options: dict[str, Any]
    best_of: Small


class Changed(Payload, frozen=True):
    """Only what was changed is there; a new name is a detail."""

    time_zone: Name | None = None
    starts_at: Moment | None = None
    pool: Name | None = None
    rules: dict[str, Any] | None = None
    entry_rules: dict[str, Any] | None = None
    stage: StageChanged | None = None


class EntryRulesSet(Payload, frozen=True):
    entry_rules: dict[str, Any]


class RoleSet(Payload, frozen=True):
    """`role` is None where it was taken."""

    user: Key
    role: Role | None = None


def changed(state: ReplayedState, fact: FactValue, said: Changed) -> None:
    event = state.the_event()
    if "name" in fact.details:
        event.name = fact.texts().get("name")
    if said.time_zone is not None:
        event.time_zone = said.time_zone
    if said.starts_at is not None:
        event.starts_at = said.starts_at
    if said.pool is not None:
        event.pool = said.pool
    if said.rules is not None:
        event.rules = rules_of(said.rules)
    if said.entry_rules is not None:
        event.entry_rules = _entry_rules_of(said.entry_rules)
    event.changed_by = fact.number
    if said.stage is not None:
        stage = state.stage(said.stage.number)
        stage.options, stage.best_of, stage.changed_by = said.stage.options, said.stage.best_of, fact.number


def entry_rules_set(state: ReplayedState, fact: FactValue, said: EntryRulesSet) -> None:
    event = state.the_event()
    event.entry_rules, event.changed_by = _entry_rules_of(said.entry_rules), fact.number


def _entry_rules_of(rules: dict[str, Any]) -> dict[str, Any]:
    try:
        check_moments(entry_rules_read(rules))
    except msgspec.ValidationError as error:
        raise ContradictionError("entry rules", "rules for entering", str(error)) from None
    return rules


def role_set(state: ReplayedState, fact: FactValue, said: RoleSet) -> None:
    state.the_event()
    state.roles[said.user] = ReplayedRole(said.role.value if said.role else None, changed_by=fact.number)


KINDS: Kinds = {
    "event.settings_changed": kind(Changed, changed),
    "event.entry_rules_set": kind(EntryRulesSet, entry_rules_set),
    "event.role_set": kind(RoleSet, role_set),
}
