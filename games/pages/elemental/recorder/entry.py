"""Recording a game while it is played: the sheet, which any phone at the table keeps, and each player's own slip.

What a player writes on the slip leaves the server for that player alone, until the player lays it open. It never stands
in a page, as browsers keep pages: the script asks for it.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from django import forms
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.core.secrets import KeepsSecrets
from games.engine.registry import game_system
from games.engine.systems.elemental.edition import Edition
from games.pages.core.answers import (
    NO_OUTCOME,
    READ,
    WRITE,
    Answer,
    Below,
    Elsewhere,
    EntryPage,
    HandIn,
    Json,
    KeepSecret,
    Outcome,
    SavePart,
    Sent,
    TakePartBack,
)
from games.pages.core.context import GameContext, SeatContext
from games.pages.core.forms import with_new_key
from games.pages.elemental.recorder.terms import terms_data
from games.pages.elemental.recorder.words import words_of_the_recorder
from games.selectors.drafts import open_secrets, own_secret
from games.selectors.editions import StoredEditions, playable_edition
from magistrar_site.shared.errors import DomainError, Invalid, NotFound
from magistrar_site.shared.isolates import isolated

if TYPE_CHECKING:
    from games.models import DraftPart

MOST_BYTES = 16_384
T = TypeVar("T")
Sentence = Callable[[Mapping[str, Any], Mapping[str, str]], str]
BELOW = {
    "state": Below(READ, is_script=True, is_polled=True),
    "turns": Below(WRITE, is_script=True),
    "undo": Below(WRITE, is_script=True),
    "slip": Below(WRITE, is_script=True),
    "review": Below(),
}
"""What is below the recorder's address."""


class SavedTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends to be kept: a turn with its mover, a key, and the version that it takes the place of."""

    turn: dict[str, Any]
    key: str
    replaces: str = ""


class TakenBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends to take the last turn off: its version."""

    version: str


class SavedSlip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends of the reader's slip: its text as in a record, a key, the version that it takes the place of,
    and whether it is laid open."""

    slip: str
    key: str
    replaces: str = ""
    opens: bool = False


class ReviewForm(forms.Form):
    """The key under which the record is handed in, and the digest of the record that was looked through."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


def _read(data: bytes, kind: type[T]) -> T:
    try:
        if len(data) > MOST_BYTES:
            raise ValueError
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError) as error:
        raise Invalid("not_understood", _("The page sent something that can’t be read. Reload it.")) from error


def _rendered(template: str, ctx: GameContext, **values: Any) -> SafeString:
    given = {"ctx": ctx, "game": ctx.game, "csrf_token": ctx.csrf_token}
    return render_to_string(f"elemental/{template}.html", given | values)


def _document(ctx: GameContext, turns: list[Any], slips: dict[str, Any]) -> bytes:
    """The record as the engine writes it; as it is, where it can't be read."""
    system = game_system(ctx.game.system)
    joined = json.dumps(cast("KeepsSecrets", system).joined_record(ctx.set_up, turns, slips)).encode()
    document = system.parse(joined)
    return joined if document is None else system.encode(document)


