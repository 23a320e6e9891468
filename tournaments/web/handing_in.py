"""Handing a game in on a page: who may, the form again with what came of it, and where one goes on."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.enums import GameState
from games.pages.magistrar.reports import shown_report
from games.selectors.evidence import MAX_BYTES, refusal_sentence
from games.selectors.games import game_by_key
from games.web.forms import DocumentForm
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError, NotAllowed
from tournaments.services.results.hand_in import result_submit
from tournaments.web.shown_game import ShownGame, shown_game

if TYPE_CHECKING:
    from games.models import Submission

# Refusals that the engine's verdict explains. Beside any other one it would look like the game's result.
ABOUT_THE_PLAY = frozenset({"unreadable", "illegal", "unfinished"})


def handing_in(request: HttpRequest, key: str) -> ShownGame:
    """The game as whoever may hand something in for it sees it. NotAllowed for all others."""
    shown = shown_game(request, key)
    if shown.own_side is None and not shown.is_desk:
        raise NotAllowed("not_your_game", _("This isn't your game. Open your own personal link, or ask at the desk."))
    return shown


def after_handing_in(request: HttpRequest, shown: ShownGame) -> HttpResponse:
    """Where somebody goes on after an action: a player to his evening, the desk to the round's results."""
    if shown.act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=shown.act.actor.key)
    if shown.own_side is None:
        place = shown.match_game.match
        desk = reverse("tournaments:results_desk", args=[shown.event.slug])
        return redirect(f"{desk}?round={place.round.number}#table-{place.table}")
    return redirect("tournaments:game", key=shown.game.key)


def hand_in(
    request: HttpRequest, shown: ShownGame, form: forms.Form, body: bytes, template: str, *, is_beginning: bool = False
) -> HttpResponse:
    """Hand a document in; refused, the form stands there again. `is_beginning`: it is what was recorded of a game that
    ended early, unfinished and kept as what an arbiter decides by."""
    try:
        submission = result_submit(
            act=shown.act, game_key=shown.game.key, body=body, idempotency_key=form.cleaned_data["idempotency_key"]
        )
    except DomainError as refusal:
        return hand_in_page(request, shown, form, template, status=put_on_form(form, refusal))
    if submission.refusal != ("unfinished" if is_beginning else ""):
        return hand_in_page(request, shown, form, template, status=422, refused=submission)
    if submission.idempotency_key != form.cleaned_data["idempotency_key"]:
        messages.info(request, _("Exactly this was handed in before. It stands, and nothing was added."))
    elif is_beginning:
        messages.success(
            request,
            _("The saved duels are handed in. Tell an arbiter that the game ended early: the arbiter decides by them."),
        )
    elif game_by_key(shown.game.key).state == GameState.CONFLICTING:
        messages.warning(request, _("Your version is handed in. It isn’t the same as the one that stood there."))
    else:
        messages.success(request, _("Your result is handed in."))
    return after_handing_in(request, shown)


def _keys_handed_in(shown: ShownGame) -> list[str]:
    """The keys under which the reader's own versions that still stand were handed in."""
    mine = [
        v.submission for v in shown.versions if v.submission.accepted and v.submission.actor == str(shown.act.actor)
    ]
    return [each.idempotency_key for each in mine if each.fact_number > shown.game.set_aside_to]


def hand_in_page(
    request: HttpRequest,
    shown: ShownGame,
    form: forms.Form,
    template: str,
    *,
    status: int = 200,
    report: dict[str, Any] | None = None,
    refused: Submission | None = None,
    is_handed_in: bool = False,
    untouched: Sequence[int] = (),
) -> HttpResponse:
    """The form again, with what came of it. A refused document gets a new key: its correction is another one.
    `is_handed_in`: just this was handed in already. `untouched`: duels of a sheet that tell nothing."""
    if form.is_bound:
        data = request.POST.copy()
        data["idempotency_key"] = uuid.uuid4().hex
        if isinstance(form, DocumentForm) and (text := form.text_of_file()):
            data["text"] = text  # a browser doesn't choose a file anew
        form.data = data
    if refused is not None and refused.refusal in ABOUT_THE_PLAY:
        report = refused.report
    context = {
        "shown": shown,
        "form": form,
        "report": shown_report(report, shown.names) if report else None,
        "refusal": refusal_sentence(refused.refusal, shown.game, bytes(refused.body)) if refused is not None else "",
        "most_bytes": MAX_BYTES,
        "is_handed_in": is_handed_in,
        "handed_in_keys": _keys_handed_in(shown),
        "is_settled": refused is not None and refused.refusal == "settled",
        "untouched": untouched,
    }
    return render(request, template, context, status=status)
