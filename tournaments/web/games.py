"""A game's page, and handing in, confirming and disputing."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.selectors.games import submission_by_key
from games.selectors.reports import shown_report
from games.services.evidence import MAX_BYTES, REFUSALS, evidence_read
from games.web.forms import DocumentForm
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from ratings.selectors.ratings import changes_of_game
from tournaments.selectors.matches import match_game_by_game
from tournaments.services.results import result_confirm, result_dispute, result_submit
from tournaments.web.acting import act_in_game
from tournaments.web.live_watch import watched_game
from tournaments.web.sheets import ScoreForm, SheetForm, played_so_far, sheet_bytes
from tournaments.web.shown_game import ShownGame, set_up_of, shown_game

if TYPE_CHECKING:
    from games.models import Submission


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """A game: score, evidence, duel by duel, what it did to the ratings; for its players and the desk what to do."""
    shown = shown_game(request, key)
    context = {
        "section": "events",
        "shown": shown,
        "changes": list(changes_of_game(key)),
        "live": watched_game(request, shown),
    }
    return render(request, "tournaments/game.html", context)


def _handing_in(request: HttpRequest, key: str) -> ShownGame:
    shown = shown_game(request, key)
    if shown.own_side is None and not shown.is_desk:
        raise NotAllowed("not_your_game", _("This isn't your game. Open your own personal link, or ask at the desk."))
    return shown


def _after(request: HttpRequest, shown: ShownGame) -> HttpResponse:
    """Where somebody goes on after an action: a player to his evening, the desk to the round's results."""
    if shown.act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=shown.act.actor.key)
    if shown.own_side is None:
        place = shown.match_game.match
        desk = reverse("tournaments:results_desk", args=[shown.event.slug])
        return redirect(f"{desk}?round={place.round.number}#table-{place.table}")
    return redirect("tournaments:game", key=shown.game.key)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Hand in a sheet: counters for five duels. With the button `check` nothing is handed in, only looked at."""
    shown = _handing_in(request, key)
    golden = shown.game.variants.get("golden")
    if request.method != "POST":
        form = SheetForm(golden=golden, initial={"idempotency_key": uuid.uuid4().hex})
        return _hand_in_page(request, shown, form, "tournaments/sheet.html")
    form = SheetForm(request.POST, golden=golden)
    if not form.is_valid():
        return _hand_in_page(request, shown, form, "tournaments/sheet.html", status=422)
    if "check" in request.POST:
        body = sheet_bytes(played_so_far(form.hauls()), set_up=set_up_of(shown.game))
        report = evidence_read(system=shown.game.system, body=body).report_json
        return _hand_in_page(request, shown, form, "tournaments/sheet.html", report=report)
    body = sheet_bytes(form.hauls(), set_up=set_up_of(shown.game))
    return _submit(request, shown, form, body, "tournaments/sheet.html")


@require_POST
def sheet_running(request: HttpRequest, key: str) -> HttpResponse:
    """The score of a sheet as it is typed so far, as a fragment. Writes nothing."""
    shown = _handing_in(request, key)
    form = SheetForm(request.POST, golden=shown.game.variants.get("golden"))
    report = None
    if form.is_valid():
        body = sheet_bytes(played_so_far(form.hauls()), set_up=set_up_of(shown.game))
        report = shown_report(evidence_read(system=shown.game.system, body=body).report_json)
    return render(request, "tournaments/running.html", {"shown": shown, "report": report, "form": form})


class RecordForm(DocumentForm):
    """A document that is handed in: sent twice, it counts once."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Hand in a record (or any document of the engine) as text or as a file."""
    shown = _handing_in(request, key)
    if request.method != "POST":
        form = RecordForm(initial={"idempotency_key": uuid.uuid4().hex})
        return _hand_in_page(request, shown, form, "tournaments/record.html")
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return _hand_in_page(request, shown, form, "tournaments/record.html", status=422)
    body = form.document()
    if "check" in request.POST and len(body) <= MAX_BYTES:
        report = evidence_read(system=shown.game.system, body=body).report_json
        return _hand_in_page(request, shown, form, "tournaments/record.html", report=report)
    return _submit(request, shown, form, body, "tournaments/record.html")


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, key: str) -> HttpResponse:
    """Hand in the final score alone: less is proven by it than by a sheet."""
    shown = _handing_in(request, key)
    if request.method != "POST":
        form = ScoreForm(initial={"idempotency_key": uuid.uuid4().hex})
        return _hand_in_page(request, shown, form, "tournaments/score.html")
    form = ScoreForm(request.POST)
    if not form.is_valid():
        return _hand_in_page(request, shown, form, "tournaments/score.html", status=422)
    return _submit(request, shown, form, form.document(set_up_of(shown.game)), "tournaments/score.html")


def _submit(request: HttpRequest, shown: ShownGame, form: forms.Form, body: bytes, template: str) -> HttpResponse:
    try:
        submission = result_submit(
            act=shown.act, game_key=shown.game.key, body=body, idempotency_key=form.cleaned_data["idempotency_key"]
        )
    except DomainError as refusal:
        return _hand_in_page(request, shown, form, template, status=put_on_form(form, refusal))
    if not submission.accepted:
        return _hand_in_page(request, shown, form, template, status=422, refused=submission)
    messages.success(request, _("Your result is handed in."))
    return _after(request, shown)


def _hand_in_page(
    request: HttpRequest,
    shown: ShownGame,
    form: forms.Form,
    template: str,
    *,
    status: int = 200,
    report: dict[str, Any] | None = None,
    refused: Submission | None = None,
) -> HttpResponse:
    """The form again, with what came of it. A refused document gets a new key: its correction is another one."""
    if form.is_bound:
        data = request.POST.copy()
        data["idempotency_key"] = uuid.uuid4().hex
        form.data = data
    if refused is not None:
        report = refused.report
    context = {
        "shown": shown,
        "form": form,
        "report": shown_report(report) if report else None,
        "refusal": REFUSALS[refused.refusal] if refused is not None else "",
        "most_bytes": MAX_BYTES,
    }
    return render(request, template, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """The opponent's word on a submission: yes or no. Opened again (a reload), the address leads to the game."""
    submission = submission_by_key(key)
    if request.method != "POST":
        return redirect("tournaments:game", key=submission.game.key)
    match_game = match_game_by_game(submission.game.key)
    act = act_in_game(request, match_game)
    if request.POST.get("answer") == "confirm":
        result_confirm(act=act, submission_key=key)
        messages.success(request, _("Confirmed. The result counts."))
    elif request.POST.get("answer") == "dispute":
        result_dispute(act=act.because(request.POST.get("why", "")[:300]), submission_key=key)
        messages.info(request, _("Noted: you disagree. Hand in your own version, or call an arbiter."))
    else:
        raise Invalid("no_answer", _("Say yes or no to the result."))
    if act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=act.actor.key)
    return redirect("tournaments:game", key=submission.game.key)
