"""Changing what an event was set up with: freely before it starts; afterwards only what may still change, with a reason
where results or pairings depend on it. Every change is a fact."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import msgspec
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.engine.registry import game_system
from games.enums import Action, Role
from magistrar_site.accounts.selectors.users import user_by_email, user_by_key
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.facts import ContradictionError
from magistrar_site.shared.services.facts import canonical, fact_append, stream_lock
from tournaments.enums import BEFORE_START, OVER, EventState
from tournaments.facts.settings import EVENT_COLUMNS, EventRoleSet, SettingsChanged, StageSettings
from tournaments.formats.core.format import FormatOptionError, option_values
from tournaments.formats.core.tiebreaks.rulesets import RULESETS
from tournaments.formats.registry import format_for
from tournaments.models import Event, EventRole, Stage
from tournaments.models.rules import (
    FORFEIT_SCORES,
    EntryRules,
    EventRules,
    entry_rules_read,
    entry_rules_store,
    rules_read,
    rules_store,
)
from tournaments.selectors.stages import formats_of, is_ladder, tie_breaks_offered
from tournaments.services.entries.states import waiting_fill
from tournaments.services.events.create import valid_event_name
from tournaments.services.events.pool import pool_of_event
from tournaments.services.fixtures.planning import fixtures_plan
from tournaments.services.ladder.locked import ladder_locked
from tournaments.services.permissions import require_event
from tournaments.services.stages.options import players_of_event, stage_options, wrong_option
from tournaments.services.stages.plan import event_pages_mark, length_problem
from tournaments.services.zone_times import EARLIEST, LATEST, require_zone
from tournaments.signals import event_changed

MOST_TIE_BREAKS = 12
MOST_POINTS = 100


class When(StrEnum):
    """Until when a setting may change."""

    ALWAYS = "always"
    REASON = "reason"  # once the event runs, with a reason
    BEFORE = "before"  # only before the start


# Columns of the event that are settings as they stand; `pool` follows from `rated`. One that isn't named may always
# change.
_COLUMNS: Mapping[str, When] = {
    name: {"time_zone": When.REASON, "starts_at": When.BEFORE}.get(name, When.ALWAYS)
    for name in EVENT_COLUMNS
    if name != "pool"
}
_EVENT: Mapping[str, When] = {"name": When.ALWAYS, **_COLUMNS, "rated": When.BEFORE}
_STAGE: Mapping[str, When] = {"best_of": When.BEFORE, "options": When.BEFORE}
# Points, tables, deadlines: results follow anew from a change, which is why it needs a reason. What pairing numbers or
# newcomers' points were given by stays. The edition isn't a setting of this page.
_RULES_BEFORE = {"seeding", "late_entry", "late_entry_until", "goldens", "variants"}
_RULES: Mapping[str, When] = {
    name: When.BEFORE if name in _RULES_BEFORE else When.REASON
    for name in EventRules.__struct_fields__
    if name != "edition"
}
_ENTRY: Mapping[str, When] = {
    name: When.REASON if name == "capacity" else When.ALWAYS for name in EntryRules.__struct_fields__
}
STAYS_OPEN = ("name", "is_listed")  # once the event is over
SETTINGS: Mapping[str, When] = {**_EVENT, **_STAGE, **_RULES, **_ENTRY}
_POINTS = ("win", "draw", "loss", "pairing_bye", "half_bye", "zero_bye", "full_bye", "forfeit_win", "forfeit_loss")
_FIELD = re.compile(r"\$\.(\w+)")


def settings_of(stage: Stage) -> dict[str, Any]:
    """All settings of an event as they stand, by name; `best_of` and `options` are the stage's."""
    event = stage.event
    rules, entering = event.settings, event.entering
    return {
        "name": event.name,
        **{name: getattr(event, name) for name in _COLUMNS},
        "rated": bool(event.pool),
        "best_of": stage.best_of,
        "options": option_values(format_for(stage.format), stage.options),
        **{name: getattr(rules, name) for name in _RULES},
        **{name: getattr(entering, name) for name in _ENTRY},
    }


def settings_digest(settings: Mapping[str, Any]) -> str:
    """SHA-256 (hex) of all settings (`settings_of`): a page says by it what it showed."""
    return hashlib.sha256(canonical(settings)).hexdigest()


