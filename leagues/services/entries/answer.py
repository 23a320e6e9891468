"""A player answers whether they take part."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.enums import Answer, LeagueAction, SeasonState
from leagues.facts.entries import PlayerAnswered
from leagues.models import SeasonEntry
from leagues.selectors.leagues import league_allows
from leagues.selectors.seasons import own_keys
from leagues.services.permissions import require_league
from leagues.services.seasons.change import season_in
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append, stream_lock


def speaks_for(actor: Actor, entry: SeasonEntry) -> bool:
    """Whether the actor is the entry's player: by account, or by a personal link of this league."""
    if actor.kind == "link":
        return actor.key in own_keys(entry)
    user = entry.player.user
    return actor.kind == "user" and user is not None and user.key == actor.key and not entry.is_claim


@transaction.atomic
def season_answer(*, act: Act, entry: SeasonEntry, answer: Answer) -> SeasonEntry:
    """Say whether a player takes part: the player until the closing day, the league's staff until the placement; they
    alone take an answer back. The same once more is no fact. NotAllowed; DomainError `entries_closed`,
    `wrong_season_state`."""
    league = entry.season.league
    is_staff, is_own = league_allows(act.actor, league, LeagueAction.MANAGE_SEASON), speaks_for(act.actor, entry)
    if not is_staff and not (is_own and answer != Answer.ASKED):
        require_league(act, league, LeagueAction.MANAGE_SEASON)
    stream_lock(stream=league.stream)
    season = season_in(entry.season, SeasonState.OPEN)
    closes_at = season.settings.entries_close_at
    if not is_staff and closes_at is not None and act.at >= closes_at:
        raise DomainError(
            "entries_closed", _("The time to answer is over. Ask the league’s organiser whether there is still a way.")
        )
    entry = SeasonEntry.objects.select_related("player__user", "season__league__club").get(pk=entry.pk)
    if entry.answer == answer:
        return entry
    entry.answer, entry.by_player = answer, is_own
    entry.save(update_fields=["answer", "by_player"])
    fact = PlayerAnswered(season=season.key, entry=entry.key, answer=answer, by_player=is_own)
    fact_append(act=act, stream=league.stream, fact=fact)
    return entry
