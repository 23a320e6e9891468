"""Leagues, and who may do what in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.enums import Role
from games.selectors.clubs import club_role_of
from leagues.enums import LEAGUE_ROLE_ACTIONS, LeagueAction, LeagueRoleName
from leagues.models import Decider, Division, League, LeagueClub, LeagueRole
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.errors import NotFound

if TYPE_CHECKING:
    from tournaments.models import Event


def league_by_slug(club: str, slug: str) -> League:
    """The league at an address, with its club. NotFound."""
    league = League.objects.select_related("club").filter(club__slug=club, slug=slug).first()
    if league is None:
        raise NotFound("no_such_league", _("There is no league at this address."))
    return league


def shown_league(actor: Actor, league: League) -> League:
    """The league. NotFound where it is hidden and the actor has no role in it. No query for one that isn't hidden."""
    if league.is_hidden and not is_league_staff(actor, league):
        raise NotFound("no_such_league", _("There is no league at this address."))
    return league


def league_by_key(key: str) -> League:
    """With its club. NotFound."""
    league = League.objects.select_related("club").filter(key=key).first()
    if league is None:
        raise NotFound("no_such_league", _("There is no league with this key."))
    return league


def leagues() -> QuerySet[League]:
    """All leagues that lists have, with their clubs, by name."""
    return League.objects.filter(is_listed=True, is_hidden=False).select_related("club").order_by("name", "key")


def every_league() -> Iterator[League]:
    """All leagues with their clubs, one after the other, oldest first."""
    return League.objects.select_related("club").order_by("pk").iterator(chunk_size=100)


def leagues_of_club(club_key: str) -> QuerySet[League]:
    """The leagues that a club runs, alone or with others."""
    of_club = Q(club__key=club_key) | Q(further_clubs__club__key=club_key)
    return League.objects.filter(of_club).select_related("club").distinct().order_by("name", "key")


def leagues_owned_by(club_key: str) -> list[str]:
    """The keys of the leagues whose owner the club is."""
    return list(League.objects.filter(club__key=club_key).values_list("key", flat=True))


def events_of_league(league_key: str) -> list[Event]:
    """All events that the league made, of divisions and deciders."""
    made: list[Division | Decider] = [
        *Division.objects.filter(season__league__key=league_key).select_related("event__club"),
        *Decider.objects.filter(season__league__key=league_key).select_related("event__club"),
    ]
    return [row.event for row in made if row.event is not None]


def leagues_of_actor(actor: Actor) -> QuerySet[League]:
    """The leagues in which an account has a role, be it as owner of the club."""
    if actor.kind != "user":
        return League.objects.none()
    own = Q(roles__user__key=actor.key) | Q(club__roles__user__key=actor.key, club__roles__role=Role.OWNER)
    return League.objects.filter(own).select_related("club").distinct().order_by("name", "key")


def clubs_in(league: League) -> list[LeagueClub]:
    """The clubs that run the league together with its owner, by name."""
    return list(LeagueClub.objects.filter(league=league).select_related("club").order_by("club__name", "pk"))


def is_league_staff(actor: Actor, league: League) -> bool:
    """Whether the actor has any role in the league, or is staff of the service. One query."""
    return actor.staff or leagues_of_actor(actor).filter(pk=league.pk).exists()


def league_role_of(actor: Actor, league: League) -> LeagueRoleName | None:
    """The actor's role; the owner of the league's club is an owner. Links and visitors have none."""
    if actor.kind != "user":
        return None
    if club_role_of(actor, league.club) == Role.OWNER:
        return LeagueRoleName.OWNER
    found = LeagueRole.objects.filter(league=league, user__key=actor.key).values_list("role", flat=True).first()
    return LeagueRoleName(found) if found else None


def league_allows(actor: Actor, league: League, action: LeagueAction) -> bool:
    """Whether the actor's role gives the action; staff of the service may do everything."""
    if actor.staff:
        return True
    role = league_role_of(actor, league)
    return role is not None and action in LEAGUE_ROLE_ACTIONS[role]


def staff_of_league(league: League) -> QuerySet[LeagueRole]:
    """Who has a role, with the accounts, from most to least."""
    return LeagueRole.objects.filter(league=league).select_related("user").order_by("pk")