def changeable(stage: Stage) -> dict[str, bool]:
    """The settings of the stage's event, by name, and whether each may still change."""
    state = stage.event.state
    if state in BEFORE_START:
        return dict.fromkeys(SETTINGS, True)
    if state in OVER:
        return {name: name in STAYS_OPEN for name in SETTINGS}
    may = {name: when is not When.BEFORE for name, when in SETTINGS.items()}
    return may | {"options": bool(changeable_options(stage))}


def changeable_options(stage: Stage) -> frozenset[str]:
    """The options of the stage's format that may still change."""
    options = format_for(stage.format).options
    if stage.event.state in OVER:
        return frozenset()
    return frozenset(each.key for each in options if each.may_change or stage.event.state in BEFORE_START)


@transaction.atomic
def event_settings_change(*, act: Act, stage: Stage, changes: Mapping[str, Any], seen: str | None = None) -> Event:
    """Change the settings of the stage's event that are named in `changes`; what is the same already is no change, and
    nothing changed is no fact.

    `seen` is the `settings_digest` that the change was made on: DomainError `stale` where somebody changed them since.
    Invalid `unknown_setting`, `wrong_setting` and others with the field; DomainError `fixed` for what may not change
    any more; Invalid `reason_missing` for what needs a reason by now.
    """
    require_event(act, stage.event, Action.MANAGE_EVENT)
    if is_ladder(stage) and stage.event.state == EventState.RUNNING:
        ladder_locked(act, stage)  # what is overdue has ended by the settings so far
    stream_lock(stream=stage.event.stream)
    event = Event.objects.select_for_update().select_related("club").get(pk=stage.event.pk)
    stage = Stage.objects.get(pk=stage.pk)
    stage.event = event
    now = settings_of(stage)
    if seen is not None and seen != settings_digest(now):
        raise DomainError("stale", _("Somebody changed the settings in the meantime. Look at them as they are now."))
    unknown = [name for name in changes if name not in SETTINGS]
    if unknown:
        raise Invalid("unknown_setting", _("There is no such setting."), fields=dict.fromkeys(unknown, _("Unknown.")))
    wanted = _validate(stage, changes)
    changed = [name for name in SETTINGS if name in wanted and wanted[name] != now[name]]
    if not changed:
        return event
    options = wanted.get("options", {})
    _check_moment(act, stage, changed, [key for key in options if options[key] != now["options"][key]])
    _write(act, stage, wanted, changed)
    return event


def _check_moment(act: Act, stage: Stage, changed: list[str], options: list[str]) -> None:
    event, may, may_options = stage.event, changeable(stage), changeable_options(stage)
    fixed = [name for name in changed if not may[name]]
    if not fixed:
        fixed = [f"option_{key}" for key in options if key not in may_options]
    if fixed:
        raise DomainError(
            "fixed",
            _("The event has started, so this stays as it is."),
            fields=dict.fromkeys(fixed, _("This can no longer be changed.")),
        )
    has_started = event.state not in BEFORE_START
    # Of the options only those are left here that may change while the event runs.
    if has_started and not act.why and any(SETTINGS[name] is not When.ALWAYS for name in changed):
        raise Invalid(
            "reason_missing",
            _("The event has started, so this change needs a reason. It is kept in the log."),
            fields={"why": _("Say why, in a few words.")},
        )


