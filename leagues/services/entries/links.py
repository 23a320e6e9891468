"""Makes the personal links of a season's players."""

from __future__ import annotations

from django.db import transaction

from leagues.enums import OVER, LeagueAction, SeasonState
from leagues.models import Season, SeasonEntry
from leagues.selectors.seasons import events_of_season
from leagues.services.permissions import require_league
from leagues.services.seasons.change import season_in
from magistrar_site.accounts.services.links import links_make, links_revoke
from magistrar_site.shared.acts import Act
from tournaments.selectors.entries import link_subjects_of


@transaction.atomic
def season_links_make(*, act: Act, season: Season) -> None:
    """A good link for each player who has none. DomainError `wrong_season_state` once the season is over: its links
    have ended."""
    require_league(act, season.league, LeagueAction.MANAGE_SEASON)
    season = season_in(season, *(state for state in SeasonState if state not in OVER))
    subjects = [entry.link_subject for entry in SeasonEntry.objects.filter(season=season).order_by("pk")]
    links_make(subjects=[subject for subject in subjects if subject])


def season_links_end(*, act: Act, season: Season) -> None:
    """The personal links of everybody in the season open nothing any more: of players, reserves, claims, and of those
    who said no. Called by the step that ends the season. Whoever is asked for the next one has a link of its own."""
    rows = SeasonEntry.objects.filter(season=season).values_list("key", "event_entry")
    subjects = {subject for row in rows for subject in row if subject}
    links_revoke(subjects=subjects | link_subjects_of(events_of_season(season)), at=act.at)
