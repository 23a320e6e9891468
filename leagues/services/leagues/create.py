"""Starts a league."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.registry import DEFAULT_JUDGE, GAME_SYSTEMS
from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.services.clubs import MOST_OF_NEW_ACCOUNT, SENT_AGAIN_WITHIN, with_free_slug
from games.services.permissions import require_club, require_shown
from leagues.enums import LeagueRoleName
from leagues.facts.leagues import LeagueCreated
from leagues.models import League, LeagueRole
from leagues.services.presets import LEAGUE_PRESETS, plays_leagues
from magistrar_site.accounts.selectors.users import user_by_key
from magistrar_site.accounts.services.suspending import is_new_account, refuse_new_account
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.services.facts import fact_append, stream_lock, stream_name
from magistrar_site.shared.texts import storable_text
from ratings.services.pools import pool_of_club
from tournaments.services.events.edition import valid_edition
from tournaments.services.zone_times import require_zone

NAME_LENGTH = 80
DEFAULT_PRESET = next(iter(LEAGUE_PRESETS))


@transaction.atomic
def league_create(
    *,
    act: Act,
    club_slug: str,
    name: str,
    time_zone: str,
    system: str = DEFAULT_JUDGE,
    edition: str = "",
    preset: str = DEFAULT_PRESET,
    is_rated: bool = True,
    is_listed: bool = True,
) -> League:
    """A new league of a club, whose owner is the actor. Rated games count in the club's pool for the game. Sent twice
    is once. Invalid with the fields; NotAllowed without a role in the club that may set events up; DomainError
    `club_hidden`, `new_account`."""
    club = club_by_slug(club_slug)
    require_club(act, club, Action.MANAGE_EVENT)
    require_shown(club)
    name = valid_league_name(name)
    require_zone(time_zone)
    if preset not in LEAGUE_PRESETS:
        raise Invalid(
            "no_such_preset", _("Choose one of the presets."), fields={"preset": _("Choose one of the list.")}
        )
    if system not in GAME_SYSTEMS or not plays_leagues(system):
        text = _("Leagues are for games of two players.")
        raise Invalid("no_such_system", text, fields={"system": text})
    if edition:
        edition = valid_edition(club, edition, system, size=2)
    pool = pool_of_club(club_key=club.key, system=system).key if is_rated else ""
    stream_lock(stream=stream_name("club", club.key))
    recent = League.objects.filter(club=club, name=name, created_at__gt=act.at - SENT_AGAIN_WITHIN)
    same = recent.filter(system=system, edition=edition, pool=pool, time_zone=time_zone).first()
    if same is not None:
        return same
    if is_new_account(act.actor, act.at) and League.objects.filter(club=club).count() >= MOST_OF_NEW_ACCOUNT:
        raise refuse_new_account(MOST_OF_NEW_ACCOUNT)
    key = act.ids.key()
    taken = set(League.objects.filter(club=club).values_list("slug", flat=True))
    league = with_free_slug(
        name,
        taken,
        key,
        lambda slug: League.objects.create(
            key=key,
            club=club,
            name=name,
            slug=slug,
            system=system,
            preset=preset,
            edition=edition,
            pool=pool,
            time_zone=time_zone,
            is_listed=is_listed,
            created_at=act.at,
        ),
    )
    owner = act.actor.key if act.actor.kind == "user" else None
    if owner is not None:
        LeagueRole.objects.create(league=league, user=user_by_key(owner), role=LeagueRoleName.OWNER)
    created = LeagueCreated(
        league=key,
        club=club.key,
        system=system,
        preset=preset,
        edition=edition,
        pool=pool,
        time_zone=time_zone,
        is_listed=is_listed,
        owner=owner,
    )
    fact_append(act=act, stream=league.stream, fact=created, details={"name": name})
    public_epoch_begin()  # the clubs' pages list it
    return league


def valid_league_name(name: str) -> str:
    """The name as it is stored. Invalid `name_missing`, `name_too_long`."""
    name = clean_name(storable_text(name))
    if not name:
        raise Invalid("name_missing", _("The league needs a name."), fields={"name": _("Type the league’s name.")})
    if len(name) > NAME_LENGTH:
        raise Invalid("name_too_long", _("The name is too long."), fields={"name": _("At most 80 characters.")})
    return name
