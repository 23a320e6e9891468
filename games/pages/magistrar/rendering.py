"""Magistrar's templates: each gets the game, and both sides by their names."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.pages.core.answers import NO_OUTCOME, EntryPage, Outcome
from games.pages.core.context import GameContext
from games.pages.core.forms import with_new_key
from games.pages.magistrar.reports import shown_report
from games.pages.magistrar.set_up import TableSetUp
from games.pages.magistrar.words import grade_wanted


def rendered(template: str, ctx: GameContext, **values: Any) -> SafeString:
    """A template of `magistrar/`."""
    white, black = ctx.seats
    context: dict[str, Any] = {"ctx": ctx, "game": ctx.game, "white": white, "black": black, "set_up": TableSetUp(ctx)}
    return render_to_string(f"magistrar/{template}.html", context | {"csrf_token": ctx.csrf_token} | values)


def magistrar_page(
    ctx: GameContext, name: str, title: str, form: Form, outcome: Outcome = NO_OUTCOME, **values: Any
) -> EntryPage:
    """A page to hand a game in on: `<name>.html` is its form, `<name>_head.html` what the browser needs for it, and
    `<name>_before.html`, where it has one, stands above the form."""
    form = with_new_key(form)
    report = shown_report(outcome.report, ctx.names) if outcome.report else None
    wanted = grade_wanted(ctx.game.least_grade)
    given = {"form": form, "outcome": outcome, "report": report, "grade_wanted": wanted, **values}
    return EntryPage(
        title=title,
        body=rendered(name, ctx, **given),
        head=rendered(f"{name}_head", ctx) if name != "recording_review" else "",
        before=rendered(f"{name}_before", ctx, **given) if name in WITH_STATE else "",
        form=form,
        report=outcome.report,
        status=outcome.status,
    )


WITH_STATE = frozenset({"sheet", "notation", "record", "recording_review"})
