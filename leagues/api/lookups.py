"""The league and season that an address names, as far as the reader may see them."""

from __future__ import annotations

from rest_framework.request import Request

from leagues.models import League, Season
from leagues.selectors.leagues import league_by_slug, shown_league
from leagues.selectors.seasons import season_numbered
from magistrar_site.accounts.api.authentication import actor_of


def league_of(request: Request, club: str, slug: str) -> League:
    """NotFound also for a hidden one, unless it may be seen."""
    return shown_league(actor_of(request), league_by_slug(club, slug))


def season_at(request: Request, club: str, slug: str, number: int) -> Season:
    """Likewise."""
    return season_numbered(league_of(request, club, slug), number)
