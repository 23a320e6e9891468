"""The pages of Magia Cum Laude."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.names import COLOUR_LETTERS, COLOURS
from games.engine.systems.cum_laude.system import CHANGE_PLACES, CUM_LAUDE
from games.enums import Grade, ResultKind
from games.models import ClubEdition
from games.pages.core.context import GameContext
from games.pages.core.ways import Way, usual_first
from games.pages.cum_laude import edition_parts
from games.pages.cum_laude.boards import empty_tower, figures_once
from games.pages.cum_laude.edition_form import EditionForm
from games.pages.cum_laude.recorder.pages import RecordedPages
from games.pages.cum_laude.score import CumLaudeEntries, score_document
from games.pages.cum_laude.table_words import CumLaudeTableWords
from games.pages.cum_laude.told import ToldPages
from games.pages.cum_laude.words import APPRENTICES, TOPICS


class CumLaudePages(RecordedPages, ToldPages):
    """What people see of Magia Cum Laude."""

    entries_type = CumLaudeEntries
    table_words = CumLaudeTableWords

    def __init__(self) -> None:
        super().__init__(CUM_LAUDE, score_document)

    # Words

    def seat_in_words(self, side: str) -> str:
        return _("Player %(seat)s") % {"seat": side}

    def part_in_words(self, number: int) -> str:
        return _("Turn %(number)d") % {"number": number}

    def topic(self, what: str) -> str:
        return str(TOPICS.get(what, what))

    def variants_in_words(self, said: Mapping[str, Any], variants: Mapping[str, Any]) -> list[str]:
        if CHANGE_PLACES in variants:
            return [_("This game is played with the change-places cards.")]
        return [_("This game is played without the change-places cards.")]

    def evidence_in_words(self, grade: str, kind: str, parts: int) -> str:
        if grade == Grade.SHEET and kind == ResultKind.PLAYED:
            return _("How everything lay at the end was noted: the engine proves that it can lie like that.")
        return super().evidence_in_words(grade, kind, parts)

    # Handing in

    def desk_entry(self, least_grade: str) -> str:
        return "record" if least_grade == Grade.RECORD else "sheet"

    def hand_in_ways(self, ctx: GameContext) -> tuple[Way, ...]:
        """The usual way is the sheet, unless the event wants the whole record, or the cards were dealt here."""
        ways = super().hand_in_ways(ctx)
        if not ctx.takes_sheets:
            return ways
        sheet = Way("sheet", _("Sheet"), _("Fill in the sheet"))
        return (*ways, sheet) if ways[0].is_begun else usual_first((sheet, *ways), "sheet")

    # Editions

    def edition_assumed(self, data: Mapping[str, Any]) -> list[str]:
        return edition_parts.assumed_of(data)

    def edition_body(self, data: Mapping[str, Any]) -> SafeString:
        values = {**_drawn(data), **edition_parts.body_values(data)}
        return render_to_string("cum_laude/editions/body.html", values)

    def edition_values(self, data: Mapping[str, Any]) -> list[tuple[str, str]]:
        return list(edition_parts.edition_values(data))

    def edition_form(self, sent: QueryDict | None, *, title: str, data: Mapping[str, Any], seen: str) -> Any:
        return EditionForm(sent, title=title, edition=data, seen=seen)

    def edition_form_after_others(self, form: Any, edition: ClubEdition) -> Any:
        return form.after_others(edition)

    def edition_form_parts(self, form: Any) -> SafeString:
        return render_to_string("cum_laude/editions/tabs.html")

    def edition_form_body(self, form: Any) -> SafeString:
        letters = [(letter, APPRENTICES[COLOURS[at]]) for letter, at in COLOUR_LETTERS.items()]
        values = {"form": form, "letters": letters, **_drawn(form.edition)}
        return render_to_string("cum_laude/editions/form.html", values)


def _drawn(data: Mapping[str, Any]) -> dict[str, Any]:
    """The tower of an edition, and the figures as signs."""
    tower = empty_tower(data)
    return {"tower": render_to_string("cum_laude/tower.svg", tower), "figures": figures_once(tower["angles"])}


CUM_LAUDE_PAGES = CumLaudePages()
