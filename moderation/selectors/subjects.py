"""What a page is about, and what of it the service's staff can hide."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext_lazy as _

from games.selectors.clubs import club_by_key, club_by_slug, staff_of
from games.selectors.players import player_by_key
from leagues.selectors.leagues import league_by_key, league_by_slug
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.errors import DomainError, NotFound
from moderation.enums import Kind
from tournaments.selectors.events import event_by_key, event_by_slug

if TYPE_CHECKING:
    from games.models import Club, Player
    from leagues.models import League
    from tournaments.models import Event


PUBLIC = ("/clubs/", "/events/", "/leagues/", "/players/", "/games/")


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be hidden, or an account that can be suspended. `name` is for the service's staff; `path` is
    "" where it has no page. `owners` are the keys of the accounts that are told."""

    kind: Kind
    key: str
    name: str
    path: str
    owners: tuple[str, ...]


def subjects_of_path(path: str) -> list[Subject]:
    """What the page at this path is about, the narrowest first; none for pages of the site itself."""
    try:
        match = resolve(path.partition("?")[0])
    except Resolver404:
        return []
    place = {name: str(value) for name, value in match.kwargs.items()}
    space = match.namespace.rpartition(":")[2]
    try:
        return _subjects(path.strip("/").split("/"), space, place)
    except DomainError:
        return []


def is_page(path: str) -> bool:
    """Whether a page of a club, an event, a league or a player can have this path: not whether there is one, which
    isn't for everybody to know."""
    try:
        match = resolve(path.partition("?")[0])
    except Resolver404:
        return False
    return not match.kwargs.keys().isdisjoint({"slug", "key"}) and path.startswith(PUBLIC)


def _subjects(parts: list[str], space: str, place: dict[str, str]) -> list[Subject]:
    if space == "leagues" and {"club", "slug"} <= place.keys():
        league = league_by_slug(place["club"], place["slug"])
        return [_of_league(league), *_of_club(league.club)]
    if parts[0] == "events" and "slug" in place:
        event = event_by_slug(place["slug"])
        return [_of_event(event), *_of_club(event.club)]
    if parts[0] == "clubs" and "slug" in place:
        return _of_club(club_by_slug(place["slug"]))
    if parts[0] == "players" and "key" in place:
        return _of_player(player_by_key(place["key"]))
    return []


def subject_of(kind: Kind, key: str) -> Subject:
    """The subject of a step. NotFound where it is gone."""
    if kind in {Kind.CLUB, Kind.LOGO}:
        return next(each for each in _of_club(club_by_key(key)) if each.kind == kind)
    if kind == Kind.EVENT:
        return _of_event(event_by_key(key))
    if kind == Kind.LEAGUE:
        return _of_league(league_by_key(key))
    if kind in {Kind.NAME, Kind.PICTURE}:
        return next(each for each in _of_player(player_by_key(key)) if each.kind == kind)
    accounts = _accounts([key])
    if not accounts:
        raise NotFound("no_such_account", _("This account is gone."))
    return accounts[0]


def _of_club(club: Club) -> list[Subject]:
    path = reverse("tournaments:club", args=[club.slug])
    owners = tuple(role.user.key for role in staff_of(club) if role.role == "owner")
    of_club = [Subject(kind, club.key, club.name, path, owners) for kind in (Kind.CLUB, Kind.LOGO)]
    return [*of_club, *_accounts(owners)]


def _of_event(event: Event) -> Subject:
    owners = _of_club(event.club)[0].owners
    return Subject(Kind.EVENT, event.key, event.name, reverse("tournaments:event", args=[event.slug]), owners)


def _of_league(league: League) -> Subject:
    owners = _of_club(league.club)[0].owners
    path = reverse("leagues:league", args=[league.club.slug, league.slug])
    return Subject(Kind.LEAGUE, league.key, league.name, path, owners)


def _of_player(player: Player) -> list[Subject]:
    path = reverse("tournaments:player", args=[player.key])
    owners = (player.user.key,) if player.user is not None else ()
    of_player = [Subject(kind, player.key, player.name, path, owners) for kind in (Kind.NAME, Kind.PICTURE)]
    return [*of_player, *_accounts(owners)]


def _accounts(keys: Iterable[str]) -> list[Subject]:
    users = users_by_keys(keys)
    return [Subject(Kind.ACCOUNT, key, users[key].email, "", (key,)) for key in sorted(users)]
