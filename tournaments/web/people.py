"""Clubs and search, as everybody may read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.enums import Action
from games.selectors.club_lists import clubs_close, clubs_matching, clubs_with_players
from games.selectors.clubs import club_role_of
from games.selectors.editions import newest_editions
from games.selectors.name_search import players_close, players_matching
from games.selectors.pictures import logo_of
from games.selectors.players import players_of_club
from games.selectors.scores import BestNumber, best_numbers
from games.services.permissions import role_allows, shown_club
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.public_epoch import public_epoch
from magistrar_site.shared.web_cache import cached
from magistrar_site.shared.whole_pages import public_page
from ratings.selectors.leaderboards import leaderboard_rows
from ratings.selectors.pools import pools_of_club
from tournaments.selectors.event_lists import (
    club_events_ahead,
    club_events_past,
    events_close,
    events_matching,
    newest_streams,
)
from tournaments.web.calendars import calendar_address

if TYPE_CHECKING:
    from games.models import Club

TOP = 10
PLAYERS = 200
EVENTS = 24
MOST_AHEAD = 100
RECORD_EVENTS = 50
RECORD_SECONDS = 600


@public_page()
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/clubs.html", {"section": "clubs", "clubs": clubs_with_players()})


@public_page("page")
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's events, its leaderboard and its players."""
    actor = act_of(request).actor
    found = shown_club(actor, slug)
    role = club_role_of(actor, found)
    is_staff = actor.staff or role_allows(role, Action.VIEW)
    pool = pools_of_club(found.key).first()
    now = timezone.now()
    past = club_events_past(found.key, now=now, with_drafts=is_staff)
    page = Paginator(past, EVENTS).get_page(request.GET.get("page"))
    players = list(players_of_club(found)[: PLAYERS + 1])
    context = {
        "section": "clubs",
        "club": found,
        "is_staff": is_staff,
        "may_manage": actor.staff or role_allows(role, Action.MANAGE_EVENT),
        "may_give_roles": actor.staff or role_allows(role, Action.MANAGE_ROLES),
        "calendar": calendar_address(slug),
        "ahead": list(club_events_ahead(found.key, now=now, with_drafts=is_staff)[:MOST_AHEAD]),
        "page": page,
        "pool": pool,
        "top": leaderboard_rows(pool)[:TOP] if pool else [],
        "players": players[:PLAYERS],
        "more_players": len(players) > PLAYERS,
        "logo": logo_of(found),
        "records": club_records(found),
        "editions": list(newest_editions(found)[:TOP]),
    }
    return render(request, "tournaments/club.html", context)


def club_records(club: Club) -> list[BestNumber]:
    """The best that was made in the club's newest events; worked out once in a while, and anew once a name is
    hidden."""
    language, name = get_language(), f"club-records:{club.key}:{public_epoch()}"

    def make() -> list[BestNumber]:
        return best_numbers(newest_streams(club.key, RECORD_EVENTS))

    return cached(f"{name}:{language}", make, seconds=RECORD_SECONDS)


# What is looked for, in the order in which it is shown: by the words of its name, else by a name that is close.
SEARCHES: Mapping[str, tuple[Callable[[str], Iterable[Any]], Callable[[str], list[Any]]]] = {
    "players": (players_matching, players_close),
    "events": (events_matching, events_close),
    "clubs": (clubs_matching, clubs_close),
}


@dataclass(frozen=True)
class Found:
    """What a search found of one kind: things whose name holds the words, or else such as are close to them."""

    kind: str
    things: list[Any]
    is_close: bool


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Players, events and clubs whose name holds what was typed, in any order of the words; umlauts and case don't
    matter. Of a kind where nothing is called that, names that are close to it, behind what is."""
    query = request.GET.get("q", "").replace("\0", "")[:100].strip()
    found = []
    for kind, (matching, close) in SEARCHES.items() if query else ():
        things = list(matching(query))
        found.append(Found(kind, things or close(query), is_close=not things))
    shown = sorted((each for each in found if each.things), key=lambda each: each.is_close)
    return render(request, "tournaments/search.html", {"query": query, "found": shown})
