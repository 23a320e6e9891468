"""Staff's pages about who a player is: the name, those before it, and players who are the same person."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.enums import Action
from games.selectors.clubs import clubs_where
from games.selectors.people import former_name_by_key, former_names_of, staff_search
from games.selectors.players import player_by_key
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from privacy.selectors.people import merge_by_key, merges_into
from privacy.services.merging.merge import players_merge
from privacy.services.merging.preview import merge_preview
from privacy.services.merging.undo import merge_undo
from privacy.services.permissions import may_merge, may_undo, require_naming
from privacy.web.forms import PlayerNameForm
from tournaments.services.player_names import former_name_erased_by, may_rename, player_renamed_by


@never_cache
@require_safe
@login_required
def player_staff(request: HttpRequest, key: str) -> HttpResponse:
    """The name with those before it, other players who may be the same person, and those who turned out to be."""
    act, player = act_of(request), player_by_key(key)
    require_naming(act, player)
    return render(request, "privacy/player_staff.html", _context(request, act, player))


def _context(request: HttpRequest, act: Act, player: Any, form: PlayerNameForm | None = None) -> dict[str, Any]:
    query = request.GET.get("q", "").replace("\0", "")[:100].strip()
    clubs = clubs_where(act.actor, Action.MANAGE_ENTRIES)
    found = staff_search(clubs, query) if query else []
    return {
        "section": "mine",
        "player": player,
        "form": form or PlayerNameForm(initial={"name": player.name}),
        "may_rename": may_rename(act.actor, player),
        "may_merge": may_merge(act.actor, player),
        "former_names": former_names_of(player),
        "merges": [(merge, may_undo(act.actor, merge)) for merge in merges_into(player)],
        "query": query,
        "found": [(other, may_merge(act.actor, other)) for other in found if other.pk != player.pk],
    }


@never_cache
@require_POST
@login_required
def player_rename(request: HttpRequest, key: str) -> HttpResponse:
    act, player = act_of(request), player_by_key(key)
    require_naming(act, player)
    form, status = PlayerNameForm(request.POST), 422
    if form.is_valid():
        try:
            player_renamed_by(act=act, player=player, name=form.cleaned_data["name"])
        except DomainError as refusal:
            status = put_on_form(form, refusal)
        else:
            messages.success(request, _("Everybody sees the new name now."))
            return redirect("privacy:player_staff", key=player.key)
    context = _context(request, act, player_by_key(key), form)
    return render(request, "privacy/player_staff.html", context, status=status)


@require_POST
@login_required
def former_name_forget(request: HttpRequest, key: str) -> HttpResponse:
    former = former_name_by_key(key)
    former_name_erased_by(act=act_of(request), former=former)
    messages.success(request, _("The name is forgotten."))
    return redirect("privacy:player_staff", key=former.player.key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def player_merge(request: HttpRequest, key: str, other: str) -> HttpResponse:
    """What making `other` one with this player would change, then doing it. This player stays."""
    act, into, player = act_of(request), player_by_key(key), player_by_key(other)
    refusal, status = None, 200
    if request.method == "POST":
        try:
            players_merge(act=act, player=player, into=into, seen=request.POST.get("seen", ""))
        except DomainError as error:
            if error.status == 403:
                raise
            refusal, status = error, error.status
        else:
            said = _("%(other)s and %(name)s are one player now.")
            messages.success(request, said % {"other": isolated(player.name), "name": isolated(into.name)})
            return redirect("privacy:player_staff", key=into.key)
    if player.pk == into.pk:  # done already, in another tab or by somebody else
        return redirect("privacy:player_staff", key=into.key)
    preview = merge_preview(act=act, player=player, into=into)
    context = {"section": "mine", "preview": preview, "player": player, "into": into, "refusal": refusal}
    return render(request, "privacy/player_merge.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def player_merge_undo(request: HttpRequest, key: str) -> HttpResponse:
    """What undoing gives back, then doing it."""
    act, merge = act_of(request), merge_by_key(key)
    require_naming(act, merge.into)
    refusal, status = None, 200
    if request.method == "POST":
        try:
            merge_undo(act=act, merge=merge)
        except DomainError as error:
            if error.status == 403:
                raise
            refusal, status = error, error.status
        else:
            messages.success(request, _("They are two players again."))
            return redirect("privacy:player_staff", key=merge.into.key)
    context = {
        "section": "mine",
        "merge": merge,
        "may_undo": may_undo(act.actor, merge),
        "events": len(merge.events),
        "refusal": refusal,
    }
    return render(request, "privacy/player_merge_undo.html", context, status=status)
