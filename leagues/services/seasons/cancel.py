"""Cancels a season: no promotion, no champion; what was played stays rated."""

from __future__ import annotations

from django.db import transaction

from leagues.enums import SeasonState
from leagues.facts.seasons import SeasonCancelled
from leagues.models import Season
from leagues.selectors.seasons import events_of_season
from leagues.services.entries.links import season_links_end
from leagues.services.seasons.change import require_reason, season_for_change, stands, state_set
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState
from tournaments.services.events.life import event_call_off


@transaction.atomic
def season_cancel(*, act: Act, season: Season, seen: int | None = None) -> Season:
    """Call a season off, with the reason in `act.why`: the events of its divisions are cancelled, and their players
    told by page and mail. All personal links of the season end. Pressed twice is once. `seen` as in
    `season_for_change`. Invalid `reason_missing`."""
    if stands(act, season, SeasonState.CANCELLED):
        return season
    states = (
        SeasonState.PLANNED,
        SeasonState.OPEN,
        SeasonState.PLACED,
        SeasonState.RUNNING,
        SeasonState.CLOSING,
    )
    season = season_for_change(act, season, *states, seen=seen)
    require_reason(act)
    fact_append(act=act, stream=season.league.stream, fact=SeasonCancelled(season=season.key))
    state_set(season, SeasonState.CANCELLED)
    for event in events_of_season(season):
        if event.state in {EventState.OPEN, EventState.RUNNING}:
            event_call_off(act=act, event=event)
    season_links_end(act=act, season=season)
    return season
