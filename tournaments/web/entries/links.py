"""Personal links of an event's players: to print, to scan, to replace."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import Action
from magistrar_site.accounts.services.codes import codes_of
from magistrar_site.accounts.services.links import link_tokens, links_count
from magistrar_site.settings.security import LOOPBACK
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.network import network_address
from tournaments.models import Event
from tournaments.selectors.events import entries_of, entry_by_key, event_by_slug
from tournaments.services.entries.links import (
    event_code_make,
    personal_link_replace,
    personal_links_make,
    player_code_make,
)
from tournaments.web.acts import act_and_event, entry_in, steps_by_post

QR_SCALE = 4


CARDS = 60  # links on one page: each has a picture of its own


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """The players' personal links with codes to scan, for the screen and for print, by name, as they are handed out.
    What leads here is a POST, which makes those that are missing."""
    act, event = act_and_event(request, slug, Action.DESK)
    if request.method == "POST":
        personal_links_make(act=act, event=event)
        return redirect("tournaments:links", slug=slug)
    page = Paginator(entries_of(event).order_by("player__folded_name", "key"), CARDS).get_page(request.GET.get("page"))
    tokens = link_tokens([entry.key for entry in page.object_list])
    codes = codes_of(list(tokens))
    cards = [
        {"entry": entry, "url": _address(request, tokens[entry.key]), "code": grouped(codes.get(entry.key, ""))}
        for entry in page.object_list
        if entry.key in tokens
    ]
    missing = page.paginator.count - links_count(entries_of(event).values("key"))
    context = {"section": "mine", "event": event, "cards": cards, "page": page, "missing": missing}
    return render(request, "tournaments/links.html", context | hall_context(request, event))


def hall_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """How phones in the hall reach the event: the short address and the event's code; whether this site is only here
    (`is_only_here`), and by which address it could be there for the hall (`found`)."""
    origin = origin_for_players(request)
    host, _port = split_domain_port(urlsplit(origin).netloc)  # as in LOOPBACK: "[::1]" with its brackets
    is_only_here = host in LOOPBACK
    port = urlsplit(origin).port
    found = network_address() if is_only_here else None
    return {
        "is_only_here": is_only_here,
        "found": f"http://{found}:{port or 80}" if found else "",
        "short_address": f"{urlsplit(origin).netloc}{reverse('tournaments:join')}",
        "event_code": grouped(codes_of([event.stream]).get(event.stream, "")),
    }


def grouped(code: str) -> str:
    """A code in two halves, as it is read aloud: "123 456", "BCDF GHJK"."""
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}" if code else ""


def origin_for_players(request: HttpRequest) -> str:
    """The host by which the organiser reaches the site, which is the players' as well; the site's own address where
    that is open to them and the organiser's isn't."""
    host, _port = split_domain_port(request.get_host())
    own = urlsplit(settings.SITE_URL)
    if host in LOOPBACK and own.hostname not in LOOPBACK:
        return settings.SITE_URL
    return f"{request.scheme}://{request.get_host()}"


def _address(request: HttpRequest, token: str) -> str:
    """The link as it is scanned."""
    return origin_for_players(request) + reverse("accounts:link", args=[token])


@never_cache
@require_safe
@login_required
def link_code(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A player's link as a QR code, SVG."""
    _act, event = act_and_event(request, slug, Action.DESK)
    token = link_tokens([key]).get(key)
    if token is None or entry_by_key(key).event_id != event.pk:
        raise NotFound("no_such_link", _("This player has no link yet."))
    code = segno.make(_address(request, token), error="m", micro=False)
    picture = io.BytesIO()
    code.save(picture, kind="svg", scale=QR_SCALE, border=2, light="#fff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@steps_by_post
@login_required
def link_replace(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Make a player's link worthless, wherever it went, and make a new one."""
    act, event = act_of(request), event_by_slug(slug)
    entry = entry_in(event, key)
    personal_link_replace(act=act, entry=entry)
    messages.success(
        request, _("%(name)s has a new link; the old one no longer works.") % {"name": isolated(entry.player.name)}
    )
    return redirect("tournaments:links", slug=slug)


@steps_by_post
@login_required
def event_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a code for the event, or another one."""
    act, event = act_of(request), event_by_slug(slug)
    event_code_make(act=act, event=event)
    messages.success(request, _("The event has a new code."))
    return redirect("tournaments:papers", slug=slug)


@steps_by_post
@login_required
def player_code(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Make another code for a player: the one before was used or lost."""
    act, event = act_of(request), event_by_slug(slug)
    entry = entry_in(event, key)
    player_code_make(act=act, entry=entry)
    messages.success(request, _("%(name)s has a new code.") % {"name": isolated(entry.player.name)})
    return redirect("tournaments:links", slug=slug)
