"""The pages of the game systems, by key."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from games.engine.registry import DEFAULT_JUDGE
from games.pages.core.pages import GamePages
from games.pages.cum_laude.pages import CUM_LAUDE_PAGES
from games.pages.elemental.pages import ELEMENTAL_PAGES
from games.pages.magistrar.pages import MAGISTRAR_PAGES

GAME_PAGES: Mapping[str, GamePages] = {
    MAGISTRAR_PAGES.key: MAGISTRAR_PAGES,
    ELEMENTAL_PAGES.key: ELEMENTAL_PAGES,
    CUM_LAUDE_PAGES.key: CUM_LAUDE_PAGES,
}


def game_pages(key: str) -> GamePages:
    """The pages of the game system of that key. Raises KeyError."""
    return GAME_PAGES[key]


def score_label(systems: Collection[str]) -> str:
    """What the scores of games of these systems are called: their own word where all are of one, else a common one."""
    found = set(systems) or {DEFAULT_JUDGE}
    return game_pages(min(found)).score_label() if len(found) == 1 else _("Score")
