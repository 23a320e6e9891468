"""What facts of events are about, many at a time, as it is now: for whoever tells of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from games.selectors.games import keys_of_games
from tournaments.models import Entry, Event, Match, MatchGame, Proposal, Round
from tournaments.selectors.events import PUBLIC_ROUNDS, newest_entries_of_player
from tournaments.selectors.rounds.matches import ENGINE
from tournaments.selectors.rounds.pairings import PairingRow, pairings_of_matches


def events_by_keys(keys: Collection[str]) -> dict[str, Event]:
    """Events with their clubs, by key."""
    return {event.key: event for event in Event.objects.filter(key__in=keys).select_related("club")}


def entries_with_players(keys: Collection[str]) -> dict[str, Entry]:
    """Entries with their players, by key; those that are still there."""
    return {entry.key: entry for entry in Entry.objects.filter(key__in=keys).select_related("player__user")}


def public_rounds(events: Collection[str]) -> dict[tuple[str, int, int], Round]:
    """The rounds that strangers see, by the event's key, stage and number. None that was undone."""
    rounds = Round.objects.filter(stage__event__key__in=events, state__in=PUBLIC_ROUNDS)
    rows = rounds.select_related("stage__event").defer("engine")
    return {(round_.stage.event.key, round_.stage.number, round_.number): round_ for round_ in rows}


def public_games(keys: Collection[str]) -> dict[str, MatchGame]:
    """Where games of public rounds belong, with match, round, stage and event, by the game's key."""
    rows = MatchGame.objects.filter(game__key__in=keys, match__round__state__in=PUBLIC_ROUNDS)
    rows = rows.select_related("game", "match__round__stage__event").defer("match__why", f"match__{ENGINE}")
    return {row.game.key: row for row in rows}


def pairings_by_match(places: Collection[MatchGame]) -> dict[str, PairingRow]:
    """The pairings of these games as everybody sees them, by the match's key."""
    rows = pairings_of_matches(Match.objects.filter(pk__in={place.match_id for place in places}))
    return {row.match_key: row for row in rows}


def accounts_in_round(round_: Round) -> dict[int, frozenset[str]]:
    """The accounts of those who sit in a round, by primary key, with what facts call them as actors."""
    return _accounts(Entry.objects.filter(seats__round=round_, seats__is_void=False, seats__former_player=None))


def accounts_at_match(match_key: str) -> dict[int, frozenset[str]]:
    """The accounts of those who sit in a match, likewise."""
    return _accounts(Entry.objects.filter(seats__match__key=match_key, seats__former_player=None))


def accounts_of_entries(keys: Collection[str]) -> dict[int, frozenset[str]]:
    """The accounts of the players of entries, likewise."""
    return _accounts(Entry.objects.filter(key__in=keys))


def _accounts(entries: QuerySet[Entry]) -> dict[int, frozenset[str]]:
    rows = entries.filter(player__user__is_active=True, is_claim=False).order_by()
    names = rows.values_list("player__user", "key", "player__user__key")
    return {user: frozenset({f"link:{key}", f"user:{user_key}"}) for user, key, user_key in names}


def entry_keys_in(event: Event, player_pk: int) -> list[str]:
    """The keys of a player's entries in an event."""
    return list(Entry.objects.filter(event=event, player=player_pk).values_list("key", flat=True))


def streams_of_player(player: Any, *, most: int) -> tuple[list[str], list[str], list[str]]:
    """The streams of a player's newest listed events, the keys of the entries there, and of all the player's games."""
    entries = list(newest_entries_of_player(player, most=most))
    return [entry.event.stream for entry in entries], [entry.key for entry in entries], keys_of_games(player)


def proposals_by_keys(keys: Collection[str]) -> dict[str, Proposal]:
    """Proposals of times that are still open, with who made them and where, by key."""
    rows = Proposal.objects.filter(key__in=keys, state="open")
    return {row.key: row for row in rows.select_related("entry__player", "match__round__stage__event__club")}
