from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Count, F, Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.enums import ROLE_ACTIONS, Action, Role
from games.models import Club, ClubRole
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.errors import NotFound


def club_by_slug(slug: str) -> Club:
    """NotFound where there is none."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise NotFound("no_such_club", _("There is no club at this address."))
    return club


def club_by_key(key: str) -> Club:
    """NotFound where there is none."""
    club = Club.objects.filter(key=key).first()
    if club is None:
        raise NotFound("no_such_club", _("There is no club with this key."))
    return club


def clubs_by_key(keys: Iterable[str]) -> dict[str, Club]:
    """Those of the clubs that are known, by key."""
    return {club.key: club for club in Club.objects.filter(key__in=list(keys))}


def clubs() -> QuerySet[Club]:
    """All that lists have, by name."""
    return Club.objects.filter(is_hidden=False).order_by("name", "key")


def club_role_of(actor: Actor, club: Club) -> Role | None:
    """The actor's role in the club; links and visitors have none."""
    if actor.kind != "user":
        return None
    found = ClubRole.objects.filter(club=club, user__key=actor.key).values_list("role", flat=True).first()
    return Role(found) if found else None


def clubs_of(actor: Actor) -> QuerySet[Club]:
    """The clubs in which the actor has a role."""
    if actor.kind != "user":
        return Club.objects.none()
    return Club.objects.filter(roles__user__key=actor.key).order_by("name", "key")


def clubs_where(actor: Actor, action: Action) -> list[int]:
    """The primary keys of the clubs in which the actor's role gives the action; of all for staff of the service."""
    if actor.staff:
        return list(Club.objects.values_list("pk", flat=True))
    roles = [role for role in Role if action in ROLE_ACTIONS[role]]
    key = actor.key if actor.kind == "user" else ""
    return list(ClubRole.objects.filter(user__key=key, role__in=roles).values_list("club", flat=True))


def roles_in(club: Club) -> dict[str, str]:
    """Roles in the club by the account's key."""
    return dict(ClubRole.objects.filter(club=club).values_list("user__key", "role"))


def staff_of(club: Club) -> QuerySet[ClubRole]:
    return ClubRole.objects.filter(club=club).select_related("user").order_by("role", "user__email")


def clubs_left_alone(user_key: str) -> list[Club]:
    """The clubs that only this account has a role in, and that have no event, player, season, league or edition."""
    alone = Club.objects.annotate(people=Count("roles", distinct=True)).filter(people=1, roles__user__key=user_key)
    return list(
        alone.filter(events=None, players=None, grand_mage_periods=None, leagues=None, editions=None).order_by("key")
    )


def clubs_owned_alone(user_key: str) -> list[Club]:
    """The clubs whose only owner the account is, save those that go with it."""
    owned = Club.objects.annotate(
        owners=Count("roles", filter=Q(roles__role=Role.OWNER), distinct=True),
        is_mine=Count("roles", filter=Q(roles__role=Role.OWNER, roles__user__key=user_key), distinct=True),
    ).filter(owners=1, is_mine=1)
    empty = {club.pk for club in clubs_left_alone(user_key)}
    return [club for club in owned.order_by("name", "key") if club.pk not in empty]


def accounts_with(action: Action, clubs: Iterable[Club]) -> list[str]:
    """The keys of the accounts whose role in one of the clubs gives the action."""
    roles = [role for role in Role if action in ROLE_ACTIONS[role]]
    held = ClubRole.objects.filter(club__in=list(clubs), role__in=roles, user__is_active=True)
    return sorted(set(held.values_list("user__key", flat=True)))


def owner_seen_at(club: Club) -> datetime | None:
    """When one of the club's owners last signed in, or joined; None where no owner has an account that is open."""
    owners = ClubRole.objects.filter(club=club, role=Role.OWNER, user__is_active=True)
    seen: datetime | None = owners.aggregate(seen=Max(Coalesce("user__last_login", "user__date_joined")))["seen"]
    return seen


def clubs_without_owner(*, away_since: datetime) -> list[Club]:
    """Clubs none of whose owners has an open account and has signed in since, each with `seen` (None: there is no
    owner); those without any first."""
    is_owner = Q(roles__role=Role.OWNER, roles__user__is_active=True)
    at = Coalesce("roles__user__last_login", "roles__user__date_joined")
    found = Club.objects.annotate(seen=Max(at, filter=is_owner))
    return list(found.filter(Q(seen=None) | Q(seen__lt=away_since)).order_by(F("seen").asc(nulls_first=True), "name"))


def is_only_owner(club: Club, user_key: str) -> bool:
    """Whether the account is the only owner of the club."""
    owners = ClubRole.objects.filter(club=club, role=Role.OWNER).values_list("user__key", flat=True)
    return list(owners) == [user_key]
