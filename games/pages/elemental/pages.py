"""The pages of the elemental duel."""

from __future__ import annotations

from games.engine.systems.elemental.system import ELEMENTAL
from games.pages.core.generic import GenericPages
from games.pages.elemental.score import ElementalEntries, score_document


class ElementalPages(GenericPages):
    """What people see of the elemental duel."""

    entries_type = ElementalEntries

    def __init__(self) -> None:
        super().__init__(ELEMENTAL, score_document)


ELEMENTAL_PAGES = ElementalPages()
