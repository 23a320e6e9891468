"""Makes the personal links of a season's players."""

from __future__ import annotations

from django.db import transaction

from leagues.enums import OVER, LeagueAction, SeasonState
from leagues.models import Season, SeasonEntry
from leagues.services.permissions import require_league
from leagues.services.seasons.change import season_in
from magistrar_site.accounts.services.links import links_make
from magistrar_site.shared.acts import Act


@transaction.atomic
def season_links_make(*, act: Act, season: Season) -> None:
    """A good link for each player who has none. DomainError `wrong_season_state` once the season is over: its links
    have ended."""
    require_league(act, season.league, LeagueAction.MANAGE_SEASON)
    season = season_in(season, *(state for state in SeasonState if state not in OVER))
    subjects = [entry.link_subject for entry in SeasonEntry.objects.filter(season=season).order_by("pk")]
    links_make(subjects=[subject for subject in subjects if subject])
