"""Opens a season for entries: last season's players are asked whether they come back (G2)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.enums import Answer, Origin, SeasonState
from leagues.facts.entries import AskedPlayer, EntriesOpened
from leagues.facts.seasons import StepUndone
from leagues.models import Season, SeasonEntry
from leagues.selectors.seasons import divisions_of, season_before
from leagues.services.seasons.change import season_for_change, stands, state_set
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import MailTopic
from tournaments.services.announcements.mail import entrants_mail


@transaction.atomic
def entries_open(*, act: Act, season: Season) -> Season:
    """Ask everybody who has a place in last season's divisions, on their pages and by mail, and let newcomers sign up.
    Last season may still run. Pressed twice is once. DomainError `wrong_season_state`."""
    if stands(act, season, SeasonState.OPEN):
        return season
    season = season_for_change(act, season, SeasonState.PLANNED)
    before = season_before(season)
    players = SeasonEntry.objects.filter(season=before, division__isnull=False) if before else None
    asked = [
        SeasonEntry(
            key=act.ids.key(),
            season=season,
            player=entry.player,
            origin=Origin.RETURNING,
            answer=Answer.ASKED,
            signed_up_at=act.at,
        )
        for entry in (players.select_related("player").order_by("pk") if players is not None else ())
        if entry.player.erased_at is None
    ]
    SeasonEntry.objects.bulk_create(asked, batch_size=500)
    opened = EntriesOpened(
        season=season.key, asked=[AskedPlayer(entry=entry.key, player=entry.player.key) for entry in asked]
    )
    fact_append(act=act, stream=season.league.stream, fact=opened)
    for division in divisions_of(before) if before else ():
        if division.event is not None:
            occasion = f"league:{season.key}:asked"
            entrants_mail(act=act, event=division.event, topic=MailTopic.RETURN, occasion=occasion)
    return state_set(season, SeasonState.OPEN)


@transaction.atomic
def entries_open_undo(*, act: Act, season: Season) -> Season:
    """Take the opening back while nobody has answered or signed up. Pressed twice is once. DomainError
    `players_answered`, `wrong_season_state`."""
    if stands(act, season, SeasonState.PLANNED):
        return season
    season = season_for_change(act, season, SeasonState.OPEN)
    entries = SeasonEntry.objects.filter(season=season)
    if entries.exclude(answer=Answer.ASKED).exists():
        raise DomainError(
            "players_answered", _("Players have answered already. Cancel the season if it doesn’t take place.")
        )
    entries.delete()
    fact_append(act=act, stream=season.league.stream, fact=StepUndone(season=season.key, step="entries"))
    return state_set(season, SeasonState.PLANNED)
