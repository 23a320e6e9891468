"""Who acts on the pages of leagues, and on what."""

from __future__ import annotations

from django.http import HttpRequest

from leagues.enums import LeagueAction
from leagues.models import League, Season, SeasonEntry
from leagues.selectors.leagues import league_by_slug
from leagues.selectors.seasons import own_keys, season_numbered
from leagues.services.permissions import require_league
from magistrar_site.shared.acts import Act, act_of


def act_and_league(request: HttpRequest, club: str, slug: str, action: LeagueAction) -> tuple[Act, League]:
    """The account's act, and the league at this address; NotAllowed where its role doesn't give the action."""
    act, league = act_of(request), league_by_slug(club, slug)
    require_league(act, league, action)
    return act, league


def act_and_season(
    request: HttpRequest, club: str, slug: str, number: int, action: LeagueAction = LeagueAction.MANAGE_SEASON
) -> tuple[Act, Season]:
    """The account's act, and the season at this address; NotAllowed where its role doesn't give the action."""
    act, league = act_and_league(request, club, slug, action)
    return act, season_numbered(league, number)


def act_for_entry(request: HttpRequest, entry: SeasonEntry) -> Act:
    """The act of the entry's player, by a personal link of this league that was opened here; else the account's."""
    opened = request.link_subjects()  # type: ignore[attr-defined] # set by PersonalLinkMiddleware
    own = next((key for key in own_keys(entry) if key in opened), None)
    return act_of(request, entry=own)


def address_of(season: Season) -> list[str | int]:
    """The values of a season's addresses."""
    league = season.league
    return [league.club.slug, league.slug, season.number]


def seen_of(request: HttpRequest) -> int | None:
    """The number of the league's newest fact that the sent form was made from."""
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
