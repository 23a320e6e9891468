"""The versions that public pages of leagues are kept under, as they were a moment ago (`VERSION_SECONDS`)."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from leagues.selectors.leagues import shown_league
from leagues.selectors.page_versions import VersionedLeague, versioned_league
from magistrar_site.shared.acts import NOBODY, act_of
from magistrar_site.shared.recent_versions import recent
from magistrar_site.shared.web_cache import release


def league_version(request: HttpRequest, club: str, slug: str, number: int | None = None) -> VersionedLeague:
    """The league, the season that the page is about, and the version of both. NotFound."""
    versioned = _recent_version(request, club, slug, number)
    shown_league(act_of(request).actor, versioned.league)
    return versioned


def _recent_version(request: HttpRequest, club: str, slug: str, number: int | None) -> VersionedLeague:
    name = f"league:{club}:{slug}:{number}"
    return recent(request, name, lambda: versioned_league(club, slug, number, timezone.now()))


def league_page_version(
    request: HttpRequest, *, club: str, slug: str, number: int | None = None, **_place: object
) -> str:
    """The version of a whole page of a league, for readers without an account."""
    versioned = _recent_version(request, club, slug, number)
    shown_league(NOBODY, versioned.league)  # it is asked before anybody looks who reads
    return versioned.version


def league_tag(versioned: VersionedLeague, name: str, *place: object) -> str:
    """The ETag of a part of a league's pages in the language that is on."""
    key = versioned.season.key if versioned.season else versioned.league.key
    return f"{key}.{versioned.version}.{release()}.{get_language()}.{name}.{'.'.join(map(str, place))}"
