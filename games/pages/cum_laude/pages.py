"""The pages of Magia Cum Laude."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.enums import Grade
from games.pages.core.context import GameContext
from games.pages.core.ways import Way, usual_first
from games.pages.cum_laude.score import CumLaudeEntries, score_document
from games.pages.cum_laude.told import ToldPages
from games.pages.cum_laude.words import TOPICS


class CumLaudePages(ToldPages):
    """What people see of Magia Cum Laude."""

    entries_type = CumLaudeEntries

    def __init__(self) -> None:
        super().__init__(CUM_LAUDE, score_document)

    # Words

    def seat_in_words(self, side: str) -> str:
        return _("Player %(seat)s") % {"seat": side}

    def part_in_words(self, number: int) -> str:
        return _("Turn %(number)d") % {"number": number}

    def topic(self, what: str) -> str:
        return str(TOPICS.get(what, what))

    # Handing in

    def desk_entry(self, least_grade: str) -> str:
        return "record" if least_grade == Grade.RECORD else "sheet"

    def hand_in_ways(self, ctx: GameContext) -> tuple[Way, ...]:
        """The usual way is the sheet, unless the event wants the whole record."""
        ways = super().hand_in_ways(ctx)
        if not ctx.takes_sheets:
            return ways
        return usual_first((Way("sheet", _("Sheet"), _("Fill in the sheet")), *ways), "sheet")


CUM_LAUDE_PAGES = CumLaudePages()
