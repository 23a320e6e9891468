"""Recording a game while it is played: place by place, each duel kept as it is finished."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import RawPostDataException
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.pages.magistrar.arenas import (
    arena_answer,
    card_terms_data,
    read_asked,
    read_card,
    read_saved,
    report_of_duels,
    standing_after,
    terms_data,
)
from games.pages.magistrar.edition_parts import shown_edition
from games.pages.magistrar.reports import sentence_of
from games.pages.magistrar.variants import cards_of
from games.selectors.drafts import draft_document
from games.selectors.games import set_up_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from tournaments.services.results.draft import record_duel_save
from tournaments.services.results.variants import game_card_say
from tournaments.web.game_variants import to_what_is_drawn
from tournaments.web.handing_in import hand_in, hand_in_page, handing_in
from tournaments.web.record_words import words_of_the_recorder
from tournaments.web.shown_game import ShownGame

if TYPE_CHECKING:
    from games.models import DraftPart

DUELS = 5
REVIEW = "tournaments/recording_review.html"
View = Callable[[HttpRequest, str], HttpResponse]


def _as_json(view: Callable[..., JsonResponse]) -> Callable[..., JsonResponse]:
    """Refusals as `{"code", "message"}`, with how the record stands where the game may be seen."""

    @never_cache
    @wraps(view)
    def answered(request: HttpRequest, key: str, **rest: int) -> HttpResponseBase:
        try:
            return view(request, key, **rest)
        except DomainError as refusal:
            told: dict[str, Any] = {"code": refusal.code, "message": str(refusal.message)}
            if refusal.status in (409, 422):
                told["state"] = _state(handing_in(request, key))
            return JsonResponse(told, status=refusal.status)

    return answered  # type: ignore[return-value] # never_cache widens the type


@never_cache
@require_safe
def recording(request: HttpRequest, key: str) -> HttpResponse:
    """The arena as it lies on the table, to be filled place by place. The page holds what it needs offline."""
    shown = handing_in(request, key)
    if shown.lacks_mages:
        return to_what_is_drawn(shown, "recording")
    state = _state(shown)
    context = {"shown": shown, "page": _page(request, shown, state), "levels": state["standing"]["level"]}
    return render(request, "tournaments/recording.html", context)


def _page(request: HttpRequest, shown: ShownGame, state: dict[str, Any]) -> dict[str, Any]:
    """What the script is given."""
    game = shown.game
    speaks_for = f"?as={shown.act.actor.key}"

    def address(name: str, *args: Any) -> str:
        return reverse(f"tournaments:{name}", args=[game.key, *args]) + speaks_for

    return {
        "game": game.key,
        "actor": str(shown.act.actor),
        "csrf": get_token(request),
        "terms": terms_data(game),
        "cards": _cards(shown),
        "asks_cards": "duel_cards" in shown.event.settings.drawn,
        "is_desk": shown.is_desk,
        "state": state,
        "words": words_of_the_recorder(shown),
        "urls": {
            "state": address("recording_state"),
            "choices": address("recording_choices"),
            "duel": address("recording_duel", 0),
            "card": address("recording_card", 0),
            "variants": address("game_variants") + "&then=recording",
            "review": address("recording_review"),
            "game": address("game"),
        },
    }


def _cards(shown: ShownGame) -> list[dict[str, Any]]:
    """The duel cards that may be turned up, by name: what each is called and does, in words and in the duel's terms."""
    game = shown.game
    if "duel_cards" not in shown.event.settings.drawn and not cards_of(game.variants):
        return []
    cards = sorted(shown_edition(game.edition).cards, key=lambda card: card.name)
    return [
        {"key": card.key, "name": card.name, "sentence": card.sentence, "terms": card_terms_data(game, card.key)}
        for card in cards
    ]


