"""A game's page, and handing in, confirming and disputing."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.selectors.games import submission_by_key
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.whole_pages import public_page
from ratings.selectors.ratings import changes_of_game
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.services.results.appeal import appeal_dismiss, appeal_make
from tournaments.services.results.confirm import result_confirm, result_dispute, result_give_in
from tournaments.web.acts import act_in_game
from tournaments.web.live.watch import game_watch
from tournaments.web.shown_game import shown_game


@public_page()
@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """A game: score, evidence, part by part, what it did to the ratings; for its players and the desk what to do."""
    shown = shown_game(request, key)
    context = {
        "section": "events",
        "shown": shown,
        "changes": list(changes_of_game(key)),
        "live": game_watch(request, shown),
    }
    return render(request, "tournaments/game.html", context)


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


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, key: str) -> HttpResponse:
    """A player answers the decision about the game, or an arbiter lets it stand (`dismiss`). Opened again, the address
    leads to the game."""
    match_game = match_game_by_game(key)
    act = act_in_game(request, match_game)
    if request.method == "POST" and "dismiss" in request.POST:
        appeal_dismiss(act=act.because(request.POST.get("why", "")[:300]), game_key=key)
        messages.success(request, _("The decision stands, and the player reads why."))
    elif request.method == "POST":
        appeal_make(act=act.because(request.POST.get("why", "")[:1000]), game_key=key)
        messages.success(request, _("Your appeal is with the arbiters."))
        if act.actor.kind == "link":
            return redirect("tournaments:evening_of", key=act.actor.key)
    return redirect("tournaments:game", key=key)
