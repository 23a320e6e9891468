"""What an event's games are played with beside the base game, as its rules name it."""

from __future__ import annotations

from typing import Any

from games.engine.core.choices import Choice, choices_named
from games.engine.registry import game_system
from tournaments.models.rules import EventRules


def asked_choices(system: str, rules: EventRules) -> tuple[Choice, ...]:
    """The choices that are said at the table of each game. ValueError for a way to play that the game hasn't."""
    found = game_system(system)
    if rules.variants not in found.ways:
        raise ValueError(f"{rules.variants} is no way to play {system}: {', '.join(found.ways)} are")
    return choices_named(found.choices, found.ways[rules.variants])


def fixed_variants(system: str, rules: EventRules) -> dict[str, Any]:
    """The variants that all games of an event have, whatever is said at the table."""
    return dict(game_system(system).fixed_variants.get(rules.variants, {}))
