"""Calendars to subscribe to (RFC 5545): of a club, of an event, of a player. A library writes them; here is what they
say."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import icalendar
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.services.permissions import shown_club
from magistrar_site.shared.acts import NOBODY
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.selectors.facts import newest_of
from magistrar_site.shared.web_cache import cached, release
from tournaments.enums import EventState
from tournaments.models import Event, Round
from tournaments.selectors.event_lists import club_events
from tournaments.selectors.events import cancellations_of
from tournaments.selectors.fixtures.feeds import FeedFixture, fixtures_of_calendar, fixtures_of_events
from tournaments.selectors.rounds.clock import rounds_with_windows
from tournaments.services.fixtures.calendars import calendar_token_read
from tournaments.web.fragment_cache import cacheable_response, in_language, known_language, not_modified
from tournaments.web.versions import event_version

EVENTS = 200  # the newest ones
CONTENT_TYPE = "text/calendar; charset=utf-8"
LOOK_AGAIN = timedelta(hours=1)  # how often programs are asked to look for changes


@dataclass(frozen=True, slots=True)
class CalendarItem:
    """One line of a calendar. `uid` is its name for good, within this site. `changes` grows with every change, and
    `changed_at` is when the last one was. Instants are written in UTC, which every calendar shows in its owner's own
    zone; without `ends_at` nobody knows when it ends (3.6.1). `is_busy`: the time is taken; else it is one within which
    something is to be done. `path` leads to its page."""

    uid: str
    summary: str
    starts_at: datetime
    ends_at: datetime | None
    changes: int
    changed_at: datetime
    path: str
    is_cancelled: bool = False
    is_busy: bool = True
    description: str = ""
    location: str = ""


def calendar_file(title: str, items: Iterable[CalendarItem]) -> bytes:
    """The calendar as a file, the same bytes for the same items. Cancelled items stay in it, so that calendars that
    have them learn of it."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Magistrar//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", title)
    calendar.add("refresh-interval", LOOK_AGAIN, parameters={"VALUE": "DURATION"})
    for item in items:
        calendar.add_component(_component(item))
    return calendar.to_ical(sorted=False)


def _component(item: CalendarItem) -> icalendar.Event:
    event = icalendar.Event()
    event.add("uid", f"{item.uid}@{urlsplit(settings.SITE_URL).netloc}")
    event.add("dtstamp", item.changed_at)
    event.add("last-modified", item.changed_at)
    event.add("sequence", item.changes)
    event.add("dtstart", item.starts_at)
    if item.ends_at is not None:
        event.add("dtend", item.ends_at)
    event.add("summary", item.summary)
    if item.is_cancelled:
        event.add("status", "CANCELLED")
    if not item.is_busy:
        event.add("transp", "TRANSPARENT")
    if item.description:
        event.add("description", item.description)
    if item.location:
        event.add("location", item.location)
    event.add("url", f"{settings.SITE_URL}{item.path}")
    return event


def fixture_items(fixtures: Iterable[FeedFixture], *, with_words: bool = True) -> list[CalendarItem]:
    """Fixtures as items, in the language that is on, or without words where readers of all languages share the file:
    for any calendar that shows some, a league's too."""
    return [
        CalendarItem(
            uid=row.match_key,
            summary=f"{' – '.join(row.names)} ({row.event_name})",
            starts_at=row.starts_at,
            ends_at=row.ends_at,
            changes=row.changes,
            changed_at=row.changed_at,
            path=reverse("tournaments:game", args=[row.game_key])
            if row.game_key
            else reverse("tournaments:event", args=[row.event_slug]),
            is_cancelled=row.is_cancelled,
            is_busy=row.is_agreed,
            description=_fixture_words(row) if with_words else "",
        )
        for row in fixtures
    ]


