"""Recording a game while it is played: place by place, each duel kept as it is finished."""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from games.pages.core.answers import (
    READ,
    WRITE,
    Answer,
    Below,
    Elsewhere,
    EntryPage,
    HandIn,
    Json,
    Outcome,
    SavePart,
    SayNext,
    Sent,
)
from games.pages.core.context import GameContext
from games.pages.core.set_up import set_up_first
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
from games.pages.magistrar.recorder_words import words_of_the_recorder
from games.pages.magistrar.rendering import magistrar_page, rendered
from games.pages.magistrar.reports import sentence_of
from games.pages.magistrar.set_up import CARDS, TableSetUp
from games.pages.magistrar.variants import cards_of
from games.selectors.drafts import draft_document
from magistrar_site.shared.errors import DomainError, NotFound
from magistrar_site.shared.isolates import isolated

if TYPE_CHECKING:
    from games.models import DraftPart

DUELS = 5
BELOW = {
    "state": Below(READ, is_script=True),
    "choices": Below(WRITE, is_script=True),
    "duels": Below(WRITE, is_script=True),
    "cards": Below(WRITE, is_script=True),
    "review": Below(),
}
"""What is below the recorder's address."""


def recording_entry(ctx: GameContext, sent: Sent) -> Answer:
    """The arena as it lies on the table, to be filled place by place, and what its script asks for."""
    what, _slash, rest = sent.rest.partition("/")
    if not what:
        return set_up_first(ctx, "recording") if TableSetUp(ctx).lacks_seats else _recorder_page(ctx)
    if what == "state":
        return Json(_state(ctx))
    if what == "choices":
        return Json(arena_answer(ctx.game, read_asked(sent.body)))
    if what == "review":
        return _review(ctx, sent)
    number = rest.removesuffix("/")
    if what not in {"duels", "cards"} or not (number.isascii() and number.isdigit() and len(number) < 4):
        raise NotFound("no_such_page", _("There is no page at this address."))
    return _saved_duel(int(number), sent) if what == "duels" else _said_card(int(number), sent)


def _recorder_page(ctx: GameContext) -> EntryPage:
    """The page holds what it needs offline."""
    state = _state(ctx)
    given = {"page": _script_data(ctx, state), "levels": state["standing"]["level"]}
    return EntryPage(
        title=_("Record the game"),
        body=rendered("recording", ctx, **given),
        head=rendered("recording_head", ctx),
        is_whole=True,
    )


def _saved_duel(number: int, sent: Sent) -> SavePart:
    """A finished duel, to be kept."""
    saved = read_saved(sent.body)
    return SavePart(number, saved.arena, saved.key, saved.replaces, then=_new_state, refused=refused_json)


def _said_card(number: int, sent: Sent) -> SayNext:
    """Which card was turned up for a duel, to be kept."""
    said = read_card(sent.body)
    return SayNext(CARDS, number, said.card, said.replaces, then=_new_state, refused=refused_json)


def _new_state(ctx: GameContext) -> Json:
    return Json({"state": _state(ctx)})


def refused_json(ctx: GameContext, refusal: DomainError) -> Json:
    """A refusal as `{"code", "message"}`, with how the record stands where that can help."""
    told: dict[str, Any] = {"code": refusal.code, "message": str(refusal.message)}
    if refusal.status in (409, 422):
        told["state"] = _state(ctx)
    return Json(told, refusal.status)


def _script_data(ctx: GameContext, state: dict[str, Any]) -> dict[str, Any]:
    """What the script is given."""
    game, addresses = ctx.game, ctx.addresses
    return {
        "game": game.key,
        "actor": ctx.actor,
        "csrf": str(ctx.csrf_token),
        "terms": terms_data(game),
        "cards": _cards(ctx),
        "asks_cards": CARDS in ctx.asks,
        "is_desk": ctx.is_desk,
        "state": state,
        "words": words_of_the_recorder(ctx),
        "urls": {
            "state": addresses.entry("recording", "state/"),
            "choices": addresses.entry("recording", "choices/"),
            "duel": addresses.entry("recording", "duels/0/"),
            "card": addresses.entry("recording", "cards/0/"),
            "variants": addresses.entry("variants", then="recording"),
            "review": addresses.entry("recording", "review/"),
            "game": addresses.game,
        },
    }


