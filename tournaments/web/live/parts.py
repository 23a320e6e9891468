"""The public parts of an event's pages, the same for every reader: made once for each state of the event and kept."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.markdown import links_html, markdown_html
from magistrar_site.shared.web_cache import cached, release
from tournaments.models import Event, Match, Round, Stage
from tournaments.selectors.abouts import about_of, format_in_words
from tournaments.selectors.announcements import announcements_of
from tournaments.selectors.events import entries_of
from tournaments.selectors.page_versions import VersionedEvent
from tournaments.selectors.rounds.pairings import pairings_page, round_counts
from tournaments.selectors.stages import rounds_of_drawing
from tournaments.selectors.standings.leaders import leaders_of
from tournaments.services.brackets.names import named_pairings
from tournaments.services.entries.sign_up import sign_up_state

LINES = 100  # of tables on one page
_SEATS = re.compile(r'data-seats="([^"]*)"')


@dataclass(frozen=True)
class EventParts:
    """HTML of who leads (empty where nobody does yet), of a round's pairings, and of what the event says of itself
    (empty on the page of one round); the round's number and primary key, None before there is one;
    whether it is played within a window of days."""

    leaders: str
    about: str
    tab: str
    round_number: int | None
    round_pk: int | None
    has_window: bool = False


def event_tag(versioned: VersionedEvent, name: str, *place: object) -> str:
    """The ETag of a part of the event's pages, as an address asks for it, in the language that is on. Players may enter
    themselves from one instant until another, without any fact that says so."""
    entering = sign_up_state(versioned.event, timezone.now()).value
    asked = hashlib.sha256(repr(place).encode()).hexdigest()[:8]
    return f"{versioned.version}.{entering}.{release()}.{get_language()}.{name}.{asked}"


def announcements_part(versioned: VersionedEvent) -> str:
    """What players and hall are told now, as HTML; empty where nothing is."""
    context = {"event": versioned.event}
    return cached(
        event_tag(versioned, "announcements"),
        lambda: render_to_string(
            "tournaments/live/announcements.html", context | {"announcements": announcements_of(versioned.event)}
        ),
    )


def page_number(page: str | None) -> str:
    """A page's number as an address may ask for it; else empty."""
    return page if page and page.isascii() and page.isdigit() and len(page) < 6 else ""


def pairings_parts(
    versioned: VersionedEvent,
    stage: Stage,
    *,
    number: int | None,
    page: str | None,
    stages: Sequence[Stage],
    stage_query: str = "",
) -> EventParts:
    """A stage's newest round, who leads and what the event is, or a round by its number alone. NotFound for a round
    that isn't published. `stages`: all of the event. `stage_query` keeps links at the stage."""
    name = event_tag(versioned, "pairings", stage.number, stage_query, number, page_number(page))
    return cached(name, lambda: _pairings_parts(versioned, stage, number, page_number(page), stages, stage_query))


def _pairings_parts(
    versioned: VersionedEvent, stage: Stage, number: int | None, page: str, stages: Sequence[Stage], stage_query: str
) -> EventParts:
    event = versioned.event
    rounds, entrants = rounds_of_drawing(stage)
    round_ = _round_of_page(rounds, number)
    context = _pairings_context(event, stage, round_, page, entrants) | {
        "event": event,
        "stage": stage,
        "stage_query": stage_query,
        "rounds": rounds,
        "head": versioned.head if number is None else None,
    }
    leaders = leaders_of(event) if number is None else None
    return EventParts(
        about=_about(event, stages) if number is None else "",
        leaders=render_to_string("tournaments/live/leaders.html", {"event": event, "leaders": leaders}),
        tab=render_to_string("tournaments/live/pairings.html", context),
        round_number=round_.number if round_ else None,
        round_pk=round_.pk if round_ else None,
        has_window=round_ is not None and round_.ends_at is not None,
    )


def _about(event: Event, stages: Sequence[Stage]) -> str:
    """What an event is, for visitors."""
    about = about_of(event)
    context = {
        "event": event,
        "about": about,
        "place": about.place or event.club.place,
        "format": format_in_words(event, stages),
        "description": markdown_html(about.description) if about.description else "",
        "contact": links_html(about.contact),
        "sign_up": sign_up_state(event, timezone.now()).value,
    }
    return render_to_string("tournaments/live/about.html", context)


def _round_of_page(rounds: list[Round], number: int | None) -> Round | None:
    if number is None:
        return rounds[-1] if rounds else None
    found = next((round_ for round_ in rounds if round_.number == number), None)
    if found is None:
        raise NotFound("no_such_round", _("There is no such round, or it isn’t published yet."))
    return found


def _pairings_context(event: Event, stage: Stage, round_: Round | None, page: str, entrants: int) -> dict[str, Any]:
    if round_ is None:
        return {"round": None, "entries": list(entries_of(event)[:LINES])}
    matches, still_open = round_counts(round_)
    pairings, shown = pairings_page(round_, page=page, lines=LINES, count=matches)
    paging: Page[Match] = shown
    named, name = named_pairings(stage, pairings, entrants)
    return {"round": round_, "round_name": name, "pairings": named, "page": paging, "open_count": still_open}


def mark_own(html: str, mine: Collection[str]) -> str:
    """The lines with the reader's own marked. What is kept is nobody's."""
    if not mine:
        return html

    def mark(found: re.Match[str]) -> str:
        return found[0] if set(mine).isdisjoint(found[1].split()) else f"{found[0]} data-me"

    return _SEATS.sub(mark, html)