class Recorder:
    """The recorder, and what its script asks for. `sentence`: what a broken rule says, with the players' names."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence

    def __call__(self, ctx: GameContext, sent: Sent) -> Answer:
        what, _slash, rest = sent.rest.partition("/")
        if not what:
            return self._recorder_page(ctx)
        if what == "state":
            return Json(self._state(ctx))
        if what == "review":
            return self._review(ctx, sent)
        if what == "slip":
            slip = _read(sent.body, SavedSlip)
            return KeepSecret(
                slip.slip, slip.key, slip.replaces, slip.opens, then=self._new_state, refused=self._refused
            )
        number = rest.removesuffix("/")
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            raise NotFound("no_such_page", _("There is no page at this address."))
        if what == "undo":
            return TakePartBack(
                int(number), _read(sent.body, TakenBack).version, then=self._new_state, refused=self._refused
            )
        saved = _read(sent.body, SavedTurn)
        return SavePart(int(number), saved.turn, saved.key, saved.replaces, then=self._new_state, refused=self._refused)

    def _recorder_page(self, ctx: GameContext) -> EntryPage:
        """The page holds what it needs offline, but for the reader's slip."""
        edition = playable_edition(ctx.game.system, ctx.game.edition)
        players = len(ctx.seats)
        if not isinstance(edition, Edition) or str(players) not in edition.data.corners.value:
            raise Invalid("no_such_table", _("This game’s edition isn’t played by so many. Ask the organiser."))
        addresses = ctx.addresses
        page = {
            "game": ctx.game.key,
            "actor": ctx.actor,
            "csrf": str(ctx.csrf_token),
            "terms": terms_data(edition, players),
            "starter": ctx.game.starter,
            "seats": [isolated(seat.name) for seat in ctx.seats],
            "own": ctx.own_seat,
            "state": self._state(ctx) | {"slip": None},
            "words": words_of_the_recorder(),
            "urls": {
                "state": addresses.entry("recording", "state/"),
                "turn": addresses.entry("recording", "turns/0/"),
                "undo": addresses.entry("recording", "undo/0/"),
                "slip": addresses.entry("recording", "slip/"),
                "review": addresses.entry("recording", "review/"),
                "game": addresses.game,
            },
        }
        return EntryPage(
            title=_("Record the game"),
            body=_rendered("recording", ctx, page=page),
            head=_rendered("recording_head", ctx),
            is_whole=True,
        )

    def _new_state(self, ctx: GameContext) -> Json:
        return Json({"state": self._state(ctx)})

    def _refused(self, ctx: GameContext, refusal: DomainError) -> Json:
        """A refusal as `{"code", "message"}`, with how the record stands where that can help."""
        told: dict[str, Any] = {"code": refusal.code, "message": str(refusal.message)}
        if refusal.status in (409, 422):
            told["state"] = self._state(ctx)
        return Json(told, refusal.status)

    def _state(self, ctx: GameContext) -> dict[str, Any]:
        """The record as it is saved, who saved what, whose slips lie open, and the reader's own slip."""
        draft, game = ctx.draft, ctx.game
        names = {seat.number: isolated(seat.name) for seat in ctx.seats}

        def told(row: DraftPart) -> dict[str, Any]:
            by = names.get(row.seat or 0, _("the desk"))
            return {"number": row.number, "turn": row.body, "by": by, "version": row.version}

        own = own_secret(game, ctx.own_seat)
        return {
            "at": timezone.now().timestamp(),
            "set_up": json.dumps(ctx.set_up, sort_keys=True),
            "turns": [told(row) for row in draft.parts],
            "misfits": [told(row) for row in draft.misfits],
            "wrong": self._sentence(draft.wrong, ctx.names) if draft.wrong else "",
            "slip": {"text": own.body, "version": own.version} if own is not None else None,
            "open_slips": [ctx.system.seat_names.index(seat) + 1 for seat in open_secrets(game)],
            "open": ctx.may_submit,
            "handed_in": ctx.handed_in,
        }

    def _review(self, ctx: GameContext, sent: Sent) -> Answer:
        """The whole record, once all slips lie open, to be reviewed and handed in. Only what was reviewed is handed in:
        another phone may change it meanwhile."""
        turns = [row.body for row in ctx.draft.parts]
        if not turns:
            return Elsewhere(ctx.addresses.entry("recording"))
        slips = open_secrets(ctx.game)
        missing = [seat for seat in ctx.seats if seat.side not in slips]
        if missing:
            return self._review_page(ctx, ReviewForm(), missing=missing)
        body = _document(ctx, turns, slips)
        seen = hashlib.sha256(body).hexdigest()
        report = msgspec.to_builtins(ctx.system.check(body, StoredEditions(ctx.game.system)))
        if not sent.is_post:
            form = ReviewForm(initial={"idempotency_key": uuid.uuid4().hex, "seen": seen})
            return self._review_page(ctx, form, Outcome(report=report), is_handed_in=ctx.own_body == body)
        form = ReviewForm(sent.data)
        if not form.is_valid():
            return self._review_page(ctx, form, Outcome(status=422))
        if form.cleaned_data["seen"] != seen:
            return Elsewhere(
                ctx.addresses.entry("recording", "review/"),
                warning=_("Not handed in: the record changed while you were reviewing it. Please review it again."),
            )
        is_beginning = report["legal"] and not report["complete"]
        return HandIn(body, form, lambda now, came: self._review_page(now, form, came), is_beginning=is_beginning)

    def _review_page(
        self,
        ctx: GameContext,
        form: ReviewForm,
        outcome: Outcome = NO_OUTCOME,
        *,
        missing: list[SeatContext] | None = None,
        is_handed_in: bool = False,
    ) -> EntryPage:
        """`missing`: the players whose slips aren't open. `is_handed_in`: just this record was handed in already."""
        form = with_new_key(form)
        report = outcome.report
        wrong = self._sentence(report["violations"][0], ctx.names) if report and report["violations"] else ""
        given = {"form": form, "report": report, "missing": missing or [], "is_handed_in": is_handed_in, "wrong": wrong}
        return EntryPage(
            title=_("Review"),
            body=_rendered("recording_review", ctx, **given),
            before=_rendered("recording_review_before", ctx, **given),
            form=form,
            report=None if wrong else report,
            status=outcome.status,
        )
