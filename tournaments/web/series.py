"""What can be done about a match of several games, beside its games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.enums import Action
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError, NotFound
from tournaments.enums import OVER
from tournaments.models import Match
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.page_versions import is_over
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.series.views import SeriesView, series_view
from tournaments.services.permissions import allowed, seat_of
from tournaments.services.series.annul import later_games_annul
from tournaments.services.series.forfeit import rest_forfeit
from tournaments.services.series.friendly import friendly_arrange
from tournaments.web.acts import act_in_match
from tournaments.web.live.fragments import answer, fragment, public_event
from tournaments.web.live.parts import event_tag
from tournaments.web.live.watch import is_watched, page_watch


def series_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    """What a page shows of the series of a match; nothing for a match of one game."""
    series = series_view(match)
    if series is None:
        return {}
    event, act = match.round.stage.event, act_in_match(request, match)
    is_user = act.actor.kind == "user" and event.state not in OVER
    plays = seat_of(act.actor, match) is not None
    context: dict[str, Any] = {
        "series": series,
        "may_rule": is_user and not plays and allowed(act.actor, event, Action.RULE),
        "may_play": plays or (is_user and allowed(act.actor, event, Action.DESK)),
        "acting": act.actor.key if act.actor.kind == "link" else "",
    }
    if is_watched(event) and match.round.state in PUBLIC_ROUNDS:
        tag = event_tag(public_event(request, event.slug), "live_match", None, match.key)
        context["live"] = page_watch(request, "live_match", event.slug, match.key, tag=tag)
    return context


@fragment
def live_match(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A match of several games as everybody sees it."""
    versioned = public_event(request, slug)

    def make() -> str:
        match = match_by_key(key)
        series = _public_series(match, slug)
        part = render_to_string("components/series.html", {"series": series, "detailed": True})
        context = {"name": "series", "part": part, "is_over": is_over(versioned.event)}
        return render_to_string("tournaments/live/part.html", context)

    return answer(request, event_tag(versioned, "live_match", None, key), make)


def _public_series(match: Match, slug: str) -> SeriesView:
    series = series_view(match)
    is_public = match.round.state in PUBLIC_ROUNDS and match.round.stage.event.slug == slug
    if series is None or not is_public:
        raise NotFound("no_such_match", _("There is no match at this address."))
    return series


def _done(request: HttpRequest, key: str, act: Callable[[Match], object], message: str) -> HttpResponse:
    """Do it and go back to the match; what is refused is said there."""
    match = match_by_key(key)
    try:
        act(match)
    except DomainError as refusal:
        if refusal.status in {403, 404}:
            raise
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, message)
    return redirect("tournaments:match_why", key=key)


@require_POST
def series_forfeit(request: HttpRequest, key: str) -> HttpResponse:
    """Who forfeits what is left of a match; nobody takes it back."""
    act, entries = act_of(request).because(request.POST.get("why", "").strip()), request.POST.getlist("entry")
    message = _("The rest of the match is forfeited.") if entries else _("The match goes on.")
    return _done(request, key, lambda _match: rest_forfeit(act=act, match_key=key, entries=entries), message)


@require_POST
def series_annul_later(request: HttpRequest, key: str) -> HttpResponse:
    """The games after one are played anew."""
    act, after = act_of(request).because(request.POST.get("why", "").strip()), request.POST.get("after", "")
    number = int(after) if after.isascii() and after.isdigit() and len(after) < 3 else 99
    message = _("The later games are annulled and will be played again.")
    return _done(request, key, lambda _match: later_games_annul(act=act, match_key=key, after=number), message)


@require_POST
def series_friendly(request: HttpRequest, key: str) -> HttpResponse:
    """One more game that counts for nothing."""
    message = _("Have fun. The game is set up; it counts for nothing.")
    return _done(request, key, lambda match: friendly_arrange(act=act_in_match(request, match), match_key=key), message)
