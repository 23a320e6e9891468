"""What leagues are made from: the settings of their seasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.registry import game_system
from leagues.models.rules import SeasonSettings


@dataclass(frozen=True, slots=True)
class LeaguePreset:
    """What a choice stands for: the settings of its seasons, all of them changeable afterwards."""

    key: str
    name: str | Promise
    explanation: str | Promise
    settings: SeasonSettings


_LEAGUE_PRESETS = (
    LeaguePreset(
        key="league-season",
        name=_("League season"),
        explanation=_("Divisions of 10 to 20 players, everybody meets everybody once, one fixture a week."),
        settings=SeasonSettings(),
    ),
)
LEAGUE_PRESETS: Mapping[str, LeaguePreset] = {preset.key: preset for preset in _LEAGUE_PRESETS}


def plays_leagues(system: str) -> bool:
    """Whether a game can be played in leagues: by two."""
    return 2 in game_system(system).players
