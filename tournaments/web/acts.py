"""Who acts on a page, and on what: at a game or an entry the personal link that was opened here, else the account;
on the pages that run an event the account, if its role allows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.enums import Action
from magistrar_site.accounts.web.middleware import claimed_subjects
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import NotAllowed, NotFound
from tournaments.models import Entry, Event, Match, MatchGame
from tournaments.selectors.events import entry_by_key, event_by_slug
from tournaments.selectors.rounds.matches import entry_keys_of
from tournaments.services.permissions import require_event

AS = "as"


def act_in_game(request: HttpRequest, match_game: MatchGame) -> Act:
    """The act of somebody at this game. Where a browser has opened the links of both players (a shared phone), the
    page says whom it was made for by the field `as`; otherwise the link that was opened last speaks."""
    return act_in_match(request, match_game.match)


def act_in_match(request: HttpRequest, match: Match) -> Act:
    """Likewise at a match. NotAllowed `other_reader` for what is sent as somebody who doesn't speak in this browser."""
    asked, opened = _asked(request), _opened(request, match)
    if request.method == "POST":
        _require_reader(request, asked, opened)
    if asked in opened:
        return act_of(request, entry=asked)
    if _is_account(request, asked):  # its page, beside which another one's link was opened
        return act_of(request)
    return act_of(request, entry=opened[0] if opened else None)


def require_reader(request: HttpRequest, match: Match) -> None:
    """Refuse a script whose page was made for somebody who doesn't speak in this browser any more: it would keep what
    another one may read. NotAllowed `other_reader`."""
    _require_reader(request, _asked(request), _opened(request, match))


def _asked(request: HttpRequest) -> str:
    """The key of the entry or account that the page was made for; empty where it doesn't say it."""
    return request.POST.get(AS) or request.GET.get(AS) or ""


def _opened(request: HttpRequest, match: Match) -> list[str]:
    """The entries of the match whose links are open in this browser, the one that was opened last first."""
    claimed = claimed_subjects(request)
    keys = entry_keys_of(match) if claimed else []
    return [key for key in claimed if key in keys]


def _require_reader(request: HttpRequest, asked: str, opened: list[str]) -> None:
    if asked and asked not in opened and not _is_account(request, asked):
        raise NotAllowed(
            "other_reader",
            _("This page was made for somebody whose link isn’t open here any more. Open your own link again."),
        )


def _is_account(request: HttpRequest, asked: str) -> bool:
    return request.user.is_authenticated and asked == request.user.key


def act_and_event(request: HttpRequest, slug: str, action: Action) -> tuple[Act, Event]:
    """The account's act, and the event at this address; NotAllowed where the actor's role doesn't give the action."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, action)
    return act, event


def entry_in(event: Event, key: str) -> Entry:
    """An entry of this event; NotFound for those of others."""
    entry = entry_by_key(key)
    if entry.event_id != event.pk:
        raise NotFound("no_such_entry", _("This player isn’t entered in this event."))
    return entry


def steps_by_post(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A step of the organiser is a POST. Its address, opened again (a reload after a refusal, a return from signing
    in), leads to the organiser's page and does nothing."""

    @wraps(view)
    def stepped(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return redirect("tournaments:manage", slug=slug)
        return view(request, slug=slug, **kwargs)

    return stepped
