"""Players of a running season who leave, and reserves who go on for them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.services.entries.leave import player_leave
from leagues.services.entries.take_over import reserve_take_over
from leagues.web.acts import act_and_season, address_of
from leagues.web.players import entry_in
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated

LONGEST_REASON = 300


@require_POST
@login_required
def player_leaves(request: HttpRequest, club: str, slug: str, number: int, key: str) -> HttpResponse:
    """A player withdraws. With a `reserve`, who is named by key, that player goes on in their place."""
    act, season = act_and_season(request, club, slug, number)
    act = act.because(request.POST.get("why", "").strip()[:LONGEST_REASON])
    entry, reserve = entry_in(season, key), request.POST.get("reserve", "")
    try:
        if reserve:
            found = reserve_take_over(act=act, entry=entry, reserve=entry_in(season, reserve))
            text = _("%(name)s goes on. Print the new personal link, or send it.")
            messages.success(request, text % {"name": isolated(found.player.name)})
            return redirect("leagues:links", *address_of(season))
        player_leave(act=act, entry=entry)
        text = _("%(name)s has withdrawn. A reserve can still go on in their place.")
        messages.success(request, text % {"name": isolated(entry.player.name)})
    except DomainError as refusal:
        messages.error(request, str(refusal.message))
    return redirect("leagues:players", *address_of(season))
