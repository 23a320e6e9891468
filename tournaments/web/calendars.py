"""A club's events as a calendar to subscribe to (RFC 5545)."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.selectors.clubs import club_by_slug
from magistrar_site.shared.selectors.facts import newest_of
from tournaments.enums import EventState
from tournaments.models import Event, Round
from tournaments.selectors.event_lists import club_events
from tournaments.selectors.events import cancellations_of
from tournaments.selectors.rounds.clock import rounds_with_windows
from tournaments.web.fragment_cache import cacheable_response

EVENTS = 200  # the newest ones
LONGEST_LINE = 75  # octets (3.1)
# 3.3.11: these stand for something in a text.
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's public events, those that are over too, and their rounds that have a window."""
    club = club_by_slug(slug)
    events = list(club_events(club.key)[:EVENTS])
    changes, cancelled = newest_of([event.stream for event in events]), cancellations_of(events)
    windows: dict[int, list[Round]] = defaultdict(list)
    for round_ in rounds_with_windows(events):
        windows[round_.stage.event_id].append(round_)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Magistrar//Events//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", f"X-WR-CALNAME:{club.name.translate(ESCAPED)}", "REFRESH-INTERVAL;VALUE=DURATION:PT6H"]
    for event in events:
        change = changes.get(event.stream, (0, event.created_at))
        lines += _event(event, *change, club.place, cancelled.get(event.key, ""))
        for round_ in windows.get(event.pk, ()):
            lines += _round(event, round_, *change)
    body = "".join(fold_line(line) + "\r\n" for line in [*lines, "END:VCALENDAR"])
    tag = hashlib.sha256(body.encode()).hexdigest()[:20]
    response = cacheable_response(request, body, tag, "text/calendar; charset=utf-8", for_ever=False)
    response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response


def calendar_address(slug: str) -> str:
    """What a calendar program subscribes to: the feed's address with the scheme by which such programs are called."""
    return f"webcal://{urlsplit(settings.SITE_URL).netloc}{reverse('tournaments:club_calendar', args=[slug])}"


def _event(event: Event, changes: int, changed_at: datetime, place: str, why: str) -> Iterator[str]:
    """An event's lines; `why` it was cancelled, if it was. Its start is an instant in UTC, which every calendar shows
    in its owner's own zone. When it will end nobody knows, so it says no end (3.6.1)."""
    host = urlsplit(settings.SITE_URL).netloc
    yield "BEGIN:VEVENT"
    yield f"UID:{event.key}@{host}"
    yield f"DTSTAMP:{utc(changed_at)}"
    yield f"LAST-MODIFIED:{utc(changed_at)}"
    yield f"SEQUENCE:{changes}"
    yield f"DTSTART:{utc(event.starts_at)}"
    yield f"SUMMARY:{event.name.translate(ESCAPED)}"
    if event.state == EventState.CANCELLED:
        yield "STATUS:CANCELLED"
        if why:
            yield f"DESCRIPTION:{why.translate(ESCAPED)}"
    if place:
        yield f"LOCATION:{place.translate(ESCAPED)}"
    yield f"URL:{settings.SITE_URL}{reverse('tournaments:event', args=[event.slug])}"
    yield "END:VEVENT"


def _round(event: Event, round_: Round, changes: int, changed_at: datetime) -> Iterator[str]:
    """The lines of a round that is played within a time that is said, as in a league."""
    host, stage = urlsplit(settings.SITE_URL).netloc, round_.stage.number
    address = reverse("tournaments:event_round", args=[event.slug, round_.number])
    title = f"{event.name} ({round_.number}/{round_.stage.planned_rounds})"  # no words: readers share the file
    yield "BEGIN:VEVENT"
    yield f"UID:{event.key}-{stage}-{round_.number}@{host}"
    yield f"DTSTAMP:{utc(changed_at)}"
    yield f"LAST-MODIFIED:{utc(changed_at)}"
    yield f"SEQUENCE:{changes}"
    yield f"DTSTART:{utc(round_.starts_at or event.starts_at)}"
    yield f"DTEND:{utc(round_.ends_at or event.starts_at)}"
    yield f"SUMMARY:{title.translate(ESCAPED)}"
    yield f"URL:{settings.SITE_URL}{address}"
    yield "END:VEVENT"


def utc(at: datetime) -> str:
    """An instant as 3.3.5 writes it: 20260306T190000Z."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def fold_line(line: str) -> str:
    """A line in pieces of at most 75 octets, each but the first behind a space (3.1); no letter is torn."""
    pieces, piece, size = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LONGEST_LINE:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    return "\r\n".join([*pieces, piece])
