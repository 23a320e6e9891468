"""The log of an event: every fact in words, for those who run it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.selectors.facts import head_of
from tournaments.facts.registry import TOPICS, kinds_of_topic
from tournaments.log.lines import Filters, actors_of, log_lines, log_of, round_names
from tournaments.models import Event
from tournaments.selectors.events import entries_of, event_by_slug
from tournaments.services.permissions import actions_of, refuse_event

PAGE_SIZE = 50
LONGEST = 100


@never_cache
@require_safe
@login_required
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first, with filters by kind, person, round and text."""
    act, event = act_of(request), event_by_slug(slug)
    actions = actions_of(act.actor, event)
    if Action.VIEW not in actions:
        raise refuse_event(act, event)
    filters = log_filters(request)
    page = Paginator(log_of(event, filters), PAGE_SIZE).get_page(request.GET.get("page"))
    asked = {name: value for name in Filters.__slots__ if (value := getattr(filters, name))}
    context = {
        "section": "mine",
        "event": event,
        "page": page,
        "lines": log_lines(event, list(page)),
        "filters": filters,
        "query": f"{urlencode(asked)}&" if asked else "",
        "topics": [
            (name, title, [(kind, declared.sentence.label) for kind, declared in kinds_of_topic(name).items()])
            for name, title in TOPICS.items()
        ],
        "people": _people(event),
        "rounds": round_names(event),
        "head": head_of(event.stream),
        "may_take_out": Action.MANAGE_EVENT in actions,
    }
    return render(request, "tournaments/log.html", context)


def log_filters(request: HttpRequest) -> Filters:
    """The filters in the address; what is too long to be one is cut."""
    return Filters(**{name: request.GET.get(name, "")[:LONGEST].strip() for name in Filters.__slots__})


def _people(event: Event) -> list[tuple[str, str]]:
    """Whom the log can be narrowed to: the accounts that acted, then the players, as (value, name)."""
    keys = [actor.partition(":")[2] for actor in actors_of(event)]
    users = users_by_keys(keys)
    accounts = sorted((str(user), f"user:{key}") for key, user in users.items())
    players = [(entry.key, entry.player.name) for entry in entries_of(event)]
    return [(value, name) for name, value in accounts] + players