def _fixture_words(row: FeedFixture) -> str:
    if row.is_cancelled:
        return ""
    if not row.is_agreed:
        return _("No time is agreed yet.")
    return _("Place agreed.") if row.has_place else _("Time agreed.")


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's public events, those that are over too, their rounds that have a window, and the games in these whose
    time is agreed."""
    club = shown_club(NOBODY, slug)
    events = list(club_events(club.key)[:EVENTS])
    changes, cancelled = newest_of([event.stream for event in events]), cancellations_of(events)
    windows: dict[int, list[Round]] = defaultdict(list)
    for round_ in rounds_with_windows(events):
        windows[round_.stage.event_id].append(round_)
    items = []
    for event in events:
        change = changes.get(event.stream, (0, event.created_at))
        items.append(_event_item(event, *change, club.place, cancelled.get(event.key, "")))
        items += [_round_item(event, round_, *change) for round_ in windows.get(event.pk, ())]
    agreed = [row for row in fixtures_of_events([event for event in events if event.pk in windows]) if row.is_agreed]
    items += fixture_items(agreed, with_words=False)
    body = calendar_file(club.name, items)
    response = cacheable_response(request, body, _digest(body), CONTENT_TYPE, for_ever=False)
    response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response


def calendar_address(slug: str) -> str:
    """What a calendar program subscribes to: the feed's address with the scheme by which such programs are called."""
    return webcal(reverse("tournaments:club_calendar", args=[slug]))


def webcal(path: str) -> str:
    """The address of a feed with the scheme by which calendar programs are called."""
    return f"webcal://{urlsplit(settings.SITE_URL).netloc}{path}"


def own_calendar_address(secret: str) -> str:
    """The address of a player's own calendar, with its secret."""
    return webcal(reverse("tournaments:own_calendar", args=[secret]))


def _event_item(event: Event, changes: int, changed_at: datetime, place: str, why: str) -> CalendarItem:
    """An event; `why` it was cancelled, if it was."""
    return CalendarItem(
        uid=event.key,
        summary=event.name,
        starts_at=event.starts_at,
        ends_at=None,
        changes=changes,
        changed_at=changed_at,
        path=reverse("tournaments:event", args=[event.slug]),
        is_cancelled=event.state == EventState.CANCELLED,
        description=why if event.state == EventState.CANCELLED else "",
        location=place,
    )


def _round_item(event: Event, round_: Round, changes: int, changed_at: datetime) -> CalendarItem:
    """A round that is played within a time that is said, as in a league."""
    return CalendarItem(
        uid=f"{event.key}-{round_.stage.number}-{round_.number}",
        summary=f"{event.name} ({round_.number}/{round_.stage.planned_rounds})",  # no words: readers share the file
        starts_at=round_.starts_at or event.starts_at,
        ends_at=round_.ends_at,
        changes=changes,
        changed_at=changed_at,
        path=reverse("tournaments:event_round", args=[event.slug, round_.number]),
        is_cancelled=event.state == EventState.CANCELLED,
        is_busy=False,
    )


@require_safe
def event_calendar(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """The fixtures of an event, as everybody sees them, in the language of the address."""
    versioned = event_version(request, slug)
    event = versioned.event
    if event.is_withheld:
        raise NotFound("no_such_event", _("There is no event at this address."))
    with in_language(language):
        tag = f"{versioned.version}.{release()}.{get_language()}.calendar"
        unchanged = not_modified(request, tag)
        if unchanged is not None:
            return unchanged
        made = cached(tag, lambda: calendar_file(event.name, fixture_items(fixtures_of_events([event]))))
    response = cacheable_response(request, made, tag, CONTENT_TYPE, for_ever=False)
    response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response


@require_safe
def own_calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """A player's own fixtures, for whoever has the secret address. No address where anybody plays is in it: calendars
    are copied to other companies' computers."""
    token = calendar_token_read(secret)
    with in_language(known_language(token.language)):
        body = calendar_file(_("My games"), fixture_items(fixtures_of_calendar(token, timezone.now())))
    response = HttpResponse(body, content_type=CONTENT_TYPE)
    tag = quote_etag(_digest(body))
    response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
    response["Referrer-Policy"] = "no-referrer"
    response["Content-Disposition"] = 'inline; filename="magistrar.ics"'
    return get_conditional_response(request, etag=tag, response=response) or response


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:20]
