"""Magistrar's templates: each gets the game, and both sides by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.forms import Form
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.pages.core.answers import NO_OUTCOME, EntryPage, Outcome
from games.pages.core.context import GameContext
from games.pages.core.forms import with_new_key
from games.pages.magistrar.reports import sentence_of, shown_report
from games.pages.magistrar.rules import linked_violation
from games.pages.magistrar.set_up import TableSetUp
from games.pages.magistrar.words import grade_wanted

# The name of the field that a violation is about; None where it is about no one of them.
FieldOf = Callable[[Mapping[str, Any]], str | None]


def rendered(template: str, ctx: GameContext, **values: Any) -> SafeString:
    """A template of `magistrar/`."""
    white, black = ctx.seats
    context: dict[str, Any] = {"ctx": ctx, "game": ctx.game, "white": white, "black": black, "set_up": TableSetUp(ctx)}
    return render_to_string(f"magistrar/{template}.html", context | {"csrf_token": ctx.csrf_token} | values)


def magistrar_page(
    ctx: GameContext,
    name: str,
    title: str,
    form: Form,
    outcome: Outcome = NO_OUTCOME,
    *,
    field_of: FieldOf | None = None,
    **values: Any,
) -> EntryPage:
    """A page to hand a game in on: `<name>.html` is its form, `<name>_head.html` what the browser needs for it, and
    `<name>_before.html`, where it has one, stands above the form. `field_of`: the field that a violation is about,
    where the form has one for it: what is wrong is said there, and not once more in a verdict."""
    form = with_new_key(form)
    if field_of is not None and outcome.report and not outcome.report["legal"]:
        for violation in outcome.report["violations"]:
            text = sentence_of(ctx.game.system, violation, ctx.names)
            form.add_error(field_of(violation), linked_violation(text, violation))
        outcome = replace(outcome, report=None)
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
