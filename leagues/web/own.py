"""A player's own page of a season: whether they come back, and where they play."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from leagues.enums import Answer, SeasonState
from leagues.selectors.seasons import season_entry_by_key
from leagues.services.entries.answer import season_answer, speaks_for
from leagues.web.acts import act_for_entry
from leagues.web.reasons import placed_reason
from magistrar_site.shared.errors import DomainError, NotAllowed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest, key: str) -> HttpResponse:
    """The player answers with the buttons `answer`, until the closing day; before, after and while it is open the page
    says how things stand. Once the season runs it leads to the player's page in the division."""
    entry = season_entry_by_key(key)
    act = act_for_entry(request, entry)
    if not speaks_for(act.actor, entry):
        raise NotAllowed(
            "not_your_page", _("This page belongs to a player. Open your own personal link, or ask at the desk.")
        )
    refusal: DomainError | None = None
    if request.method == "POST":
        answer = request.POST.get("answer", "")
        try:
            season_answer(act=act, entry=entry, answer=Answer.YES if answer == Answer.YES else Answer.NO)
        except DomainError as error:
            refusal = error
        else:
            messages.success(request, _("Thank you, your answer is saved."))
            return redirect("leagues:own", key=key)
    if request.method != "POST" and entry.event_entry:
        return redirect("tournaments:evening_of", key=entry.event_entry)
    season = entry.season
    closes_at = season.settings.entries_close_at
    is_open = season.state == SeasonState.OPEN and (closes_at is None or act.at < closes_at)
    context = {
        "section": "evening",
        "entry": entry,
        "season": season,
        "league": season.league,
        "closes_at": closes_at,
        "is_open": is_open,
        "why": placed_reason(entry) if entry.division else "",
        "refusal": refusal,
    }
    return render(request, "leagues/own.html", context, status=refusal.status if refusal else 200)
