"""Places where a person may be named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from games.selectors.games import keys_of_games
from magistrar_site.shared.selectors.facts import facts_saying
from magistrar_site.shared.services.facts import stream_name
from tournaments.models import Entry, MatchSeat

if TYPE_CHECKING:
    from games.models import Player


@dataclass(frozen=True, slots=True)
class Mentions:
    """The chains of the events where somebody was entered and of their clubs; the keys of all that is theirs: player,
    entries, matches, games, documents; and as whom they act."""

    streams: frozenset[str]
    keys: frozenset[str]
    actors: frozenset[str]

    def with_others(self, others: Mentions) -> Mentions:
        """These places and others together."""
        return Mentions(self.streams | others.streams, self.keys | others.keys, self.actors | others.actors)


def entries_of_player(player: Player) -> QuerySet[Entry]:
    """All of a player's entries, with event and club."""
    return Entry.objects.filter(player=player).select_related("event__club", "player").order_by("pk")


def mentions_of(player: Player) -> Mentions:
    entries = list(entries_of_player(player))
    keys = {entry.key for entry in entries}
    matches = MatchSeat.objects.filter(Q(entry__in=entries) | Q(former_player=player)).values_list(
        "match__key", flat=True
    )
    user = player.user
    streams = {entry.event.stream for entry in entries}
    for kind in ("entry.reassigned", "entry.taken_over"):
        streams |= set(facts_saying(kind, was=player.key).values_list("stream_id", flat=True))
    clubs = {entry.event.club.key for entry in entries} | ({player.club.key} if player.club else set())
    return Mentions(
        streams=frozenset(streams | {stream_name("club", key) for key in clubs}),
        keys=frozenset({player.key, *keys, *matches, *keys_of_games(player)}),
        actors=frozenset({f"link:{key}" for key in keys} | ({f"user:{user.key}"} if user else set())),
    )
