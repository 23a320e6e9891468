"""A player's own pages, behind his personal link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import GameState
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotAllowed, NotFound
from tournaments.enums import EventState
from tournaments.formats.core.points import HALF_POINTS
from tournaments.models import Entry
from tournaments.selectors.announcements import announcements_of
from tournaments.selectors.event_lists import entries_by_keys, entries_of_account
from tournaments.selectors.events import entry_by_key
from tournaments.selectors.fixtures.own import FixtureView, own_fixtures
from tournaments.selectors.ladder import ladder_now, ladder_stage
from tournaments.selectors.ladder_views import own_ladder
from tournaments.selectors.overseers import notices_of, own_notices, page_of_link
from tournaments.selectors.penalties import penalties_of
from tournaments.selectors.rounds.pairings import PairingRow, pairings_of_entry
from tournaments.selectors.standings.tables import standings_of
from tournaments.services.permissions import is_own_entry
from tournaments.web.entries.check_in import own_entry
from tournaments.web.live.watch import evening_watch
from tournaments.web.mails import mail_offer
from tournaments.web.shown_game import ShownGame, shown_game


@never_cache
@require_safe
def evening(request: HttpRequest) -> HttpResponse:
    """Where the reader plays: the events whose links were opened here, and those of the account's player."""
    entries = {entry.key: entry for entry in entries_by_keys(request.link_subjects())}  # type: ignore[attr-defined] # set by PersonalLinkMiddleware
    actor = act_of(request).actor
    if actor.kind == "user":
        entries |= {entry.key: entry for entry in entries_of_account(actor.key)}
    subjects = request.link_subjects()  # type: ignore[attr-defined] # likewise
    notices = own_notices(subjects, actor.key if actor.kind == "user" else "")
    if len(entries) == 1 and not notices:
        return redirect("tournaments:evening_of", key=next(iter(entries)))
    context = {"section": "evening", "entries": list(entries.values()), "notices": notices}
    return render(request, "tournaments/evenings.html", context)


@never_cache
@require_safe
def evening_of(request: HttpRequest, key: str) -> HttpResponse:
    """One entry's evening: the next opponent first, then what to do about the game, then what was played."""
    try:
        entry = entry_by_key(key)
    except NotFound:
        above = page_of_link(key)
        if above is None:
            raise
        return redirect(above)
    if not is_own_entry(act_of(request, entry=key).actor, entry):
        raise NotAllowed(
            "not_your_page", _("This page belongs to a player. Open your own personal link, or ask at the desk.")
        )
    pairings, fixtures = pairings_of_entry(entry.event, key), own_fixtures(entries=[key], now=timezone.now())
    newest, shown = _current(request, pairings, fixtures)
    past = _past(pairings, newest, fixtures)
    table = standings_of(entry.event, mine=[key])
    context = {
        "section": "evening",
        "entry": entry,
        "event": entry.event,
        "newest": newest,
        "me": newest.seat_of(key) if newest else None,
        "opponent": newest.opponents_of(key) if newest else "",
        "shown": shown,
        "earlier": [pairing for pairing in past if pairing is not newest and not pairing.is_idle],
        # A place says something once the player has a result or a bye.
        "standing": next((row for row in table.rows if row.is_me), None) if table and _has_begun(past) else None,
        "scale": table.scale if table else HALF_POINTS,
        "live": evening_watch(request, entry.event, key),
        "notices": notices_of(entry),
        "penalties": penalties_of(entry.event, entry),
        "announcements": announcements_of(entry.event),
        "fixtures": fixtures,
        **_mail(request, entry),
        **own_entry(entry),
    }
    if entry.event.has_ladder and entry.event.state == EventState.RUNNING and entry.number is not None:
        context["own"] = own_ladder(ladder_now(ladder_stage(entry.event), timezone.now()), entry)
    return render(request, "tournaments/evening.html", context)


def _current(
    request: HttpRequest, pairings: Sequence[PairingRow], fixtures: Sequence[FixtureView]
) -> tuple[PairingRow | None, ShownGame | None]:
    """The pairing that the page is about, with its game: of fixtures one that waits for the reader's word, else the one
    whose window ends first; without any that is to be played, the newest one."""
    if fixtures or any(pairing.agreed_at for pairing in pairings):
        for pairing in reversed(pairings):
            if pairing.game is not None and pairing.game.state in (GameState.SUBMITTED, GameState.CONFLICTING):
                shown = shown_game(request, pairing.game.key)
                if shown.to_answer or shown.game.state == GameState.CONFLICTING:
                    return pairing, shown
    first = fixtures[0].match_key if fixtures else ""
    newest = next((pairing for pairing in pairings if not first or pairing.match_key == first), None)
    return newest, shown_game(request, newest.game.key) if newest and newest.game else None


def _past(
    pairings: Sequence[PairingRow], newest: PairingRow | None, fixtures: Sequence[FixtureView]
) -> list[PairingRow]:
    """The pairings without those still to be played in rounds published ahead, but with the one of the page."""
    if not fixtures or newest is None:
        return list(pairings)
    to_play = {fixture.match_key for fixture in fixtures} - {newest.match_key}
    return [
        pairing
        for pairing in pairings
        if pairing.match_key not in to_play and (not pairing.bye or pairing.round_number <= newest.round_number)
    ]


def _mail(request: HttpRequest, entry: Entry) -> dict[str, Any]:
    """What a signed-in reader can choose about mails (`mail`), where the account is this player's; `is_mail_unknown`
    where the player has no account yet, so no mail would find the reader."""
    offer = mail_offer(act_of(request).actor, entry.event)
    if offer is None or entry.player.user_id == request.user.pk:
        return {"mail": offer}
    return {"mail": None, "is_mail_unknown": entry.player.user_id is None}


def _has_begun(pairings: Sequence[PairingRow]) -> bool:
    return any(pairing.bye or (pairing.game is not None and pairing.game.has_result) for pairing in pairings)
