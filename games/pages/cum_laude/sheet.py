"""Hand in the sheet: how everything lies at the end of a game."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.core.answers import NO_OUTCOME, Answer, EntryPage, HandIn, Outcome, Sent
from games.pages.core.context import GameContext
from games.pages.core.forms import with_new_key
from games.pages.core.generic_entries import generic_part, name_of_seats, number_labels
from games.pages.cum_laude.boards import drawn_tower, figures_once
from games.pages.cum_laude.sheet_form import SheetForm
from games.pages.cum_laude.sheet_terms import sheet_terms, sheet_words
from games.pages.cum_laude.words import params_in_words
from games.selectors.editions import playable_edition
from games.selectors.evidence import evidence_read


def sheet_entry(ctx: GameContext, sent: Sent) -> Answer:
    """The form, and what is sent by it. With the button `check` nothing is handed in, only looked at."""
    edition = _edition_of(ctx)
    if not sent.is_post:
        blank = SheetForm(edition=edition, seats=ctx.seats, initial={"idempotency_key": uuid.uuid4().hex})
        return _page(ctx, blank)
    form = SheetForm(sent.data, edition=edition, seats=ctx.seats)
    if not form.is_valid():
        return _page(ctx, form, Outcome(status=422))
    body = json.dumps(form.document(ctx.set_up)).encode()
    if "check" in sent.data:
        return _page(ctx, form, Outcome(report=evidence_read(system=CUM_LAUDE.key, body=body).report_json))
    return HandIn(body, form, lambda now, came: _page(now, form, came))


def _edition_of(ctx: GameContext) -> Edition:
    edition = playable_edition(CUM_LAUDE.key, ctx.game.edition)
    assert isinstance(edition, Edition)
    return edition


def _page(ctx: GameContext, form: SheetForm, outcome: Outcome = NO_OUTCOME) -> EntryPage:
    form = with_new_key(form)
    outcome = _marked(form, outcome, ctx)
    names = [{"number": seat.number, "name": name_of_seats(ctx)(seat.number)} for seat in ctx.seats]
    given = {
        "form": form,
        "figures": figures_once(drawn_tower(form.edition).angles),
        "outcome": outcome,
        "terms": sheet_terms(form.edition, len(ctx.seats)),
        "words": sheet_words(form.edition),
        "names": names,
        "columns": zip(number_labels(CUM_LAUDE, is_short=True), number_labels(CUM_LAUDE), strict=True),
    }
    body = generic_part(CUM_LAUDE, "cum_laude/sheet", ctx, **given)
    head = generic_part(CUM_LAUDE, "cum_laude/sheet_head", ctx)
    return EntryPage(_("Fill in the sheet"), body, head=head, form=form, report=outcome.report, status=outcome.status)


def _marked(form: SheetForm, outcome: Outcome, ctx: GameContext) -> Outcome:
    """What is wrong is written at its field, and then isn't said once more in a verdict."""
    if not outcome.report or outcome.report["legal"]:
        return outcome
    for violation in CUM_LAUDE.judged(CUM_LAUDE.read_report(outcome.report)).violations:
        params = params_in_words(violation.params)
        if violation.seat is not None:
            params["seat"] = name_of_seats(ctx)(violation.seat)
        form.add_error(form.field_of(violation), _(violation.template) % params)
    return replace(outcome, report=None, status=max(outcome.status, 422))
