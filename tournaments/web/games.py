"""A game's page, and handing in, confirming and disputing."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.pages.magistrar.arenas import terms_of
from games.pages.magistrar.reports import shown_report
from games.selectors.evidence import MAX_BYTES, evidence_read
from games.selectors.games import set_up_of, submission_by_key
from games.web.forms import DocumentForm
from magistrar_site.shared.errors import Invalid
from ratings.selectors.ratings import changes_of_game
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.services.results.confirm import result_confirm, result_dispute, result_give_in
from tournaments.web.acts import act_in_game
from tournaments.web.game_variants import to_what_is_drawn
from tournaments.web.handing_in import hand_in, hand_in_page, handing_in
from tournaments.web.live.watch import game_watch
from tournaments.web.sheets import ScoreForm, SheetForm, played_so_far, scoring_spells, sheet_bytes
from tournaments.web.shown_game import ShownGame, shown_game


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """A game: score, evidence, duel by duel, what it did to the ratings; for its players and the desk what to do."""
    shown = shown_game(request, key)
    context = {
        "section": "events",
        "shown": shown,
        "changes": list(changes_of_game(key)),
        "live": game_watch(request, shown),
    }
    return render(request, "tournaments/game.html", context)


def _sheet_form(shown: ShownGame, *args: Any, **kwargs: Any) -> SheetForm:
    """The sheet of this game: with the counters and spells that its variants ask for."""
    spells = scoring_spells(terms_of(shown.game))
    return SheetForm(*args, golden=shown.game.variants.get("golden"), spells=spells, **kwargs)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Hand in a sheet: counters for five duels. With the button `check` nothing is handed in, only looked at."""
    shown = handing_in(request, key)
    if request.method != "POST":
        if shown.lacks_drawn:
            return to_what_is_drawn(shown, "sheet")
        form = _sheet_form(shown, initial={"idempotency_key": uuid.uuid4().hex})
        return hand_in_page(request, shown, form, "tournaments/sheet.html")
    form = _sheet_form(shown, request.POST)
    if form.is_valid() and not played_so_far(form.hauls()):
        form.add_error(None, _("Nothing is filled in yet: say for each duel what each side won."))
    if not form.is_valid():
        return hand_in_page(request, shown, form, "tournaments/sheet.html", status=422)
    if "check" in request.POST:
        body = sheet_bytes(played_so_far(form.hauls()), set_up=set_up_of(shown.game))
        report = evidence_read(system=shown.game.system, body=body).report_json
        return hand_in_page(request, shown, form, "tournaments/sheet.html", report=report)
    if form.untouched() and "nothing_won" not in request.POST:
        return hand_in_page(request, shown, form, "tournaments/sheet.html", status=422, untouched=form.untouched())
    body = sheet_bytes(form.hauls(), set_up=set_up_of(shown.game))
    return hand_in(request, shown, form, body, "tournaments/sheet.html")


@require_POST
def sheet_running(request: HttpRequest, key: str) -> HttpResponse:
    """The score of a sheet as it is typed so far, as a fragment. Writes nothing."""
    shown = handing_in(request, key)
    form = _sheet_form(shown, request.POST)
    report = None
    if form.is_valid() and (duels := played_so_far(form.hauls())):
        body = sheet_bytes(duels, set_up=set_up_of(shown.game))
        report = shown_report(evidence_read(system=shown.game.system, body=body).report_json, shown.names)
    return render(request, "tournaments/running.html", {"shown": shown, "report": report, "form": form})


class RecordForm(DocumentForm):
    """A document that is handed in: sent twice, it counts once."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Hand in a record (or any document of the engine) as text or as a file."""
    shown = handing_in(request, key)
    if request.method != "POST":
        form = RecordForm(initial={"idempotency_key": uuid.uuid4().hex})
        return hand_in_page(request, shown, form, "tournaments/record.html")
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return hand_in_page(request, shown, form, "tournaments/record.html", status=422)
    body = form.document()
    if "check" in request.POST and len(body) <= MAX_BYTES:
        report = evidence_read(system=shown.game.system, body=body).report_json
        return hand_in_page(request, shown, form, "tournaments/record.html", report=report)
    return hand_in(request, shown, form, body, "tournaments/record.html")


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, key: str) -> HttpResponse:
    """Hand in the final score alone: less is proven by it than by a sheet."""
    shown = handing_in(request, key)
    if request.method != "POST":
        form = ScoreForm(initial={"idempotency_key": uuid.uuid4().hex})
        return hand_in_page(request, shown, form, "tournaments/score.html")
    form = ScoreForm(request.POST)
    if not form.is_valid():
        return hand_in_page(request, shown, form, "tournaments/score.html", status=422)
    set_up = set_up_of(shown.game)
    if shown.lacks_drawn:  # a score is of a whole game: it says all four cards, or none
        set_up.pop("variants", None)
    return hand_in(request, shown, form, form.document(set_up), "tournaments/score.html")


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
    elif request.POST.get("answer") == "give_in":
        result_give_in(act=act, submission_key=key)
        messages.success(request, _("You both say the same now."))
    else:
        raise Invalid("no_answer", _("Say yes or no to the result."))
    if act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=act.actor.key)
    return redirect("tournaments:game", key=submission.game.key)
