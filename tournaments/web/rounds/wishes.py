"""What holds before a round is paired: byes asked for, absences, fixed tables, players kept apart; and the prizes. The
organiser's page, and the player's own for byes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import Action
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.plain_numbers import plain_number
from tournaments.enums import OVER, ByeKind, PrizeSharing, Separation
from tournaments.models import ByeRequest, Event, Stage
from tournaments.selectors.events import entries_of, entry_by_key, event_by_slug, stage_of
from tournaments.selectors.rounds.matches import newest_round
from tournaments.selectors.rounds.wishes import (
    bye_requests_of,
    bye_requests_of_entry,
    fixed_tables_of,
    separated_pairs_of,
)
from tournaments.selectors.standings.final import prize_categories_of
from tournaments.services.events.prizes import MOST_CENTS, prize_add, prize_remove
from tournaments.services.permissions import actions_of, refuse_event
from tournaments.services.rounds.byes import NEEDED, OF_PLAYERS, bye_request, bye_withdraw, is_own
from tournaments.services.rounds.seating import pair_join, pair_separate, table_fix, table_free
from tournaments.web.acts import entry_in

UNKNOWN_ROUNDS = 9  # how many rounds are offered before the event has started

Step = Callable[[Act, Event, Mapping[str, str]], object]


def _number(post: Mapping[str, str], field: str) -> int:
    text = post.get(field, "").strip()
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise Invalid("no_number", _("Type a whole number."), fields={field: _("Type a whole number.")})
    return int(text)


def _rating(post: Mapping[str, str], field: str) -> int | None:
    return _number(post, field) if post.get(field, "").strip() else None


def _pressed_values(post: Mapping[str, str], button: str) -> list[str]:
    """What a line's button says it is about: its parts."""
    return [*post[button].split(" "), "", ""]


def _untake(act: Act, event: Event, post: Mapping[str, str]) -> None:
    entry, number, *_rest = _pressed_values(post, "untake")
    bye_withdraw(
        act=act,
        stage=stage_of(event),
        entry=entry_in(event, entry),
        number=int(number) if number.isdecimal() and len(number) <= 9 else 0,
    )


def _free(act: Act, event: Event, post: Mapping[str, str]) -> None:
    entry, partner, *_rest = _pressed_values(post, "free")
    table_free(act=act, event=event, entry=entry, partner=partner)


def _amounts(text: str) -> list[int]:
    """Amounts of money as people write them ("50 30 12.50"), in cents. Invalid `no_such_amount`."""
    amounts = [plain_number(word) for word in text.replace(";", " ").split()]
    cents = [amount * 100 for amount in amounts if amount is not None]
    if len(cents) < len(amounts) or not all(each <= MOST_CENTS and each.denominator == 1 for each in cents):
        message = _("Type an amount for each place, as 50 30 20.")
        raise Invalid("no_such_amount", message, fields={"amounts": message})
    return [int(each) for each in cents]


def _join(act: Act, event: Event, post: Mapping[str, str]) -> None:
    first, second, *_rest = _pressed_values(post, "join")
    pair_join(act=act, event=event, first=first, second=second)


STEPS: Mapping[str, tuple[Step, str | Promise]] = {
    "ask": (
        lambda act, event, post: bye_request(
            act=act,
            stage=stage_of(event),
            entry=entry_in(event, post.get("entry", "")),
            number=_number(post, "round"),
            kind=post.get("kind", ""),
        ),
        gettext_lazy("Saved."),
    ),
    "untake": (_untake, gettext_lazy("Plays after all.")),
    "fix": (
        lambda act, event, post: table_fix(
            act=act,
            event=event,
            entry=post.get("entry", ""),
            partner=post.get("partner", ""),
            table=_number(post, "table"),
        ),
        gettext_lazy("The table is fixed from the next pairing."),
    ),
    "free": (_free, gettext_lazy("The table is free again.")),
    "separate": (
        lambda act, event, post: pair_separate(
            act=act, event=event, first=post.get("first", ""), second=post.get("second", ""), how=post.get("how", "")
        ),
        gettext_lazy("They are kept apart from the next pairing."),
    ),
    "join": (_join, gettext_lazy("They may meet again.")),
    "prize": (
        lambda act, event, post: prize_add(
            act=act,
            event=event,
            name=post.get("name", ""),
            places=_number(post, "places"),
            rating_from=_rating(post, "rating_from"),
            rating_below=_rating(post, "rating_below"),
            club_slug=event.club.slug if post.get("of_club") else "",
            amounts=_amounts(post.get("amounts", "")),
            currency=post.get("currency", "").strip().upper() or "EUR",
            sharing=post.get("sharing", "") or PrizeSharing.POINTS,
        ),
        gettext_lazy("The prize is added."),
    ),
    "unprize": (
        lambda act, event, post: prize_remove(act=act, event=event, key=post["unprize"]),
        gettext_lazy("The prize is removed."),
    ),
}


