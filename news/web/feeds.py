"""Atom feeds (RFC 4287) of the site, a club, an event, a league and a player. Django's own library writes them; here is
what they say, and how long an answer is kept: an event's and a league's under the versions of their pages, the others
for `VERSION_SECONDS` (ADR 13)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.selectors.clubs import club_by_slug
from games.selectors.players import player_by_key
from leagues.web.public.versions import league_version
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.recent_versions import instant_of_versions, seconds_of_versions
from magistrar_site.shared.web_cache import cached, release
from news.selectors.feeds import (
    club_happenings,
    event_happenings,
    league_happenings,
    player_happenings,
    site_happenings,
)
from news.services.words import path_of, title_of
from news.values.happenings import Happening
from tournaments.selectors.sharing import require_shared_event
from tournaments.web.fragment_cache import cacheable_response, in_language
from tournaments.web.versions import event_version

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)  # of a feed that tells nothing yet


@dataclass(frozen=True, slots=True)
class About:
    """What a feed is about: its name for good, its title, and the page that it belongs to."""

    name: str
    title: str
    path: str


@require_safe
def site_feed(request: HttpRequest, language: str) -> HttpResponse:
    """What clubs set up, finish and cancel."""
    with in_language(language):
        about = About("site", _("Magistrar: events and leagues"), reverse("tournaments:home"))
        return _answer(request, about, site_happenings)


@require_safe
def club_feed(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """A club's events and leagues."""
    club = club_by_slug(slug)
    if club.is_hidden:
        raise NotFound("no_such_club", _("There is no club at this address."))
    with in_language(language):
        about = About(f"club:{club.key}", str(club.name), reverse("tournaments:club", args=[slug]))
        return _answer(request, about, lambda: club_happenings(club))


@require_safe
def event_feed(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """An event's news. Feeds are copied to other companies' computers, so one that isn't listed has none."""
    versioned = event_version(request, slug)
    event = require_shared_event(versioned.event)
    with in_language(language):
        about = About(event.stream, str(event.name), reverse("tournaments:event", args=[slug]))
        return _answer(request, about, lambda: event_happenings(event), version=versioned.version)


@require_safe
def league_feed(request: HttpRequest, language: str, club: str, slug: str) -> HttpResponse:
    """A league's news."""
    versioned = league_version(request, club, slug)
    league = versioned.league
    if not league.is_listed or league.is_hidden:
        raise NotFound("no_such_league", _("There is no league at this address."))
    with in_language(language):
        about = About(league.stream, str(league.name), reverse("leagues:league", args=[club, slug]))
        return _answer(request, about, lambda: league_happenings(league), version=versioned.version)


@require_safe
def player_feed(request: HttpRequest, language: str, key: str) -> HttpResponse:
    """A player's entries and results. There is none of a player who hides the name, or was deleted."""
    player = player_by_key(key)
    if player.hides_name or player.erased_at is not None:
        raise NotFound("no_such_feed", _("This player has no feed."))
    with in_language(language):
        about = About(f"player:{key}", str(player.name), reverse("tournaments:player", args=[key]))
        return _answer(request, about, lambda: player_happenings(player))


def _answer(
    request: HttpRequest, about: About, happenings: Callable[[], Iterable[Happening]], *, version: str = ""
) -> HttpResponse:
    """The feed, or 304 for a reader who has it as it is."""

    def make() -> bytes:
        return feed_file(about, request.path, happenings())

    if not seconds_of_versions():
        body = make()
    else:
        instant, epoch = instant_of_versions(request)
        name = f"feed:{about.name}:{get_language()}:{version or instant}:{epoch}"
        body = cached(name, make, seconds=3600 if version else 2 * seconds_of_versions())
    tag = f"{hashlib.sha256(body).hexdigest()[:20]}.{release()}"
    return cacheable_response(request, body, tag, CONTENT_TYPE, for_ever=False)


def feed_file(about: About, path: str, happenings: Iterable[Happening]) -> bytes:
    """The feed as a file: the same bytes for the same happenings."""
    site = settings.SITE_URL
    feed = _Feed(
        title=about.title,
        link=f"{site}{about.path}",
        description=None,
        language=get_language(),
        author_name="Magistrar",
        feed_url=f"{site}{path}",
        feed_guid=_tag(about.name),
    )
    for happening in happenings:
        feed.add_item(
            title=title_of(happening),
            link=f"{site}{path_of(happening)}",
            description=title_of(happening),
            unique_id=_tag(happening.id),
            pubdate=happening.at,
            updateddate=happening.at,
        )
    return feed.writeString("utf-8").encode()


class _Feed(Atom1Feed):
    """Without news it is as old as the service, not as new as each look at it."""

    def latest_post_date(self) -> datetime:
        return max((item["updateddate"] for item in self.items), default=EPOCH)


def _tag(name: str) -> str:
    """A name for good (RFC 4151)."""
    return f"tag:{urlsplit(settings.SITE_URL).hostname},2026:{name}"
