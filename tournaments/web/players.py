"""A player, as everybody may read it: ratings, form, results, events, and what stands out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.registry import GAME_SYSTEMS
from games.pages.registry import score_label
from games.selectors.pictures import picture_of
from games.selectors.players import player_by_key, player_of_account
from games.selectors.record import Record, Tally, games_of_record, record_summary, record_version
from games.services.pictures import may_set_picture
from games.templatetags.plots import Plot, PlotLine
from games.web.pictures import PictureForm
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.isolates import isolated_list
from magistrar_site.shared.public_epoch import public_epoch
from magistrar_site.shared.web_cache import cached
from magistrar_site.shared.whole_pages import public_page
from ratings.algorithms.core.units import as_points, whole_points
from ratings.selectors.ratings import (
    RatedAt,
    changes_of_games,
    greatest_upset,
    rating_history,
    rating_values,
    ratings_of,
)
from tournaments.selectors.event_lists import GamePlace, places_of
from tournaments.selectors.events import newest_entries_of_player
from tournaments.selectors.standings.players import events_won, ranks_of
from tournaments.services.player_names import may_name, runs_every_club_of
from tournaments.web.player_names import may_choose

if TYPE_CHECKING:
    from games.models import Player
    from ratings.models import Pool, Rating, RatingChange
    from tournaments.models import Entry

RECENT = 20
FORM = 10
OPPONENTS = 50
MOST_RATED = 50
KEPT_SECONDS = 3600
MOST_PLOTTED = 200
DATES = 4  # under a plot


@dataclass(frozen=True)
class PlayedEvent:
    """An event of a player: the games in it, the rank in its newest table (None: not in it), and what its rated games
    changed of the rating in the pool that is shown (None: there are none)."""

    entry: Entry
    tally: Tally
    rank: int | None
    change: int | None


@dataclass(frozen=True)
class PlayerBody:
    """What everybody reads of a player, as HTML, and what all games add up to."""

    html: str
    tally: Tally


@public_page("pool", "page")
@require_safe
def player(request: HttpRequest, key: str) -> HttpResponse:
    """Rating with its history, form, results, events, opponents, and what stands out."""
    found = player_by_key(key)
    if found.key != key:  # who turned out to be somebody else has their page; not for good, since it can be undone
        return redirect("tournaments:player", key=found.key)
    body = _body(found, request.GET.get("pool"), request.GET.get("page"))
    context = {
        "player": found,
        "tally": body.tally,
        "body": body.html,
        "picture": picture_of(found),
        "own_picture": PictureForm() if may_set_picture(act_of(request), found) else None,
        "may_choose_name": may_choose(request, found),
        "may_claim": _may_claim(request, found),
        "may_name": request.user.is_authenticated and may_name(act_of(request).actor, found),
        "may_say_same": _may_say_same(request, found),
        "may_handle": found.user_id is None and runs_every_club_of(act_of(request).actor, found),
    }
    return render(request, "tournaments/player.html", context)


def _body(found: Player, pool: str | None, page: str | None) -> PlayerBody:
    """The page without what only some readers may do: kept under all that it depends on. Names, and corrections that
    move ratings of earlier games, begin another epoch."""
    ratings = ratings_of(found.key)
    shown = next((row for row in ratings if row.pool.key == pool), ratings[0] if ratings else None)
    record = record_version(found)
    entries = list(newest_entries_of_player(found, most=RECENT))
    keys = [entry.pk for entry in entries]
    ranks, won = ranks_of(keys), events_won(found.pk)
    parts = (
        *(found.pk, shown and shown.pk, record, page),
        *(keys, sorted(ranks.items()), [event.pk for event in won]),
        *(_version_of(row) for row in ratings),
    )
    name = hashlib.sha256(repr(parts).encode()).hexdigest()

    def make() -> PlayerBody:
        summary = record_summary(found, newest=RECENT, opponents=OPPONENTS, version=record)
        context = _shown(found, ratings, shown, summary, page)
        context["won"] = won
        context["events"] = _events(found, entries, ranks, summary, shown.pool if shown else None)
        return PlayerBody(render_to_string("tournaments/player/body.html", context), summary.tally)

    return cached(f"player:{name}:{get_language()}:{public_epoch()}", make, seconds=KEPT_SECONDS)


def _version_of(row: Rating) -> tuple[object, ...]:
    """What the page shows of a rating, and what its history depends on."""
    pool, state = row.pool, row.pool.state
    shown = row.pk, row.rank, row.value, row.games, row.is_provisional, row.state
    return *shown, pool.key, pool.name, state.generation, state.oldest


def _shown(
    found: Player, ratings: Sequence[Rating], shown: Rating | None, record: Record, asked: str | None
) -> dict[str, Any]:
    """What the templates show, without the events."""
    history = rating_history(shown.pool, found.pk) if shown else None
    page = Paginator(record.games, RECENT).get_page(asked)
    recent = record.newest if page.number == 1 else games_of_record(found, list(page.object_list))
    newest = list(history.reverse()[:MOST_RATED]) if history is not None else []
    rated = shown.games if shown else 0
    places = places_of({game.game_pk for game in recent} | {row.game_id for row in newest})
    values = rating_values(history, rated, MOST_PLOTTED) if history is not None else []
    against = _opponents(found, newest)
    return {
        "player": found,
        "ratings": ratings,
        "shown": shown,
        "history": [(row, against[row.game_id], places.get(row.game_id)) for row in newest],
        "rated_count": rated,
        "plotted": _plot(values, newest, rated, against, places) if values else None,
        "recent": [(game, places.get(game.game_pk)) for game in recent],
        "form": record.newest[:FORM][::-1],
        "page": page,
        "page_query": f"pool={shown.pool.key}&" if shown and shown is not ratings[0] else "",
        "score_label": score_label(GAME_SYSTEMS),
        "tally": record.tally,
        "starting": record.starting,
        "responding": record.responding,
        "mages": record.mages,
        "counted": [(_(GAME_SYSTEMS[each.system].name), each) for each in record.counted],
        "opponents": record.opponents,
        "highlights": record.highlights,
        "upset": greatest_upset(history) if history is not None else None,
    }


def _events(
    found: Player, entries: Sequence[Entry], ranks: Mapping[int, int], record: Record, pool: Pool | None
) -> list[PlayedEvent]:
    """The newest events, with how they went."""
    games = {entry.pk: record.events.get(entry.event.stream) for entry in entries}
    pks = [pk for played in games.values() if played for pk in played.games]
    changes = changes_of_games(pool, found.pk, pks) if pool and pks else {}
    shown = []
    for entry in entries:
        played = games[entry.pk]
        rated = [changes[pk] for pk in played.games if pk in changes] if played else []
        tally = played.tally if played else Tally()
        shown.append(
            PlayedEvent(entry, tally, ranks.get(entry.pk) if tally.games else None, sum(rated) if rated else None)
        )
    return shown


def _may_claim(request: HttpRequest, found: Player) -> bool:
    """Whether the reader may say "this is me": with an account that has no player, of a player who has no account."""
    if not request.user.is_authenticated or found.user_id is not None or found.erased_at is not None or found.is_bot:
        return False
    return player_of_account(request.user.key) is None


def _may_say_same(request: HttpRequest, found: Player) -> bool:
    """Whether the reader may say "this is me, too": with an account that has another player."""
    if not request.user.is_authenticated or found.erased_at is not None or found.is_bot:
        return False
    own = player_of_account(request.user.key)
    return own is not None and own.pk != found.pk


def _opponents(player: Player, changes: Sequence[RatingChange]) -> dict[int, str]:
    """Whom each of these games was played against, by primary key of the game: all names where there were several."""
    tables = games_of_record(player, [row.game_id for row in changes if row.opponent is None])
    several = {game.game_pk: str(isolated_list(one.name for one in game.opponents)) for game in tables}
    return {
        row.game_id: row.opponent.public_name if row.opponent else several.get(row.game_id, _("Game"))
        for row in changes
    }


def _plot(
    values: Sequence[RatedAt],
    newest: Sequence[RatingChange],
    count: int,
    against: Mapping[int, str],
    places: Mapping[int, GamePlace],
) -> Plot:
    """The rating before the first of `count` games, then after each, or after some of many. `newest`: the newest
    changes, newest first, which are all of them where there are few; `against`: the names of the opponents, and
    `places` the events, by game."""
    line = PlotLine(_("Rating"), [(float(as_points(each.value)), str(whole_points(each.value))) for each in values])
    label = ngettext(
        "Rating after %(n)s game: from %(first)s to %(last)s",
        "Rating after %(n)s games: from %(first)s to %(last)s",
        count,
    ) % {"n": count, "first": line.values[0][1], "last": line.values[-1][1]}
    days = [_day(each.at) for each in values]
    if len(newest) == count:
        pairs = zip([row.game_id for row in reversed(newest)], days[1:], strict=True)
        games = [_place(against[game], day, places.get(game)) for game, day in pairs]
    else:
        games = days[1:]
    return Plot(label, _("Opponent"), [_("Start"), *games], [line], finest=5, ticks=_dates(days))


def _day(at: datetime | None) -> str:
    return date_format(at, "SHORT_DATE_FORMAT") if at else ""


def _place(opponent: str, day: str, place: GamePlace | None) -> str:
    return ", ".join([opponent, day, place.event_name] if place else [opponent, day])


def _dates(days: Sequence[str]) -> dict[int, str]:
    """Some of the days, evenly spread, each once; the first and the last among them."""
    last = len(days) - 1
    if last < 1:
        return {}
    chosen = sorted({1, last, *(1 + (last - 1) * at // (DATES - 1) for at in range(1, DATES - 1))})
    ticks: dict[int, str] = {}
    for at in chosen:
        if days[at] not in ticks.values():
            ticks[at] = days[at]
    return ticks
