"""Calls for the arbiter: the button at a table, and those of the staff."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.services.calls import arbiter_call, arbiter_call_close, arbiter_call_take, arbiter_call_withdraw
from tournaments.web.acts import act_in_match

PAGES = ("manage", "results_desk")


@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, key: str) -> HttpResponse:
    """A player of the match calls the arbiter, or doesn't need one any more (`withdraw`). Opened again, the address
    leads to the match."""
    match = match_by_key(key)
    if request.method != "POST":
        return redirect("tournaments:match_why", key=key)
    act = act_in_match(request, match)
    if "withdraw" in request.POST:
        arbiter_call_withdraw(act=act, match_key=key)
        messages.info(request, _("The call is taken back."))
    else:
        arbiter_call(act=act, match_key=key)
        messages.success(request, _("The arbiter is called to your table."))
    if act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=act.actor.key)
    link = next(iter(match.games.all()), None)
    if link is None:  # a bye
        return redirect("tournaments:match_why", key=key)
    return redirect("tournaments:game", key=link.game.key)


@require_POST
@login_required
def call_answer(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Somebody of the staff goes to the table (`take`), or was there (`close`); then the page that the button stands
    on."""
    act = act_of(request)
    try:
        if "take" in request.POST:
            arbiter_call_take(act=act, key=key)
        elif "close" in request.POST:
            arbiter_call_close(act=act, key=key)
        else:
            raise Invalid("no_such_step", _("Choose what to do."))
    except NotAllowed:
        raise
    except DomainError as refusal:
        messages.error(request, str(refusal.message))
    page = request.POST.get("page", "")
    return redirect(f"tournaments:{page if page in PAGES else PAGES[0]}", slug=slug)