def _state(shown: ShownGame) -> dict[str, Any]:
    """The record as it is saved, who saved what, how the game stands after it, and what is kept but fits no more."""
    draft = shown.draft
    names = {side: isolated(name) for side, name in shown.names.items()} | {"": _("the desk")}

    def told(row: DraftPart) -> dict[str, Any]:
        return {"number": row.number, "duel": row.body, "by": names[row.side], "version": row.version}

    return {
        "at": timezone.now().timestamp(),
        "set_up": _made_for(shown),
        "cards": cards_of(shown.game.variants),
        "duels": [told(row) for row in draft.duels],
        "misfits": [told(row) for row in draft.misfits],
        "wrong": sentence_of(shown.game.system, draft.wrong, shown.names) if draft.wrong else "",
        "standing": standing_after(shown.game, [row.body for row in draft.duels]),
        "open": shown.may_submit,
        "handed_in": shown.handed_in,
    }


def _made_for(shown: ShownGame) -> str:
    """What a page was made for: another set-up is another page. The cards come as they are turned up."""
    set_up = set_up_of(shown.game)
    variants = {name: value for name, value in shown.game.variants.items() if name != "duel_cards"}
    return json.dumps(set_up | {"variants": variants}, sort_keys=True)


def _body(request: HttpRequest) -> bytes:
    """What was sent. A form with files has been read by the time that a view is reached: nothing that we understand."""
    try:
        return request.body
    except RawPostDataException:
        return b""


@require_safe
def recording_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the recorder's page. It stands at the root because it may only serve what is below it."""
    return render(request, "tournaments/recording_worker.js", content_type="text/javascript")


@_as_json
@require_safe
def recording_state(request: HttpRequest, key: str) -> JsonResponse:
    """How the record stands: for the second phone, and after a while without a network."""
    return JsonResponse(_state(handing_in(request, key)))


@_as_json
@require_POST
def recording_choices(request: HttpRequest, key: str) -> JsonResponse:
    """What may be laid next, by the engine. Writes nothing."""
    return JsonResponse(arena_answer(handing_in(request, key).game, read_asked(_body(request))))


@_as_json
@require_POST
def recording_duel(request: HttpRequest, key: str, number: int) -> JsonResponse:
    """Keep a finished duel."""
    shown, sent = handing_in(request, key), read_saved(_body(request))
    record_duel_save(
        act=shown.act,
        game_key=key,
        number=number,
        arena=sent.arena,
        idempotency_key=sent.key,
        replaces=sent.replaces,
    )
    return JsonResponse({"state": _state(shown)})


@_as_json
@require_POST
def recording_card(request: HttpRequest, key: str, number: int) -> JsonResponse:
    """Keep which card was turned up for a duel."""
    shown, sent = handing_in(request, key), read_card(_body(request))
    game_card_say(act=shown.act, game_key=key, number=number, card=sent.card, replaces=sent.replaces)
    return JsonResponse({"state": _state(handing_in(request, key))})


class ReviewForm(forms.Form):
    """The key under which the record is handed in, and the digest of the record that was looked through."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


@require_http_methods(["GET", "HEAD", "POST"])
def recording_review(request: HttpRequest, key: str) -> HttpResponse:
    """The record with its score, to be looked through and handed in: the whole, or that of a game that ended early.
    Only what was looked through is handed in: the other phone may change it meanwhile."""
    shown = handing_in(request, key)
    duels = [row.body for row in shown.draft.duels]
    if not duels:
        return redirect(f"{reverse('tournaments:recording', args=[key])}?as={shown.act.actor.key}")
    body = draft_document(shown.game, duels)
    seen = hashlib.sha256(body).hexdigest()
    if request.method != "POST":
        form = ReviewForm(initial={"idempotency_key": uuid.uuid4().hex, "seen": seen})
        report = report_of_duels(shown.game, duels)
        return hand_in_page(request, shown, form, REVIEW, report=report, is_handed_in=shown.is_record_handed_in)
    form = ReviewForm(request.POST)
    if not form.is_valid():
        return hand_in_page(request, shown, form, REVIEW, status=422)
    if form.cleaned_data["seen"] != seen:
        messages.warning(
            request,
            _("Nothing is handed in: the record was changed while you looked at it. Look it through once more."),
        )
        return redirect(f"{reverse('tournaments:recording_review', args=[key])}?as={shown.act.actor.key}")
    return hand_in(request, shown, form, body, REVIEW, is_beginning=len(duels) < DUELS)
