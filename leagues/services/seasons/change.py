"""What every step of a season begins with: permission, lock, and the state it needs."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.enums import LeagueAction, SeasonState
from leagues.models import Season
from leagues.services.permissions import require_league
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.services.facts import stream_lock

# What stands in the way, and what to do about it, by the state that the season is in.
_REFUSALS: Mapping[SeasonState, str | Promise] = {
    SeasonState.PLANNED: _("This season isn’t open for entries yet. Open it first."),
    SeasonState.OPEN: _("This season is open for entries. Place the divisions first."),
    SeasonState.PLACED: _("The divisions are placed. Take the placement back to change it, or start the season."),
    SeasonState.RUNNING: _("This season is running."),
    SeasonState.CLOSING: _("This season is being closed."),
    SeasonState.CLOSED: _("This season is closed."),
    SeasonState.CANCELLED: _("This season was cancelled."),
}


def season_for_change(
    act: Act,
    season: Season,
    *states: SeasonState,
    action: LeagueAction = LeagueAction.MANAGE_SEASON,
    seen: int | None = None,
) -> Season:
    """The season as it stands under the lock of its league's stream, with league and club.

    NotAllowed; DomainError `wrong_season_state` unless it is in one of the states. `seen` is compare-and-set: the
    number of the league's newest fact on the page that was acted on; DomainError `stale` where something happened
    since.
    """
    require_league(act, season.league, action)
    stream_lock(stream=season.league.stream, expected_number=seen)
    return season_in(season, *states)


def season_in(season: Season, *states: SeasonState) -> Season:
    """The season as it stands, under a lock that the caller holds. DomainError `wrong_season_state`."""
    found = Season.objects.select_related("league__club").get(pk=season.pk)
    if found.state not in states:
        raise DomainError("wrong_season_state", _REFUSALS[SeasonState(found.state)])
    return found


def stands(act: Act, season: Season, state: SeasonState) -> bool:
    """Whether the season is in that state already: pressed twice is once, for those who may press at all."""
    require_league(act, season.league, LeagueAction.MANAGE_SEASON)
    return Season.objects.filter(pk=season.pk, state=state).exists()


def state_set(season: Season, state: SeasonState) -> Season:
    """Write the state. Public pages show it at once."""
    public_epoch_begin()
    season.state = state
    season.save(update_fields=["state"])
    return season


def require_reason(act: Act) -> None:
    """Invalid `reason_missing` where the act says no reason."""
    if not act.why:
        raise Invalid(
            "reason_missing",
            _("This needs a reason; it is kept in the log."),
            fields={"why": _("Say why, in a few words.")},
        )
