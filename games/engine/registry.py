"""The game systems that the service knows, by key."""

from collections.abc import Mapping

from games.engine.core.game_system import GameSystem
from games.engine.systems.magistrar.system import MAGISTRAR

GAME_SYSTEMS: Mapping[str, GameSystem] = {MAGISTRAR.key: MAGISTRAR}


def game_system(key: str) -> GameSystem:
    """The game system of that key. Raises KeyError."""
    return GAME_SYSTEMS[key]
