"""Players, clubs and search, as everybody may read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.engine.registry import GAME_SYSTEMS
from games.enums import Action
from games.pages.registry import score_label
from games.selectors.club_lists import clubs_close, clubs_matching, clubs_with_players
from games.selectors.clubs import club_by_slug, club_role_of
from games.selectors.editions import newest_editions
from games.selectors.name_search import players_close, players_matching
from games.selectors.players import player_by_key, player_of_account, players_of_club
from games.selectors.record import games_of_record, record_summary
from games.services.permissions import role_allows
from games.templatetags.plots import Plot, PlotLine
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.isolates import isolated_list
from magistrar_site.shared.whole_pages import public_page
from ratings.algorithms.core.units import as_points, whole_points
from ratings.selectors.leaderboards import leaderboard_rows
from ratings.selectors.pools import pools_of_club
from ratings.selectors.ratings import rating_history, rating_values, ratings_of
from tournaments.selectors.event_lists import (
    club_events_ahead,
    club_events_past,
    events_close,
    events_matching,
    places_of,
)
from tournaments.selectors.events import events_of_player
from tournaments.services.player_names import runs_every_club_of
from tournaments.web.calendars import calendar_address
from tournaments.web.player_names import may_choose

if TYPE_CHECKING:
    from games.models import Player
    from ratings.models import RatingChange

RECENT = 20
TOP = 10
PLAYERS = 200
EVENTS = 24
MOST_AHEAD = 100
OPPONENTS = 50
MOST_RATED = 100
MOST_PLOTTED = 200


@public_page("pool", "page")
@require_safe
def player(request: HttpRequest, key: str) -> HttpResponse:
    """Rating with its history, results, opponents."""
    found = player_by_key(key)
    ratings = list(ratings_of(key))
    shown = next((row for row in ratings if row.pool.key == request.GET.get("pool")), ratings[0] if ratings else None)
    history = rating_history(shown.pool, key) if shown else None
    record = record_summary(found, newest=RECENT, opponents=OPPONENTS)
    page = Paginator(record.games, RECENT).get_page(request.GET.get("page"))
    recent = record.newest if page.number == 1 else games_of_record(found, list(page.object_list))
    places = places_of(game.game_pk for game in recent)
    newest = list(history.reverse()[:MOST_RATED]) if history is not None else []
    rated = history.count() if history is not None and len(newest) == MOST_RATED else len(newest)
    values = rating_values(history, rated, MOST_PLOTTED) if history is not None else []
    against = _opponents(found, newest)
    context = {
        "player": found,
        "ratings": ratings,
        "shown": shown,
        "history": [(row, against[row.game_id]) for row in newest],
        "rated_count": rated,
        "plotted": _plot(values, newest, rated, against) if values else None,
        "recent": [(game, places.get(game.game_pk)) for game in recent],
        "page": page,
        "page_query": f"pool={shown.pool.key}&" if shown and shown is not ratings[0] else "",
        "score_label": score_label(GAME_SYSTEMS),
        "tally": record.tally,
        "starting": record.starting,
        "responding": record.responding,
        "mages": record.mages,
        "opponents": record.opponents,
        "entries": list(events_of_player(key)[:RECENT]),
        "may_choose_name": may_choose(request, found),
        "may_claim": _may_claim(request, found),
        "may_handle": found.user_id is None and runs_every_club_of(act_of(request).actor, found),
    }
    return render(request, "tournaments/player.html", context)


def _may_claim(request: HttpRequest, found: Player) -> bool:
    """Whether the reader may say "this is me": with an account that has no player, of a player who has no account."""
    if not request.user.is_authenticated or found.user_id is not None or found.erased_at is not None or found.is_bot:
        return False
    return player_of_account(request.user.key) is None


def _opponents(player: Player, changes: Sequence[RatingChange]) -> dict[int, str]:
    """Whom each of these games was played against, by primary key of the game: all names where there were several."""
    tables = games_of_record(player, [row.game_id for row in changes if row.opponent is None])
    several = {game.game_pk: str(isolated_list(one.name for one in game.opponents)) for game in tables}
    return {
        row.game_id: row.opponent.public_name if row.opponent else several.get(row.game_id, _("Game"))
        for row in changes
    }


def _plot(values: Sequence[int], newest: Sequence[RatingChange], count: int, against: Mapping[int, str]) -> Plot:
    """The rating before the first of `count` games, then after each, or after some of many. `newest`: the newest
    changes, newest first, which are all of them where there are few; `against`: the names of the opponents."""
    line = PlotLine(_("Rating"), [(float(as_points(value)), str(whole_points(value))) for value in values])
    label = ngettext(
        "Rating after %(n)s game: from %(first)s to %(last)s",
        "Rating after %(n)s games: from %(first)s to %(last)s",
        count,
    ) % {"n": count, "first": line.values[0][1], "last": line.values[-1][1]}
    names = [against[row.game_id] for row in reversed(newest)] if len(newest) == count else [""] * (len(values) - 1)
    return Plot(label, _("Opponent"), [_("Start"), *names], [line], finest=5)


@public_page()
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/clubs.html", {"section": "clubs", "clubs": clubs_with_players()})


@public_page("page")
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's events, its leaderboard and its players."""
    found = club_by_slug(slug)
    actor = act_of(request).actor
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
        "editions": list(newest_editions(found)[:TOP]),
    }
    return render(request, "tournaments/club.html", context)


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