def _validate(stage: Stage, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes as they would be stored. Invalid with the field for each that can't be."""
    event = stage.event
    checked: dict[str, Any] = {}
    if "name" in changes:
        checked["name"] = valid_event_name(str(changes["name"]))
    if "time_zone" in changes:
        checked["time_zone"] = changes["time_zone"]
        if checked["time_zone"] != event.time_zone:
            require_zone(checked["time_zone"])
    if "starts_at" in changes:
        checked["starts_at"] = valid_instant("starts_at", changes["starts_at"])
    others = [name for name in _COLUMNS if name in changes and name not in checked]
    checked |= {name: _valid_column(name, changes[name]) for name in others}
    if "rated" in changes:
        checked["rated"] = bool(changes["rated"])
    rules = _validate_rules(event, {name: changes[name] for name in _RULES if name in changes})
    checked |= {name: getattr(rules, name) for name in _RULES if name in changes}
    entering = _validate_entering(event, {name: changes[name] for name in _ENTRY if name in changes})
    checked |= {name: getattr(entering, name) for name in _ENTRY if name in changes}
    checked |= _validate_stage(stage, changes)
    return checked


def _valid_column(name: str, value: Any) -> Any:
    """The value of a column of the event, as the fact of its change takes it."""
    if isinstance(value, datetime):
        return valid_instant(name, value)
    try:
        read = SettingsChanged.read({name: value})
    except ContradictionError:
        raise invalid_setting(name, _("This value isn’t possible here.")) from None
    return getattr(read, name)


def invalid_setting(field: str, message: str | Promise) -> Invalid:
    return Invalid("wrong_setting", _("This setting isn’t possible."), fields={field: message})


def valid_instant(field: str, value: Any) -> datetime:
    """The instant in UTC, in a year that can be meant."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise invalid_setting(field, _("Give date, time and zone."))
    if not EARLIEST.replace(tzinfo=UTC) <= value <= LATEST.replace(tzinfo=UTC):
        raise invalid_setting(field, _("Check the year."))
    return value.astimezone(UTC)


def _convert(read: Any, stored: dict[str, Any], changes: Mapping[str, Any]) -> Any:
    try:
        return read({**stored, **{name: _plain(value) for name, value in changes.items()}})
    except msgspec.ValidationError as error:
        found = _FIELD.search(str(error))
        if not found and not {"win", "draw", "loss"}.isdisjoint(changes):
            raise invalid_setting("draw", _("A tie counts less than a win and more than a loss.")) from None
        raise invalid_setting(
            found[1] if found else next(iter(changes), "rules"), _("This value isn’t possible here.")
        ) from None


def _plain(value: Any) -> Any:
    return (
        value.astimezone(UTC).isoformat()
        if isinstance(value, datetime)
        else list(value)
        if isinstance(value, tuple)
        else value
    )


def _validate_rules(event: Event, changes: Mapping[str, Any]) -> EventRules:
    for name in _POINTS:
        points = changes.get(name, 0)
        if isinstance(points, int) and not 0 <= points <= MOST_POINTS:
            raise invalid_setting(name, _("Between 0 and 50 points."))
    rules: EventRules = _convert(rules_read, rules_store(event.settings), changes)
    for name in FORFEIT_SCORES:
        if abs(getattr(rules, name)) > MOST_POINTS:
            raise invalid_setting(name, _("Between -100 and 100."))
    for name in ("half_byes", "half_byes_end"):
        if not 0 <= getattr(rules, name) <= MOST_POINTS:
            raise invalid_setting(name, _("Between 0 and 100."))
    if rules.variants not in game_system(event.system).ways:
        raise invalid_setting("variants", _("Choose one of the list."))
    if rules.ruleset not in RULESETS:
        raise invalid_setting("ruleset", _("Choose one of the list."))
    known = tie_breaks_offered(event)
    unknown = [code for code in rules.tie_breaks if code not in known]
    if unknown:
        raise invalid_setting("tie_breaks", _("There is no tie-break %(code)s.") % {"code": unknown[0][:20]})
    if len(set(rules.tie_breaks)) != len(rules.tie_breaks) or len(rules.tie_breaks) > MOST_TIE_BREAKS:
        raise invalid_setting(
            "tie_breaks", _("Each tie-break once, at most %(most)d of them.") % {"most": MOST_TIE_BREAKS}
        )
    return rules


def _validate_entering(event: Event, changes: Mapping[str, Any]) -> EntryRules:
    for name in ("opens_at", "closes_at"):
        if changes.get(name) is not None:
            valid_instant(name, changes[name])
    rules: EntryRules = _convert(entry_rules_read, entry_rules_store(event.entering), changes)
    if rules.opens_at and rules.closes_at and rules.opens_at >= rules.closes_at:
        raise invalid_setting("closes_at", _("Signing up must close after it opens."))
    if rules.rating_from is not None and rules.rating_below is not None and rules.rating_from >= rules.rating_below:
        raise invalid_setting("rating_below", _("This must be higher than the lowest rating."))
    return rules


def _validate_stage(stage: Stage, changes: Mapping[str, Any]) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    if "best_of" in changes:
        problem = length_problem(stage.format, changes["best_of"])
        if problem:
            raise invalid_setting("best_of", problem)
        checked["best_of"] = int(changes["best_of"])
    if "options" in changes:
        given = changes["options"]
        if not isinstance(given, Mapping):
            raise invalid_setting("options", _("Give the options by name."))
        players = players_of_event(stage.event)
        try:
            options = {**stage.options, **given}
            checked["options"] = stage_options(players=players, format=stage.format, options=options)
        except FormatOptionError as error:
            raise wrong_option(error, players) from None
    return checked


def _write(act: Act, stage: Stage, wanted: Mapping[str, Any], changed: list[str]) -> None:
    event = stage.event
    fact = SettingsChanged(changed=changed)
    if _touches(changed, _EVENT):
        event.name = wanted.get("name", event.name)
        columns = _of(wanted, _COLUMNS)
        for name, value in columns.items():
            setattr(event, name, value)
        if "rated" in changed:
            event.pool = pool_of_event(event.club.key, event.system, formats_of(event)) if wanted["rated"] else ""
        always = {"time_zone": event.time_zone, "starts_at": event.starts_at, "pool": event.pool}
        fact = replace(fact, **always, **{name: columns[name] for name in columns if name not in always})
    if _touches(changed, _RULES):
        rules = replace(event.settings, **_of(wanted, _RULES))
        event.rules = rules_store(rules)
        fact = replace(fact, rules=event.rules)
    if _touches(changed, _ENTRY):
        entering = replace(event.entering, **_of(wanted, _ENTRY))
        event.entry_rules = entry_rules_store(entering)
        fact = replace(fact, entry_rules=event.entry_rules)
    if _touches(changed, _STAGE):
        fact = replace(fact, stage=_stage_write(stage, _of(wanted, _STAGE)))
    details = {"name": event.name} if "name" in changed else None
    fact_append(act=act, stream=event.stream, fact=fact, details=details)
    event.save(update_fields=["name", *EVENT_COLUMNS, "rules", "entry_rules"])
    if {"overdue", "overdue_days"} & set(wanted):
        fixtures_plan(event)
    waiting_fill(act, event)
    transaction.on_commit(lambda: event_changed.send(sender=Event, event_key=event.key))


def _touches(changed: list[str], group: Mapping[str, When]) -> bool:
    return any(name in group for name in changed)


def _of(wanted: Mapping[str, Any], group: Mapping[str, When]) -> dict[str, Any]:
    return {name: value for name, value in wanted.items() if name in group}


def _stage_write(stage: Stage, values: Mapping[str, Any]) -> StageSettings:
    stage.options, stage.best_of = values.get("options", stage.options), values.get("best_of", stage.best_of)
    Stage.objects.filter(pk=stage.pk).update(options=stage.options, best_of=stage.best_of)
    event_pages_mark(stage.event)
    return StageSettings(number=stage.number, options=stage.options, best_of=stage.best_of)


@transaction.atomic
def event_role_set(*, act: Act, event: Event, email: str, role: Role | None) -> None:
    """Give an account a role in this event, change it, or take it (None). Done twice is once."""
    require_event(act, event, Action.MANAGE_ROLES)
    stream_lock(stream=event.stream)
    user = user_by_email(email)
    if user is None:
        raise Invalid(
            "no_such_account",
            _("Nobody has an account with this address yet. Ask them to sign up first."),
            fields={"email": _("No account has this address.")},
        )
    event_role_write(act=act, event=event, user_key=user.key, role=role)


@transaction.atomic
def event_role_write(*, act: Act, event: Event, user_key: str, role: Role | None) -> None:
    """As `event_role_set`, by the account's key. Permission is the caller's."""
    stream_lock(stream=event.stream)
    roles = EventRole.objects.filter(event=event, user__key=user_key)
    if roles.values_list("role", flat=True).first() == role:
        return
    if role is None:
        roles.delete()
    else:
        EventRole.objects.update_or_create(event=event, user=user_by_key(user_key), defaults={"role": role})
    fact_append(act=act, stream=event.stream, fact=EventRoleSet(user=user_key, role=role))
