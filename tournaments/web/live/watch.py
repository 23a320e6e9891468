"""What a page needs to watch its own public parts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import quote_etag
from django.utils.translation import get_language

from magistrar_site.shared.web_cache import release
from tournaments.enums import OVER, RoundState
from tournaments.models import Event
from tournaments.selectors.page_versions import (
    VersionedEvent,
    VersionedGame,
    desk_version,
    entry_page_version,
    versioned_event,
    versioned_game,
)
from tournaments.web.live.parts import event_tag
from tournaments.web.shown_game import ShownGame

QUERY = ("stage", "round", "page")
LIVE_SECONDS = 8  # between two looks at a page that can be seen


@dataclass(frozen=True)
class Watch:
    """The address of the fragment, the ETag of what the page shows of it, and the keys of the reader's own entries.
    `is_private`: the page shows more than the fragment has, so news are told instead of drawn."""

    address: str
    tag: str
    round_number: int | None = None
    mine: Collection[str] = ()
    is_private: bool = False

    @property
    def seconds(self) -> int:
        return LIVE_SECONDS


def is_watched(event: Event) -> bool:
    """Whether an event's public pages can still change."""
    return not event.is_withheld and event.state not in OVER


def query_values(request: HttpRequest) -> list[str]:
    """What of an address's query decides what a part shows."""
    return [request.GET.get(name, "")[:10] for name in QUERY]


def page_watch(
    request: HttpRequest,
    name: str,
    *place: object,
    tag: str,
    round_number: int | None = None,
    mine: Collection[str] = (),
    is_private: bool = False,
) -> Watch:
    """The fragment of that name at a place, asked for as the page itself was."""
    address = reverse(f"tournaments:{name}", args=[get_language(), *place])
    asked = {name: value for name, value in zip(QUERY, query_values(request), strict=True) if value}
    if asked:
        address += f"?{urlencode(asked)}"
    return Watch(address, quote_etag(tag), round_number, mine, is_private)


def tab_watch(
    request: HttpRequest, versioned: VersionedEvent, tab: str, *place: object, mine: Collection[str] = ()
) -> Watch | None:
    """A tab of an event's page (a name of `live_tabs.TABS`) watches itself until the event is over. `place`: the number
    of a group."""
    if not is_watched(versioned.event):
        return None
    tag = tab_tag(request, versioned, tab, *place)
    name, where = ("live_group", place) if place else ("live_tab", (tab,))
    return page_watch(request, name, versioned.event.slug, *where, tag=tag, mine=mine)


def tab_tag(request: HttpRequest, versioned: VersionedEvent, tab: str, *place: object) -> str:
    """The ETag of a tab as it was asked for."""
    return event_tag(versioned, f"live_{tab}", *place, *query_values(request))


def evening_watch(request: HttpRequest, event: Event, entry_key: str) -> Watch | None:
    """A player's own page watches whether there is anything new for him."""
    if not is_watched(event):
        return None
    return page_watch(request, "live_evening", entry_key, tag=evening_tag(entry_page_version(entry_key)))


def desk_watch(request: HttpRequest, event: Event) -> Watch | None:
    """A page by which the event is run watches whether there is anything new in it: it loads itself again then."""
    if not is_watched(event):
        return None
    versioned = versioned_event(event.slug)
    return page_watch(request, "live_desk", event.slug, tag=desk_tag(versioned))


def desk_tag(versioned: VersionedEvent) -> str:
    """The ETag of what the pages show by which an event is run."""
    return f"{versioned.version}.{desk_version(versioned.event)}.{release()}.desk"


def evening_tag(version: str) -> str:
    """The ETag of what a player's own page shows."""
    return f"{version}.{release()}.evening"


def game_watch(request: HttpRequest, shown: ShownGame) -> Watch | None:
    """A game's page watches itself until the event is over."""
    if not is_watched(shown.event) or shown.match_game.match.round.state == RoundState.DRAFT:
        return None
    is_private = shown.own_seat is not None or shown.is_desk
    return page_watch(
        request, "live_game", shown.game.key, tag=game_tag(versioned_game(shown.game.key)), is_private=is_private
    )


def game_tag(versioned: VersionedGame) -> str:
    """The ETag of a game's public part in the language that is on."""
    return f"{versioned.version}.{release()}.{get_language()}.game"
