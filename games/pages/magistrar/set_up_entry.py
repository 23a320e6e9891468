"""Saying which mages and duel cards a game is played with: a page of selects, filled in as the cards are turned up."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.pages.core.answers import EntryPage
from games.pages.core.choices_form import ChoicesEntry, ChoicesForm
from games.pages.core.context import GameContext
from games.pages.magistrar.rendering import rendered
from games.pages.magistrar.table_words import MagistrarTableWords


def _page(ctx: GameContext, form: ChoicesForm, then: str, *, status: int = 200) -> EntryPage:
    body = rendered("set_up_form", ctx, form=form, then=then)
    return EntryPage(_("Mages and duel cards"), body, form=form, status=status)


set_up_entry = ChoicesEntry(
    MagistrarTableWords(),
    _page,
    leads_on=frozenset({"recording", "sheet", "notation", "record"}),
    needs_all=frozenset({"sheet"}),  # which tells a whole game, and can't name cards itself
)
