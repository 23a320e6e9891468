"""Gives and takes roles in a league; those who have one have it in the events of its running season too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Role
from leagues.enums import OVER, LeagueAction, LeagueRoleName
from leagues.facts.leagues import LeagueRoleSet
from leagues.models import League, LeagueRole, Season
from leagues.selectors.leagues import staff_of_league
from leagues.selectors.seasons import events_of_season
from leagues.services.permissions import require_league
from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.services.events.settings import event_role_write

if TYPE_CHECKING:
    from tournaments.models import Event

# The role that somebody has in the events of a season, by the role in the league.
EVENT_ROLES: dict[LeagueRoleName, Role] = {
    LeagueRoleName.OWNER: Role.ORGANISER,
    LeagueRoleName.MANAGER: Role.ORGANISER,
    LeagueRoleName.ARBITER: Role.ARBITER,
}


@transaction.atomic
def league_role_set(*, act: Act, league: League, email: str, role: LeagueRoleName | None) -> None:
    """Give an account a role, change it, or take it (None). Done twice is once. Invalid `no_such_account`; DomainError
    `last_owner` where nobody else could manage the league."""
    require_league(act, league, LeagueAction.MANAGE_ROLES)
    stream_lock(stream=league.stream)
    user = user_by_email(email)
    if user is None:
        raise Invalid(
            "no_such_account",
            _("Nobody has an account with this address yet. Ask them to sign up first."),
            fields={"email": _("No account has this address.")},
        )
    roles = LeagueRole.objects.filter(league=league, user=user)
    before = roles.values_list("role", flat=True).first()
    if before == role:
        return
    others = staff_of_league(league).filter(role=LeagueRoleName.OWNER).exclude(user=user)
    if before == LeagueRoleName.OWNER and not others.exists():
        raise DomainError("last_owner", _("A league needs an owner. Name another one first."))
    if role is None:
        roles.delete()
    else:
        LeagueRole.objects.update_or_create(league=league, user=user, defaults={"role": role})
    fact_append(act=act, stream=league.stream, fact=LeagueRoleSet(user=user.key, role=role))
    for event in _running_events(league):
        event_role_write(act=act, event=event, user_key=user.key, role=EVENT_ROLES[role] if role else None)


def event_roles_give(act: Act, league: League, event: Event) -> None:
    """Let the league's staff run an event of its season."""
    for row in staff_of_league(league):
        role = EVENT_ROLES[LeagueRoleName(row.role)]
        event_role_write(act=act, event=event, user_key=row.user.key, role=role)


def _running_events(league: League) -> list[Event]:
    """The events of the seasons that aren't over."""
    seasons = Season.objects.filter(league=league).exclude(state__in=OVER)
    return [event for season in seasons for event in events_of_season(season)]
