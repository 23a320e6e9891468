"""Presets of events that nobody makes by hand: the divisions and deciders of leagues. What stands above such an event
answers for it (`tournaments.selectors.overseers`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from tournaments.models.numbers import number_columns
from tournaments.models.rules import EventRules, rules_store
from tournaments.services.events.create import NAME_LENGTH, NewEvent
from tournaments.services.events.presets import Preset, rules_of

_RULES = EventRules(
    pairing_bye=0,
    tie_breaks=("DE", "WIN"),
    seeding="lots",
    late_entry="closed",
    confirm_within_minutes=2 * 24 * 60,
)
DIVISION = Preset(
    key="league-division",
    name=_("Division of a league"),
    explanation=_("A round robin over weeks: all fixtures are known ahead."),
    format="round_robin",
    rules=_RULES,
    options={"ahead": True},
)
SWISS_DIVISION = Preset(
    key="league-swiss",
    name=_("Division of a league"),
    explanation=_("A Swiss over weeks: each round is paired when the one before it is played."),
    format="swiss",
    rules=msgspec.structs.replace(_RULES, pairing_bye=2, tie_breaks=("BHC1", "BH", "SB", "DE"), seeding="rating"),
)
DECIDER = Preset(
    key="league-decider",
    name=_("Decider of a league"),
    explanation=_("One match decides."),
    format="knockout",
    rules=EventRules(tie_breaks=(), seeding="entry", late_entry="closed"),
)
DECIDER_OF_MORE = Preset(
    key="league-decider-group",
    name=_("Decider of a league"),
    explanation=_("Everybody who is level meets everybody."),
    format="round_robin",
    rules=msgspec.structs.replace(_RULES, seeding="lots"),
)
OVERSEEN_PRESETS: Mapping[str, Preset] = {
    preset.key: preset for preset in (DIVISION, SWISS_DIVISION, DECIDER, DECIDER_OF_MORE)
}


def rules_for(preset: Preset, *, system: str, edition: str) -> EventRules:
    """The rules of an event made from the preset, for a game and an edition ("" for its usual one). Where there are
    tie-breaks, the game's own numbers come last among them."""
    usual = rules_of(replace(preset, system=system, rules=EventRules()))
    own = tuple(column.code for column in number_columns(system))
    tie_breaks = (*preset.rules.tie_breaks, *own) if preset.rules.tie_breaks else ()
    return msgspec.structs.replace(preset.rules, edition=edition or usual.edition, tie_breaks=tie_breaks)


def overseen_event(
    preset: Preset,
    *,
    name: str,
    starts_at: datetime,
    time_zone: str,
    system: str,
    edition: str,
    pool: str,
    format: str = "",
    options: Mapping[str, Any] | None = None,
    **rules: Any,
) -> NewEvent:
    """What an event begins with that is made from such a preset: of one stage, in another format or with other options
    than the preset's where they are named. `rules` are members of `EventRules` that differ from the preset's."""
    chosen = dict(preset.options if options is None else options)
    stage = {"number": 1, "format": format or preset.format, "options": chosen, "best_of": preset.best_of}
    return NewEvent(
        name=name[:NAME_LENGTH],
        starts_at=starts_at,
        time_zone=time_zone,
        preset=preset.key,
        system=system,
        pool=pool,
        rules=rules_store(msgspec.structs.replace(rules_for(preset, system=system, edition=edition), **rules)),
        stages=[stage],
    )
