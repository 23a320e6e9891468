"""Every kind of fact of an event's stream, by the name that is stored. A new family is a line in `FAMILIES`."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.facts import appeals, deals, desk, editions, games, results, rulings
from magistrar_site.shared.facts import StreamFact
from tournaments.facts import (
    announcements,
    brackets,
    checkin,
    entries,
    events,
    ladder,
    life,
    penalties,
    people,
    prizes,
    rounds,
    settings,
    stages,
    wishes,
)

FAMILIES: tuple[ModuleType, ...] = (
    events,
    life,
    settings,
    editions,
    stages,
    prizes,
    announcements,
    entries,
    people,
    penalties,
    checkin,
    wishes,
    rounds,
    ladder,
    brackets,
    games,
    deals,
    results,
    rulings,
    desk,
    appeals,
)

KINDS: Mapping[str, type[StreamFact]] = {
    declared.kind: declared
    for family in FAMILIES
    for declared in vars(family).values()
    if isinstance(declared, type) and issubclass(declared, StreamFact) and declared.__module__ == family.__name__
}

# The topics that the log groups kinds by: name in the address, and title.
TOPICS: Mapping[str, Any] = {
    "event": _("The event"),
    "entries": _("Players"),
    "rounds": _("Rounds"),
    "results": _("Results"),
}


def kinds_of_topic(topic: str) -> dict[str, type[StreamFact]]:
    """The kinds of a topic, in the order of their declarations."""
    return {kind: declared for kind, declared in KINDS.items() if declared.topic == topic}