def _cards(ctx: GameContext) -> list[dict[str, Any]]:
    """The duel cards that may be turned up, by name: what each is called and does, in words and in the duel's terms."""
    game = ctx.game
    if CARDS not in ctx.asks and not cards_of(game.variants):
        return []
    cards = sorted(shown_edition(game.edition).cards, key=lambda card: card.name)
    return [
        {"key": card.key, "name": card.name, "sentence": card.sentence, "terms": card_terms_data(game, card.key)}
        for card in cards
    ]


def _state(ctx: GameContext) -> dict[str, Any]:
    """The record as it is saved, who saved what, how the game stands after it, and what is kept but fits no more."""
    draft = ctx.draft
    names = {seat.number: isolated(seat.name) for seat in ctx.seats}

    def told(row: DraftPart) -> dict[str, Any]:
        return {
            "number": row.number,
            "duel": row.body,
            "by": names.get(row.seat or 0, _("the desk")),
            "version": row.version,
        }

    return {
        "at": timezone.now().timestamp(),
        "set_up": _made_for(ctx),
        "cards": cards_of(ctx.game.variants),
        "duels": [told(row) for row in draft.parts],
        "misfits": [told(row) for row in draft.misfits],
        "wrong": sentence_of(ctx.game.system, draft.wrong, ctx.names) if draft.wrong else "",
        "standing": standing_after(ctx.game, [row.body for row in draft.parts]),
        "open": ctx.may_submit,
        "handed_in": ctx.handed_in,
    }


def _made_for(ctx: GameContext) -> str:
    """What a page was made for: another set-up is another page. The cards come as they are turned up."""
    set_up = ctx.set_up
    variants = {name: value for name, value in ctx.game.variants.items() if name != "duel_cards"}
    return json.dumps(set_up | {"variants": variants}, sort_keys=True)


class ReviewForm(forms.Form):
    """The key under which the record is handed in, and the digest of the record that was looked through."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


def _review(ctx: GameContext, sent: Sent) -> Answer:
    """The record with its score, to be looked through and handed in: the whole, or that of a game that ended early.
    Only what was looked through is handed in: the other phone may change it meanwhile."""
    duels = [row.body for row in ctx.draft.parts]
    if not duels:
        return Elsewhere(ctx.addresses.entry("recording"))
    body = draft_document(ctx.game, duels)
    seen = hashlib.sha256(body).hexdigest()
    if not sent.is_post:
        form = ReviewForm(initial={"idempotency_key": uuid.uuid4().hex, "seen": seen})
        report = report_of_duels(ctx.game, duels)
        return _review_page(ctx, form, Outcome(report=report), is_handed_in=ctx.is_record_handed_in)
    form = ReviewForm(sent.data)
    if not form.is_valid():
        return _review_page(ctx, form, Outcome(status=422))
    if form.cleaned_data["seen"] != seen:
        return Elsewhere(
            ctx.addresses.entry("recording", "review/"),
            warning=_("Not handed in: the record changed while you were reviewing it. Please review it again."),
        )
    return HandIn(body, form, lambda now, came: _review_page(now, form, came), is_beginning=len(duels) < DUELS)


def _review_page(ctx: GameContext, form: ReviewForm, outcome: Outcome, *, is_handed_in: bool = False) -> EntryPage:
    """`is_handed_in`: just this record was handed in already."""
    title = _("Review")
    return magistrar_page(ctx, "recording_review", title, form, outcome, is_handed_in=is_handed_in)
