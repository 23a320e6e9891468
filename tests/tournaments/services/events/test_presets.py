"""What an organiser can choose can be played: its edition, its tie-breaks and its tables are those of its game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.game_system import GameSystem
from games.engine.registry import game_system
from tests.toy_system.herons import TOY_TABLES
from tournaments.formats.core.tiebreaks.catalogue import fitting
from tournaments.formats.registry import format_for
from tournaments.models.numbers import number_columns
from tournaments.models.rules import EventRules
from tournaments.services.events.presets import PRESETS, Preset, rules_of

presets = pytest.mark.parametrize("preset", [*PRESETS.values(), TOY_TABLES], ids=lambda preset: preset.key)


@presets
def test_edition_and_way_to_play_are_of_the_presets_game(preset: Preset, toy_tables: Preset) -> None:
    system, rules = game_system(preset.system), rules_of(preset)
    assert rules.edition in system.editions
    assert rules.variants in system.ways
    assert rules.least_grade in (*system.grades, "bare")


@presets
def test_tie_breaks_and_tables_of_every_stage_fit_the_game(preset: Preset, toy_tables: Preset) -> None:
    formats = [preset.format, *([preset.later.format] if preset.later else [])]
    for key in formats:
        sizes = format_for(key).table_sizes
        assert set(sizes) & set(game_system(preset.system).players), f"{key} seats no number that the game is for"
        assert set(rules_of(preset).tie_breaks) <= set(fitting(number_columns(preset.system), sizes))


def test_preset_that_says_only_its_game_gets_the_games_edition_and_numbers(toy_system: GameSystem) -> None:
    rules = rules_of(replace(TOY_TABLES, rules=EventRules(agreement="half")))
    assert (rules.edition, rules.tie_breaks, rules.agreement) == ("toy-1", ("TOY_WON", "COINS"), "half")
