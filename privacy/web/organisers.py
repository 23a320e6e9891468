"""Organisers' pages about people's own data: answer claims, export and delete a player."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.selectors.clubs import club_by_slug
from games.selectors.players import player_by_key
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from privacy.selectors.people import (
    claim_by_key,
    claims_agreed,
    claims_to_answer,
    erasure_of_player,
    erasures_in,
    merge_request_by_key,
    merge_requests_in,
)
from privacy.services.claims import CLAIM_SETTLES, claim_answer, claim_undo
from privacy.services.exporting import player_export
from privacy.services.merging.ask import merge_request_refuse
from privacy.services.permissions import may_merge, require_handling, require_organiser
from privacy.services.requests import TIME_TO_CANCEL, player_erasure_ask, player_erasure_cancel
from privacy.web.forms import PasswordForm
from privacy.web.my_data import as_file, require_rate
from tournaments.selectors.events import clubs_of_player


@never_cache
@require_safe
@login_required
def club_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Claims to answer, claims that can still be taken back, and players who are to be deleted."""
    act, club = act_of(request), club_by_slug(slug)
    require_organiser(act, club)
    agreed = [claim for claim in claims_agreed(club) if _can_undo(claim)]
    context = {
        "section": "mine",
        "club": club,
        "claims": list(claims_to_answer(club)),
        "agreed": agreed,
        "deletions": list(erasures_in(club)),
        "same": [(asked, may_merge(act.actor, asked.own, asked.other)) for asked in merge_requests_in(club)],
    }
    return render(request, "privacy/club_people.html", context)


def _can_undo(claim: object) -> bool:
    player = claim.player  # type: ignore[attr-defined] # a claim of ours
    is_held = player.user_id is not None and player.user_id == claim.user_id  # type: ignore[attr-defined]
    return is_held and player.claimed_at is not None and timezone.now() < player.claimed_at + CLAIM_SETTLES


@require_POST
@login_required
def club_claim(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Answer a claim (`answer` is "yes" or "no"), or take an agreement back ("undo")."""
    act, club = act_of(request), club_by_slug(slug)
    require_organiser(act, club)
    claim, answer = claim_by_key(key), request.POST.get("answer", "")
    try:
        if answer == "undo":
            claim_undo(act=act, player=claim.player)
        else:
            claim_answer(act=act, claim=claim, agrees=answer == "yes")
    except DomainError as refusal:
        if refusal.status == 403:
            raise
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, _("Saved."))
    return redirect("privacy:club_people", slug=slug)


@require_POST
@login_required
def club_same_refuse(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Say that two players are two people."""
    merge_request_refuse(act=act_of(request), request=merge_request_by_key(key))
    messages.success(request, _("Saved."))
    return redirect("privacy:club_people", slug=slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def player_data(request: HttpRequest, key: str) -> HttpResponse:
    """A player's data, for those who run every club where the player has played: export, and delete by password."""
    act, player = act_of(request), player_by_key(key)
    require_handling(act, player)
    form, status = PasswordForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        require_rate(request)
        if form.is_valid():
            try:
                player_erasure_ask(act=act, player=player, password=form.cleaned_data["password"])
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(
                    request, _("%(name)s will be deleted. Until then you can cancel here.") % {"name": player.name}
                )
                return redirect("privacy:player_data", key=key)
    context = {
        "section": "mine",
        "player": player,
        "clubs": clubs_of_player(player),
        "form": form,
        "deletion": erasure_of_player(player),
        "due_at": act.at + TIME_TO_CANCEL,
    }
    return render(request, "privacy/player_data.html", context, status=status)


@never_cache
@require_POST
@login_required
def player_data_export(request: HttpRequest, key: str) -> HttpResponse:
    require_rate(request)
    return as_file(player_export(act=act_of(request), player=player_by_key(key)), f"player-{key}.json")


@require_POST
@login_required
def player_data_keep(request: HttpRequest, key: str) -> HttpResponse:
    """Cancel the deletion."""
    player = player_by_key(key)
    player_erasure_cancel(act=act_of(request), player=player)
    messages.success(request, _("%(name)s stays.") % {"name": player.name})
    return redirect("privacy:player_data", key=key)
