"""What a game is played with, as was said at the table: what may still be said, and what the engine has against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.core.choices import goes_on_from, variants_with
from games.engine.core.game_system import GameEdition
from games.engine.core.report import SystemReport
from games.engine.registry import game_system
from games.enums import UNPLAYED_STATES, GameState
from games.models import Game
from games.selectors.editions import StoredEditions, part_in_words, playable_edition
from games.values.results import name_of_seat
from games.values.state import ReplayedGame


def may_be_said(system: str, state: str, before: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    """Whether a game in that state takes what is `said` of its choices: anything while nothing stands handed in, then
    only what was left open, until its result is settled."""
    choices = game_system(system).choices
    is_open = state in (GameState.SUBMITTED, GameState.CONFLICTING) and goes_on_from(choices, said, before)
    return state in UNPLAYED_STATES or is_open


def options_in_words(game: Game, choice: str) -> list[tuple[str, str]]:
    """The values that the game's edition has for a choice: keys and names, by name."""
    edition = playable_edition(game.system, game.edition)
    found = [(key, part_in_words(key)) for key in game_system(game.system).options(choice, edition)]
    return sorted(found, key=lambda option: option[1])


def choices_report(
    game: Game | ReplayedGame, said: Mapping[str, Any], editions: Mapping[str, GameEdition] | None = None
) -> SystemReport:
    """The engine's report on playing this game with what was said so far. `editions`: those that may be played with
    beside the shipped ones; by default those that clubs have here."""
    system = game_system(game.system)
    starter = {"starter": name_of_seat(game.system, game.starter)} if game.starter else {}
    variants = variants_with(system.choices, game.variants, said)
    begun = system.begun_record({**starter, "edition": game.edition, "variants": variants}, [])
    known = StoredEditions(game.system) if editions is None else editions
    return system.check_document(begun, known)


def choice_violations(
    game: Game | ReplayedGame, said: Mapping[str, Any], editions: Mapping[str, GameEdition] | None = None
) -> Sequence[tuple[Mapping[str, Any], str, Mapping[str, Any]]]:
    """What the engine has against it: each violation as the system's report has it, as plain JSON values, with its
    sentence in English and its parameters."""
    report = choices_report(game, said, editions)
    own: Sequence[Mapping[str, Any]] = msgspec.to_builtins(report).get("violations", ())
    neutral = game_system(game.system).judged(report).violations
    return [(plain, found.message, found.params) for plain, found in zip(own, neutral, strict=True)]
