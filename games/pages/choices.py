"""What can't be played of what was said at the table, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.core.choices import place_of
from games.engine.registry import game_system
from games.models import Game
from games.pages.registry import game_pages
from games.selectors.choices import choice_violations


def choice_faults(game: Game, said: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    """Sentences on what can't be played of it, by where it stands ("key.black", "key.2", counted from 0; the
    choice's key alone for the whole of it). `names`: the players' by the names of their seats."""
    system, pages = game_system(game.system), game_pages(game.system)
    found: dict[str, str] = {}
    for violation, _message, params in choice_violations(game, said):
        found.setdefault(place_of(system.choices, params, said, system.seat_names), pages.sentence(violation, names))
    return found
