"""Entries: who takes part, who waits, and how many places are free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, Max, QuerySet

from games.selectors.players import hidden_of_no_club, namesakes, players_called
from magistrar_site.shared.names import plain_name
from magistrar_site.shared.selectors.facts import facts_of_kind
from tournaments.enums import EntryState
from tournaments.models import Entry, Event, Stage

# States that take a place of the event's capacity.
WITH_PLACE = (EntryState.REGISTERED, EntryState.ACTIVE, EntryState.PAUSED)

# States of those who were in the event and play no more.
GONE = (EntryState.WITHDRAWN, EntryState.EXPELLED)


def places_left(event: Event) -> int | None:
    """Free places, 0 where more are taken than there are; None without a limit."""
    capacity = event.entering.capacity
    if not capacity:
        return None
    taken = Entry.objects.filter(event=event, state__in=WITH_PLACE).count()
    return max(0, capacity - taken)


def places_for_newcomers(event: Event) -> int | None:
    """Free places that nobody on the waiting list comes before; None without a limit."""
    free = places_left(event)
    return None if free is None else max(0, free - waiting_entries(event).count())


def entry_counts(event: Event) -> Counter[str]:
    """The number of entries in each state."""
    rows = Entry.objects.filter(event=event).order_by().values_list("state").annotate(count=Count("pk"))
    return Counter(dict(rows))


def claims_of(event: Event) -> QuerySet[Entry]:
    """Who signed up with a known name and may be somebody else, in the order of signing up."""
    claims = Entry.objects.filter(event=event, is_claim=True)
    return claims.select_related("player__club").order_by("entered_at", "pk")


def waiting_entries(event: Event) -> QuerySet[Entry]:
    """The waiting list, who came first at the front."""
    waiting = Entry.objects.filter(event=event, state=EntryState.WAITING)
    return waiting.select_related("player__club").order_by("entered_at", "pk")


def place_in_waiting_list(entry: Entry) -> int:
    """From 1 on; 0 for an entry that doesn't wait."""
    keys = list(waiting_entries(entry.event).values_list("key", flat=True))
    return keys.index(entry.key) + 1 if entry.key in keys else 0


def entry_of_player(event: Event, player_key: str) -> Entry | None:
    """With the player and his account; None where he isn't entered."""
    return Entry.objects.filter(event=event, player__key=player_key).select_related("player__user").first()


def entry_of_form(event: Event, sign_up_key: str) -> Entry | None:
    """The entry that a sign-up form made; None where it has made none yet."""
    if not sign_up_key:
        return None
    return Entry.objects.filter(event=event, sign_up_key=sign_up_key).select_related("player").first()


def hidden_from(club: Any, keys: Iterable[str]) -> bool:
    """Whether one of the players is of no club, hides the name, and was never entered by the club."""
    hidden = hidden_of_no_club(keys)
    entered = Entry.objects.filter(event__club=club, player__key__in=hidden).order_by()
    return bool(hidden - set(entered.values_list("player__key", flat=True)))


def regulars_called(club: Any, name: str) -> list[Any]:
    """The players whom a club knows by that name or one like it ("Hamalainen", "Hämäläinen"): its own, and those who
    were entered in one of its events. Who hides the name is found by the very name alone."""
    plain = plain_name(name)
    found = {player.key: player for player in players_called(club, [name]).get(plain, [])}
    entered = Entry.objects.filter(event__club=club, player__plain_name=plain, player__erased_at=None)
    for entry in entered.select_related("player__club"):
        found.setdefault(entry.player.key, entry.player)
    very = {player.key for player in namesakes(name, found.values())}
    return [player for key, player in sorted(found.items()) if key in very or not player.hides_name]


def latecomers_of(stage: Stage) -> set[str]:
    """Keys of the entries that came after the stage's first round was paired. Two queries."""
    stream = stage.event.stream
    drafts = facts_of_kind(stream, "round.drafted").filter(payload__stage=stage.number, payload__round=1)
    paired = drafts.aggregate(last=Max("number"))["last"]
    if paired is None:
        return set()
    late = facts_of_kind(stream, "entry.came_late").filter(number__gt=paired)
    return {fact.members["entry"] for fact in late}


def link_subjects_of(events: Collection[Event]) -> set[str]:
    """The keys of everybody's entries in these events: the subjects of the personal links that they open."""
    return set(Entry.objects.filter(event__in=events).values_list("key", flat=True))


def player_keys_of_entries(entries: Collection[str]) -> list[str]:
    """The keys of the players behind entries, by the entries' keys; no query for none."""
    rows = Entry.objects.filter(key__in=entries).values_list("player__key", flat=True)
    return sorted(set(rows)) if entries else []
