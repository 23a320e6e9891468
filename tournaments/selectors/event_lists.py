"""Lists of events, for the first page, clubs and search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify

from games.selectors.name_search import MOST_CANDIDATES, closest_names, holds_words, may_be_close
from magistrar_site.shared.names import fold_name
from tournaments.enums import BEFORE_START, EventState
from tournaments.models import Entry, Event, MatchGame, Round, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS

NEWEST_EVENT_FIRST = ("-starts_at", "key")


def listed_events(*, with_drafts: bool = False) -> QuerySet[Event]:
    """Events that anybody may find, newest first, with their club, the number of `players`, and of the stage that runs
    the newest public `round_number` of `planned_rounds`."""
    started = Stage.objects.filter(event=OuterRef("pk"), planned_rounds__gt=0).order_by("-number")
    rounds = Round.objects.filter(stage=OuterRef("running_stage"), state__in=PUBLIC_ROUNDS).order_by("-number")
    entries = Entry.objects.filter(event=OuterRef("pk")).order_by().values("event").annotate(n=Count("pk"))
    events = Event.objects.all() if with_drafts else _public_events()
    return (
        events.select_related("club")
        .annotate(
            players=Coalesce(Subquery(entries.values("n")), 0),
            running_stage=Subquery(started.values("pk")[:1]),
            round_number=Subquery(rounds.values("number")[:1]),
            planned_rounds=Subquery(started.values("planned_rounds")[:1]),
        )
        .order_by(*NEWEST_EVENT_FIRST)
    )


def filter_events(*, search: str = "", club: str = "", state: str = "") -> QuerySet[Event]:
    """The listed events of a club (by its slug), in a state, with the folded `search` in their address."""
    events = listed_events()
    if club:
        events = events.filter(club__slug=club)
    if state:
        events = events.filter(state=state)
    if search:
        part = slugify(fold_name(search))
        events = events.filter(slug__contains=part) if part else events.none()
    return events


def running_events() -> QuerySet[Event]:
    return listed_events().filter(state=EventState.RUNNING)


def coming_events() -> QuerySet[Event]:
    """Not started yet, soonest first."""
    return listed_events().filter(state=EventState.OPEN).order_by("starts_at", "key")


def finished_events() -> QuerySet[Event]:
    return listed_events().filter(state=EventState.FINISHED)


def club_events(club_key: str, *, with_drafts: bool = False) -> QuerySet[Event]:
    """A club's events, newest first; those that are being set up or unlisted only for its own staff."""
    return listed_events(with_drafts=with_drafts).filter(club__key=club_key)


def club_events_ahead(club_key: str, *, now: datetime, with_drafts: bool = False) -> QuerySet[Event]:
    """The events of a club that run or are still to come, soonest first; since yesterday, as an evening may begin
    late."""
    return club_events(club_key, with_drafts=with_drafts).filter(_ahead(now)).order_by("starts_at", "key")


def club_events_past(club_key: str, *, now: datetime, with_drafts: bool = False) -> QuerySet[Event]:
    """All others of a club, newest first."""
    return club_events(club_key, with_drafts=with_drafts).exclude(_ahead(now))


def _ahead(now: datetime) -> Q:
    to_come = Q(state__in=[*BEFORE_START, EventState.CANCELLED], starts_at__gte=now - timedelta(days=1))
    return to_come | Q(state=EventState.RUNNING)


def events_matching(query: str, *, limit: int = 20) -> QuerySet[Event]:
    """Public search by the folded name that an event's address is made of: it holds every word."""
    condition = holds_words("slug", query)
    if condition is None:
        return listed_events().none()
    found = _public_events().filter(condition).order_by(*NEWEST_EVENT_FIRST).values("pk")[:limit]
    return listed_events().filter(pk__in=found)


def _public_events() -> QuerySet[Event]:
    return Event.objects.filter(is_listed=True, is_hidden=False).exclude(state=EventState.DRAFT)


def events_close(query: str, *, limit: int = 20) -> list[Event]:
    """Events whose name is close to what was typed, the closest first."""
    condition = may_be_close("slug", query)
    if condition is None:
        return []
    slugs = _public_events().filter(condition).order_by(*NEWEST_EVENT_FIRST).values_list("pk", "slug")
    names = ((pk, slug.replace("-", " ")) for pk, slug in slugs[:MOST_CANDIDATES])
    closest = closest_names(query, names, limit=limit)
    events = listed_events().in_bulk(closest)
    return [events[pk] for pk in closest]


def entries_by_keys(keys: Iterable[str]) -> QuerySet[Entry]:
    """Entries with event and player, newest event first."""
    entries = Entry.objects.filter(key__in=list(keys)).select_related("event__club", "player")
    return entries.order_by("-event__starts_at", "key")


def entries_of_account(user_key: str) -> QuerySet[Entry]:
    """The entries of an account's own player, newest event first."""
    entries = Entry.objects.filter(player__user__key=user_key).select_related("event__club", "player")
    return entries.order_by("-event__starts_at", "key")


@dataclass(frozen=True)
class GamePlace:
    """The place of a game: the event, and the stage and round in it."""

    event_name: str
    event_slug: str
    event_zone: str
    stage_number: int
    round_number: int
    table: int
    match_key: str


def places_of(games: Iterable[int]) -> dict[int, GamePlace]:
    """For games by primary key: event, round and table; none for games of an unlisted event, which only people who
    have its address find, or of a hidden one. One query."""
    shown = Q(match__round__stage__event__is_listed=True, match__round__stage__event__is_hidden=False)
    links = MatchGame.objects.filter(shown, game__in=list(games))
    rows: Iterable[tuple[Any, ...]] = links.values_list(
        "game",
        "match__round__stage__event__name",
        "match__round__stage__event__slug",
        "match__round__stage__event__time_zone",
        "match__round__stage__number",
        "match__round__number",
        "match__table",
        "match__key",
    )
    return {game: GamePlace(*place) for game, *place in rows}


def newest_streams(club_key: str, most: int) -> list[str]:
    """The streams of a club's newest events that strangers see."""
    keys = _public_events().filter(club__key=club_key).order_by("-starts_at", "key").values_list("key", flat=True)
    return [f"event:{key}" for key in keys[:most]]
