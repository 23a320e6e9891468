"""Removes what a deleted person leaves in leagues: a place on lists that aren't placed yet, links, texts."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from leagues.enums import Answer, SeasonState
from leagues.facts.entries import PlayerAnswered
from leagues.models import SeasonEntry
from leagues.selectors.mentions import league_mentions_of
from magistrar_site.accounts.services.links import link_revoke
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.erasing import details_erase, name_words
from magistrar_site.shared.services.facts import fact_append, stream_lock

if TYPE_CHECKING:
    from games.models import Player


@transaction.atomic
def person_erase_in_leagues(*, act: Act, player: Player, names: Collection[str] = ()) -> None:
    """Delete the person behind a player from leagues; entries, places and honours stay, under the ghost name. In a
    season that isn't placed yet the person takes no part. To be called while the player has its name. Twice is once.
    Permission is the caller's."""
    words = name_words([*names, *([player.name] if player.erased_at is None else [])])
    traces = league_mentions_of(player)
    entries = SeasonEntry.objects.filter(player=player).select_related("season__league").order_by("pk")
    for entry in entries:
        link_revoke(subject=entry.key, at=act.at)
        if entry.season.state == SeasonState.OPEN and entry.answer != Answer.NO:
            league = entry.season.league
            stream_lock(stream=league.stream)
            entry.answer, entry.by_player = Answer.NO, True
            entry.save(update_fields=["answer", "by_player"])
            fact = PlayerAnswered(season=entry.season.key, entry=entry.key, answer=Answer.NO, by_player=True)
            fact_append(act=act, stream=league.stream, fact=fact)
    entries.update(form_key="")
    details_erase(streams=traces.streams, keys=traces.keys, actors=traces.actors, words=words, at=act.at)