def rounds_to_come(stage: Stage) -> list[int]:
    """The numbers of rounds that aren't paired yet."""
    newest = newest_round(stage)
    return list(range((newest.number if newest else 0) + 1, (stage.planned_rounds or UNKNOWN_ROUNDS) + 1))


def _page(
    request: HttpRequest, actions: frozenset[Action], event: Event, *, status: int = 200, refusal: Any = ""
) -> HttpResponse:
    stage = stage_of(event)
    may = actions if event.state not in OVER else frozenset()
    context = {
        "section": "mine",
        "event": event,
        "rounds": rounds_to_come(stage),
        "entry_options": _entry_options(event),
        "requests": [_shown_request(row) for row in bye_requests_of(stage)],
        "fixed": list(fixed_tables_of(event)),
        "apart": [{"pair": row, "how": Separation(row.how).label} for row in separated_pairs_of(event)],
        "prizes": list(prize_categories_of(event)),
        "kinds": [(kind.value, kind.label) for kind in NEEDED if NEEDED[kind] in may],
        "separations": Separation.choices,
        "sharings": PrizeSharing.choices,
        "may_pair": Action.PAIR in may,
        "may_manage": Action.MANAGE_EVENT in may,
        "refusal": refusal,
    }
    return render(request, "tournaments/rounds/wishes.html", context, status=status)


def _entry_options(event: Event) -> SafeString:
    """The players to choose from, rendered once for all the lists of the page."""
    named = ((entry.key, f"{entry.number}. " if entry.number else "", entry.player.name) for entry in entries_of(event))
    return format_html_join("", '<option value="{}">{}{}</option>', named)


def _shown_request(row: ByeRequest) -> dict[str, Any]:
    return {"row": row, "kind": ByeKind(row.kind).label}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def wishes(request: HttpRequest, slug: str) -> HttpResponse:
    """Byes, fixed tables, players apart and prizes; each button is a step, asked for again by its service."""
    act, event = act_of(request), event_by_slug(slug)
    actions = actions_of(act.actor, event)
    if Action.VIEW not in actions:
        raise refuse_event(act, event)
    if request.method != "POST":
        return _page(request, actions, event)
    pressed = next((name for name in STEPS if name in request.POST), "")
    try:
        if not pressed:
            raise Invalid("no_such_step", _("Choose what to do."))
        step, done = STEPS[pressed]
        step(act, event, request.POST.dict())
    except DomainError as refusal:
        return _page(request, actions, event, status=refusal.status, refusal=refusal.message)
    messages.success(request, str(done))
    return redirect("tournaments:wishes", slug=slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_byes(request: HttpRequest, key: str) -> HttpResponse:
    """A player's own byes, behind his personal link: ask for one, or take it back."""
    entry, act = entry_by_key(key), act_of(request, entry=key)
    if not is_own(act.actor, entry):
        raise NotAllowed(
            "not_your_page", _("This page belongs to a player. Open your own personal link, or ask at the desk.")
        )
    stage = stage_of(entry.event)
    refusal: Any = ""
    status = 200
    if request.method == "POST":
        post = request.POST.dict()
        try:
            if "take_back" in post:
                bye_withdraw(act=act, stage=stage, entry=entry, number=_number(post, "take_back"))
            else:
                kind = str(post.get("kind", ""))
                bye_request(act=act, stage=stage, entry=entry, number=_number(post, "round"), kind=kind)
            return redirect("tournaments:own_byes", key=key)
        except DomainError as error:
            refusal, status = error.message, error.status
    newest = newest_round(stage)
    context = {
        "section": "evening",
        "entry": entry,
        "event": entry.event,
        "rounds": rounds_to_come(stage) if entry.event.state not in OVER else [],
        "requests": [
            {"row": row, "kind": ByeKind(row.kind).label, "open": newest is None or row.round_number > newest.number}
            for row in bye_requests_of_entry(entry)
        ],
        "kinds": [(kind.value, kind.label) for kind in OF_PLAYERS],
        "most": entry.event.settings.half_byes,
        "refusal": refusal,
    }
    return render(request, "tournaments/rounds/own_byes.html", context, status=status)
