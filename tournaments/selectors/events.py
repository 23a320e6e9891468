from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import BigIntegerField, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.selectors.players import players_in
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.selectors.facts import details_of, facts_of_kind_in
from tournaments.enums import BEFORE_START, EventState, RoundState
from tournaments.models import Entry, Event, Round, Stage

if TYPE_CHECKING:
    from games.models import Club, Player

LATE_BY = timedelta(days=1)  # an event that hasn't started is still to come for so long
NEWEST_EVENT = ("-event__starts_at", "event__key")
PUBLIC_ROUNDS = [state for state in RoundState if state not in {RoundState.DRAFT, RoundState.UNDONE}]


def event_by_slug(slug: str) -> Event:
    """With its club; NotFound where there is none."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        raise NotFound("no_such_event", _("There is no event at this address."))
    return event


def every_event() -> Iterator[Event]:
    """All events, one after the other, oldest first."""
    return Event.objects.order_by("pk").iterator(chunk_size=100)


def event_by_key(key: str) -> Event:
    event = Event.objects.select_related("club").filter(key=key).first()
    if event is None:
        raise NotFound("no_such_event", _("There is no event with this key."))
    return event


def event_keys_of_club(club_key: str) -> list[str]:
    return list(Event.objects.filter(club__key=club_key).values_list("key", flat=True))


def stage_of(event: Event) -> Stage:
    """The stage that runs: the last one that has started, or else the first. For addresses and forms that name none;
    whoever knows the stage passes it on."""
    stage = running_stage(list(Stage.objects.filter(event=event).order_by("number")))
    stage.event = event
    return stage


def running_stage(stages: Sequence[Stage]) -> Stage:
    """Of an event's stages in order: the last one that has started, or else the first."""
    started = [stage for stage in stages if stage.planned_rounds]
    return started[-1] if started else stages[0]


def entries_of(event: Event) -> QuerySet[Entry]:
    """All entries with their players, by pairing number, then in the order of entering."""
    entries = Entry.objects.filter(event=event).select_related("player__club")
    return entries.order_by("number", "entered_at", "pk")


def entry_by_key(key: str) -> Entry:
    """With event, club and player; NotFound where there is none."""
    entry = Entry.objects.select_related("event__club", "player").filter(key=key).order_by("pk").first()
    if entry is None:
        raise NotFound("no_such_entry", _("This entry doesn’t exist any more. Ask at the desk."))
    return entry


def rounds_of(stage: Stage, *, with_drafts: bool = False) -> QuerySet[Round]:
    """The rounds that count, by number: undone ones are kept, but don't. What the pairing system made is large, and
    read only where it is asked for."""
    rounds = Round.objects.filter(stage=stage).exclude(state=RoundState.UNDONE).defer("engine").order_by("number")
    return rounds if with_drafts else rounds.filter(state__in=PUBLIC_ROUNDS)


def events_of_actor(user_key: str) -> QuerySet[Event]:
    """The events that an account runs, by a role in the event or its club, newest first."""
    mine = Q(roles__user__key=user_key) | Q(club__roles__user__key=user_key)
    return Event.objects.filter(mine).select_related("club").distinct().order_by("-starts_at", "key")


def events_to_run(user_key: str, *, now: datetime, most: int) -> list[Event]:
    """The first of them as whoever runs them looks for them: those that run, then what comes, the soonest first (since
    yesterday, as an evening may begin late), then the others, newest first. Three queries."""
    events = events_of_actor(user_key)
    is_running, is_to_come = Q(state=EventState.RUNNING), Q(state__in=BEFORE_START, starts_at__gte=now - LATE_BY)
    found: list[Event] = []
    for rows in (
        events.filter(is_running),
        events.filter(is_to_come).order_by("starts_at", "key"),
        events.exclude(is_running | is_to_come),
    ):
        found += rows[: most - len(found)]
    return found


def cancellations_of(events: Iterable[Event]) -> dict[str, str]:
    """By key, why cancelled events were cancelled, as their organisers said; without those whose text was erased. Two
    queries, none where no event is cancelled."""
    keys = {event.stream: event.key for event in events if event.state == EventState.CANCELLED}
    if not keys:
        return {}
    newest = {fact.stream_id: fact for fact in facts_of_kind_in(keys, "event.cancelled")}
    reasons = details_of(newest.values()).filter(field="why")
    return {keys[detail.fact.stream_id]: detail.text for detail in reasons}


def events_of_player(player_key: str) -> QuerySet[Entry]:
    """A player's entries in listed events, newest event first."""
    entries = Entry.objects.filter(_listed(), player__key=player_key)
    return entries.select_related("event__club").order_by(*NEWEST_EVENT)


def newest_entries_of_player(player: Player, *, most: int) -> QuerySet[Entry]:
    """The first of them: of many entries only these are read whole."""
    newest = Entry.objects.filter(_listed(), player=player).order_by(*NEWEST_EVENT).values("pk")[:most]
    return Entry.objects.filter(pk__in=newest).select_related("event__club").order_by(*NEWEST_EVENT)


def _listed() -> Q:
    return Q(event__is_listed=True, event__is_hidden=False) & ~Q(event__state=EventState.DRAFT)


def entry_keys_of(player_pk: int) -> frozenset[str]:
    """The keys of all entries of a player: the subjects of his personal links."""
    return frozenset(Entry.objects.filter(player=player_pk).values_list("key", flat=True))


def home_club(player: Player) -> Club | None:
    """The club that speaks for a player: their own; without one, the first that entered them. Any account can start a
    club and enter anybody there, so later ones don't count. In the order of rows: a file may say any time."""
    if player.club is not None:
        return player.club
    first = Entry.objects.filter(player=player).order_by("pk").select_related("event__club").first()
    return first.event.club if first is not None else None


def home_club_of(player: str) -> Coalesce:
    """The primary key of the same, for queries: `player` is the path to the player."""
    first = Entry.objects.filter(player=OuterRef(player)).order_by("pk").values("event__club")[:1]
    return Coalesce(F(f"{player}__club"), Subquery(first), output_field=BigIntegerField())


def clubs_of_player(player: Player) -> list[Club]:
    """The club that the player belongs to, and those whose events the player was entered in."""
    clubs = {
        event.club.key: event.club for event in Event.objects.filter(entries__player=player).select_related("club")
    }
    if player.club is not None:
        clubs.setdefault(player.club.key, player.club)
    return [club for _key, club in sorted(clubs.items())]


def events_by_keys(keys: Iterable[str]) -> list[Event]:
    """Those of the events that are known, newest first, with clubs."""
    events = Event.objects.filter(key__in=list(keys)).select_related("club")
    return list(events.order_by("-starts_at", "key"))


def clubs_of_events(keys: Iterable[str]) -> list[Club]:
    """The clubs that these events (keys) are of."""
    events = Event.objects.filter(key__in=list(keys)).select_related("club")
    return list({event.club.key: event.club for event in events.order_by("club__key")}.values())


def players_of_clubs(clubs: Sequence[Club]) -> Any:
    """Primary keys of the players who belong to one of the clubs or were entered in one of their events, as a query."""
    entered = Entry.objects.filter(event__club__in=clubs).order_by().values("player")
    return players_in(clubs, entered)
