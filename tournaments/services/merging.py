"""What is one player's in events becomes another's: they are one person, or turned out not to be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from games.services.games import games_lock, seats_reassign
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.facts.people import PlayersMerged
from tournaments.models import CalendarToken, Entry, Event, MatchGame, MatchSeat
from tournaments.selectors.entries import GONE
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Game, Player


@dataclass(frozen=True, slots=True)
class Part:
    """What a player has in one event: keys of entries, of matches where somebody took the entry over since, and of
    games."""

    entries: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()
    games: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.entries or self.matches or self.games)

    def stored(self) -> dict[str, list[str]]:
        return {"entries": [*self.entries], "matches": [*self.matches], "games": [*self.games]}


@dataclass(slots=True)
class _Rows:
    """The same as rows. `idle`: entries that left before they played."""

    entries: list[Entry] = field(default_factory=list)
    seats: list[MatchSeat] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    idle: list[Entry] = field(default_factory=list)


def parts_of(player: Player) -> dict[str, Part]:
    """What the player has, by the event's key, without entries that left before they played."""
    return {key: part for key, rows in _rows_of(player).items() if (part := _part(rows))}


def idle_in(player: Player) -> set[str]:
    """The keys of the events that the player left before playing."""
    return {key for key, rows in _rows_of(player).items() if rows.idle}


def has_strays() -> bool:
    """Whether anybody was entered who is another player by now."""
    return Entry.objects.filter(player__merged_into__isnull=False).exclude(state__in=GONE).exists()


def _part(rows: _Rows) -> Part:
    return Part(
        tuple(sorted(entry.key for entry in rows.entries)),
        tuple(sorted(seat.match.key for seat in rows.seats)),
        tuple(sorted(game.key for game in rows.games)),
    )


def _rows_of(player: Player) -> dict[str, _Rows]:
    found: dict[str, _Rows] = {}
    entries = Entry.objects.filter(player=player).select_related("event").order_by("pk")
    seated = set(MatchSeat.objects.filter(entry__in=entries).values_list("entry", flat=True))
    for entry in entries:
        rows = found.setdefault(entry.event.key, _Rows())
        is_idle = entry.state in GONE and entry.pk not in seated
        (rows.idle if is_idle else rows.entries).append(entry)
    former = MatchSeat.objects.filter(former_player=player).select_related("match", "entry__event").order_by("pk")
    for seat in former:
        found.setdefault(seat.entry.event.key, _Rows()).seats.append(seat)
    links = MatchGame.objects.filter(game__seats__player=player)
    for link in links.select_related("game", "match__round__stage__event").order_by("pk"):
        found.setdefault(link.match.round.stage.event.key, _Rows()).games.append(link.game)
    return found


def events_with_both(one: Player, other: Player) -> list[Event]:
    """The events in which both take or took part: there they can't be one person. Where one of them left before playing
    they can, and that entry stays where it is."""
    shared = parts_of(one).keys() & parts_of(other).keys()
    return list(Event.objects.filter(key__in=shared).order_by("-starts_at", "key"))


def games_to_pass(player: Player) -> list[int]:
    """The primary keys of all games of a player, to be locked before any stream."""
    return [game.pk for rows in _rows_of(player).values() for game in rows.games]


@transaction.atomic
def seats_merge(*, act: Act, was: Player, player: Player) -> dict[str, Part]:
    """All that `was` has in events is `player`'s from now on; entries that left before they played stay in events where
    `player` has another one. Returns what changed hands, by the event's key. Permission and conflicts are the
    caller's."""
    games_lock(games=games_to_pass(was))
    events = Event.objects.select_related("club").in_bulk(_rows_of(was), field_name="key")
    passed = {}
    for key in sorted(events):
        stream_lock(stream=events[key].stream)
        rows = _rows_of(was)[key]
        if not Entry.objects.filter(event=events[key], player=player).exists():
            rows.entries += rows.idle
        passed[key] = _pass(act, events[key], rows, was, player, is_undone=False)
    return {key: part for key, part in passed.items() if part}


@transaction.atomic
def seats_split(*, act: Act, was: Player, player: Player, parts: Mapping[str, Part]) -> None:
    """What `seats_merge` gave to `was` is `player`'s again: those entries, as far as they still are of `was`, with all
    games that were played in them since. What `was` was entered in since stays. Permission is the caller's."""
    games_lock(games=games_to_pass(was))
    events = Event.objects.select_related("club").in_bulk(parts, field_name="key")
    for key in sorted(events):
        stream_lock(stream=events[key].stream)
        rows = _rows_of(was).get(key, _Rows())
        part = parts[key]
        entries = [entry for entry in (*rows.entries, *rows.idle) if entry.key in part.entries]
        own = set(_matches_of(entries))
        seats = [seat for seat in rows.seats if seat.match.key in part.matches or seat.match.key in own]
        theirs = {seat.match.key for seat in seats} | own
        kept = set(part.games) | set(_games_of(theirs))
        games = [game for game in rows.games if game.key in kept]
        _pass(act, events[key], _Rows(entries, seats, games), was, player, is_undone=True)


def _matches_of(entries: Collection[Entry]) -> Iterable[str]:
    return MatchSeat.objects.filter(entry__in=entries).order_by().values_list("match__key", flat=True)


def _games_of(matches: Collection[str]) -> Iterable[str]:
    return MatchGame.objects.filter(match__key__in=matches).order_by().values_list("game__key", flat=True)


def _pass(act: Act, event: Event, rows: _Rows, was: Player, player: Player, *, is_undone: bool) -> Part:
    part = _part(rows)
    if not part:
        return part
    fact = PlayersMerged(was=was.key, player=player.key, is_undone=is_undone, **part.stored())
    row = fact_append(act=act, stream=event.stream, fact=fact)
    Entry.objects.filter(pk__in=[entry.pk for entry in rows.entries]).update(player=player)
    MatchSeat.objects.filter(pk__in=[seat.pk for seat in rows.seats]).update(former_player=player)
    CalendarToken.objects.filter(entry__in=rows.entries, player=was).update(player=player)
    if rows.games:
        seats_reassign(stream=event.stream, games=rows.games, was=was, player=player, fact_number=row.number)
    transaction.on_commit(partial(event_changed.send, sender=Entry, event_key=event.key))
    return part


def calendars_pass(*, was: Player, player: Player, user: int) -> None:
    """The calendar addresses that an account (a primary key) made for one player show another: the account moved."""
    CalendarToken.objects.filter(entry=None, player=was, user=user).update(player=player)
