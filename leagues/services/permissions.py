"""Who may do what in a league: the matrix is `leagues.enums.LEAGUE_ROLE_ACTIONS`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.services.permissions import refuse
from leagues.enums import LeagueAction
from leagues.selectors.leagues import league_allows, league_role_of
from magistrar_site.shared.acts import Act
from magistrar_site.shared.isolates import isolated

if TYPE_CHECKING:
    from leagues.models import League


def require_league(act: Act, league: League, action: LeagueAction) -> None:
    """NotAllowed unless the actor's role in the league gives the action (staff of the service may do everything)."""
    if league_allows(act.actor, league, action):
        return
    no_role = _("You have no role in %(league)s. Ask its owner.")
    has_role = league_role_of(act.actor, league) is not None
    raise refuse(act, no_role="" if has_role else no_role % {"league": isolated(league.name)})
