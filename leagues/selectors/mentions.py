"""Places where leagues may name a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leagues.models import SeasonEntry
from magistrar_site.shared.selectors.facts import facts_saying
from tournaments.selectors.mentions import Mentions

if TYPE_CHECKING:
    from games.models import Player


def league_mentions_of(player: Player) -> Mentions:
    """The streams of the leagues where somebody was on a list, the keys of their entries there, and as whom they
    act."""
    entries = SeasonEntry.objects.filter(player=player).select_related("season__league").order_by("pk")
    keys = {key for entry in entries for key in (entry.key, entry.event_entry) if key}
    signed_up = facts_saying("league.player_signed_up", player=player.key).values_list("stream_id", flat=True)
    streams = {entry.season.league.stream for entry in entries} | set(signed_up)
    user = player.user
    return Mentions(
        streams=frozenset(streams),
        keys=frozenset({player.key, *keys}),
        actors=frozenset({f"link:{key}" for key in keys} | ({f"user:{user.key}"} if user else set())),
    )
