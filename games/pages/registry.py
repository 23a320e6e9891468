"""The pages of the game systems, by key."""

from collections.abc import Mapping

from games.pages.core.pages import GamePages
from games.pages.magistrar.pages import MAGISTRAR_PAGES

GAME_PAGES: Mapping[str, GamePages] = {MAGISTRAR_PAGES.key: MAGISTRAR_PAGES}


def game_pages(key: str) -> GamePages:
    """The pages of the game system of that key. Raises KeyError."""
    return GAME_PAGES[key]
