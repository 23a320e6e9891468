"""The pages of Magia Cum Laude."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.core.generic import GenericPages
from games.pages.cum_laude.score import CumLaudeEntries, score_document
from games.pages.cum_laude.words import TOPICS


class CumLaudePages(GenericPages):
    """What people see of Magia Cum Laude."""

    entries_type = CumLaudeEntries
    seat_params = frozenset({"seat", "giver", "taker"})

    def __init__(self) -> None:
        super().__init__(CUM_LAUDE, score_document)

    # Words

    def seat_in_words(self, side: str) -> str:
        return _("Player %(seat)s") % {"seat": side}

    def part_in_words(self, number: int) -> str:
        return _("Turn %(number)d") % {"number": number}

    def topic(self, what: str) -> str:
        return str(TOPICS.get(what, what))


CUM_LAUDE_PAGES = CumLaudePages()
