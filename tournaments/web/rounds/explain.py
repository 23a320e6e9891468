"""Why two meet, why one of them starts, and why somebody has a bye: for everybody, once the round is published."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotFound
from tournaments.models import Match
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.explain import explanation_of
from tournaments.selectors.rounds.matches import bye_words, match_by_key
from tournaments.selectors.rounds.pairings import pairings_of_matches
from tournaments.selectors.stages import is_final, is_of_pairs
from tournaments.services.permissions import allowed
from tournaments.web.public import visible
from tournaments.web.series import series_context


def _shown_match(request: HttpRequest, key: str) -> Match:
    match = match_by_key(key)
    round_ = match.round
    visible(request, round_.stage.event)
    if round_.state not in PUBLIC_ROUNDS and not allowed(act_of(request).actor, round_.stage.event, Action.VIEW):
        raise NotFound("no_such_match", _("There is no match at this address."))
    return match


@require_safe
def match_why(request: HttpRequest, key: str) -> HttpResponse:
    """A match: how one of several games stands, and how the match came about."""
    match = _shown_match(request, key)
    event = match.round.stage.event
    context = {
        "section": "events",
        "event": event,
        "round": match.round,
        "match": match,
        "bye": bye_words(match),
        "explanation": explanation_of(match),
        "has_rules": not is_final(match.round.stage) and is_of_pairs(match.round.stage),
        "is_of_pairs": is_of_pairs(match.round.stage),
        "draws_lots": event.settings.starter == "lots",
        **series_context(request, match),
    }
    if match.best_of == 1:
        context["pairing"] = next(iter(pairings_of_matches(Match.objects.filter(pk=match.pk))), None)
    return render(request, "tournaments/match_why.html", context)
