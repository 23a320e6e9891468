"""Noting a game that was dealt at a table: what was dealt by a form, then turn by turn as a dealt one is recorded. All
who may hand the game in read and write the same record; nothing of it is secret."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.guide import WrongAnswerError
from games.engine.systems.cum_laude.noted import noted_play
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.core.answers import (
    READ,
    WRITE,
    Answer,
    Below,
    ClearParts,
    Elsewhere,
    EntryPage,
    Json,
    SavePart,
    Sent,
    TakePartBack,
)
from games.pages.core.context import GameContext
from games.pages.core.forms import with_new_key
from games.pages.cum_laude.boards import empty_tower
from games.pages.cum_laude.recorder.entry import (
    MOST_ANSWERS,
    Recorder,
    TakenBack,
    edition_of,
    not_understood,
    number_in,
    read,
    rendered,
)
from games.pages.cum_laude.recorder.noted_form import SetUpForm
from games.pages.cum_laude.recorder.noted_words import noted_turn_in_words, sayings_of, words_of_the_noter
from games.pages.cum_laude.recorder.table import open_table, own_cards, shown_question
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated

BELOW = {
    "state": Below(READ, is_script=True, is_polled=True),
    "turns": Below(WRITE, is_script=True),
    "undo": Below(WRITE, is_script=True),
    "setup": Below(),
    "clear": Below(),
    "review": Below(),
}
"""What is below the address of this form."""
OPEN_TABLE = {"commitment": "", "seed": "", "is_open": False, "is_here": True, "hosts": []}
"""Instead of a deal, for the script: everything is known here."""


class NotedAnswers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to the engine's questions so far, a key, and the version of the turn that they take the place of.
    `deal` stays empty."""

    answers: tuple[dict[str, Any], ...]
    key: str
    deal: str = ""
    replaces: str = ""


class ClearForm(forms.Form):
    """The version of the last part that was there as the page was made."""

    version = forms.CharField(max_length=80, widget=forms.HiddenInput)


class Noter(Recorder):
    """The recorder for a game from paper."""

    form = "noted"

    def __call__(self, ctx: GameContext, sent: Sent) -> Answer:
        what, _slash, rest = sent.rest.partition("/")
        draft = ctx.draft
        if draft.deal is not None and what in ("", "setup", "clear", "review"):
            dealt = _("The cards of this game were dealt here, so its turns are recorded as they are played.")
            return Elsewhere(ctx.addresses.entry("recording"), dealt)
        if what == "setup" or (not what and not draft.parts):
            return self._set_up(ctx, sent)
        if not what:
            return self._page(ctx)
        if what == "state":
            return Json(self._state(ctx))
        if what == "review":
            return self._review(ctx, sent)
        if what == "clear":
            return self._clear(ctx, sent)
        turn = number_in(rest)
        if what == "undo":
            version = read(sent.body, TakenBack).version
            return TakePartBack(turn + 1, version, then=self._new_state, refused=self._refused)
        return self._noted_turn(ctx, turn, read(sent.body, NotedAnswers))

    # --- What was dealt -----------------------------------------------------------------------------------------

    def _set_up(self, ctx: GameContext, sent: Sent) -> Answer:
        rows = [*ctx.draft.parts, *ctx.draft.misfits]
        standing = rows[0] if rows and rows[0].number == 1 else None
        edition = edition_of(ctx)
        given: dict[str, Any] = {"edition": edition, "seats": ctx.seats, "set_up": ctx.set_up}
        if not sent.is_post:
            seen = {"replaces": standing.version if standing else "", "idempotency_key": uuid.uuid4().hex}
            dealt = SetUpForm.initial_of(standing.body, edition) if standing else {}
            return self._set_up_page(ctx, SetUpForm(initial=dealt | seen, **given))
        form = SetUpForm(sent.data, **given)
        if not form.is_valid():
            return self._set_up_page(ctx, form, 422)
        key, replaces = form.cleaned_data["idempotency_key"], form.cleaned_data["replaces"]

        def refused(now: GameContext, refusal: DomainError) -> EntryPage:
            form.add_error(None, str(refusal.message))
            return self._set_up_page(now, form, refusal.status)

        return SavePart(
            1,
            form.part(),
            key,
            replaces,
            then=lambda now: Elsewhere(now.addresses.entry(self.form)),
            refused=refused,
        )

    def _set_up_page(self, ctx: GameContext, form: SetUpForm, status: int = 200) -> EntryPage:
        form = with_new_key(form)
        tower = empty_tower(edition_of(ctx).as_data())
        body = rendered("noted_setup", ctx, form=form, is_begun=bool(ctx.draft.parts), **tower)
        return EntryPage(
            title=_("Note a game from paper"),
            body=body,
            head=rendered("noted_setup_head", ctx),
            form=form,
            status=status,
        )

    def _clear(self, ctx: GameContext, sent: Sent) -> Answer:
        """Asks once more before everything that is noted goes."""
        rows = [*ctx.draft.parts, *ctx.draft.misfits]
        if not rows:
            return Elsewhere(ctx.addresses.entry(self.form))
        form = ClearForm(sent.data) if sent.is_post else ClearForm(initial={"version": rows[-1].version})
        if not sent.is_post or not form.is_valid():
            return self._clear_page(ctx, form)

        def refused(now: GameContext, refusal: DomainError) -> EntryPage:
            form.add_error(None, str(refusal.message))
            return self._clear_page(now, form, refusal.status)

        return ClearParts(
            form.cleaned_data["version"],
            then=lambda now: Elsewhere(now.addresses.game),
            refused=refused,
        )

    def _clear_page(self, ctx: GameContext, form: ClearForm, status: int = 200) -> EntryPage:
        turns = max(0, len(ctx.draft.parts) + len(ctx.draft.misfits) - 1)
        body = rendered("noted_clear", ctx, form=form, turns=turns)
        return EntryPage(title=_("Clear what is noted"), body=body, form=form, status=status)

    # --- How it stands ------------------------------------------------------------------------------------------

    def _words(self) -> dict[str, str]:
        return super()._words() | words_of_the_noter()

    def _state(self, ctx: GameContext, *, is_page: bool = False) -> dict[str, Any]:
        """The game as it is noted; everybody who may look sees all of it."""
        draft = ctx.draft
        names = {side: isolated(name) for side, name in ctx.names.items()}
        turns = [row for row in (*draft.parts, *draft.misfits) if row.number > 1]
        told: dict[str, Any] = {
            "at": timezone.now().timestamp(),
            "set_up": "",
            "turns": [
                {
                    "number": row.number - 1,
                    "words": noted_turn_in_words(row.body, names),
                    "version": row.version,
                }
                for row in turns
            ],
            "misfit": draft.misfits[0].number - 1 if draft.misfits else 0,
            "open": ctx.may_submit,
            "handed_in": bool(ctx.handed_in),
            "deal": OPEN_TABLE,
            "question": None,
            "held": [],
            "ends": [],
            "undo": {"number": turns[-1].number - 1, "version": turns[-1].version} if turns else None,
        }
        if not draft.parts or draft.deal is not None:
            return told
        parts = [row.body for row in draft.parts]
        play = noted_play(ctx.set_up, parts, edition_of(ctx))
        stands = draft.misfits[0] if draft.misfits and draft.misfits[0].number == len(parts) + 1 else None
        told |= {
            "number": len(parts),
            "replaces": stands.version if stands else "",
            "table": open_table(play, names, parts[-1]["name"] if len(parts) > 1 else None),
            "to_play": None if play.ended else play.seat + 1,
            "is_over": draft.is_over,
            "held": own_cards(play, range(1, len(ctx.seats) + 1), names),
        }
        mover = names[play.seats[play.seat]]
        question = play.asked(()) if ctx.may_submit and not draft.is_over else None
        if question is not None:
            told["question"] = shown_question(play, question, names, sayings_of(mover))
        return told

    # --- A turn -------------------------------------------------------------------------------------------------

    def _noted_turn(self, ctx: GameContext, number: int, sent: NotedAnswers) -> Answer:
        """The next question after these answers; a whole turn is saved."""
        draft = ctx.draft
        if not draft.parts or draft.deal is not None or len(sent.answers) > MOST_ANSWERS:
            raise not_understood()
        if any(row.version == sent.key for row in draft.parts):
            return self._new_state(ctx)  # sent twice is once
        parts = [row.body for row in draft.parts]
        if number != len(parts) or draft.is_over:
            return Json({"code": "changed", "message": "", "state": self._state(ctx)}, 409)
        play = noted_play(ctx.set_up, parts, edition_of(ctx))
        names = {side: isolated(name) for side, name in ctx.names.items()}
        mover = names[play.seats[play.seat]]
        try:
            question = play.asked(sent.answers)
        except (WrongAnswerError, ValueError, KeyError, TypeError) as error:
            raise Invalid("not_offered", _("That can’t be chosen here. Choose again.")) from error
        if question is not None:
            table = open_table(play, names, play.chosen.get("name"))
            return Json({"question": shown_question(play, question, names, sayings_of(mover)), "table": table})
        return SavePart(number + 1, play.chosen, sent.key, sent.replaces, then=self._new_state, refused=self._refused)

    # --- Handing in ---------------------------------------------------------------------------------------------

    def _whole_record(self, ctx: GameContext) -> Mapping[str, Any] | None:
        parts = [row.body for row in ctx.draft.parts]
        if len(parts) < 2:  # the deal and a turn
            return None
        return CUM_LAUDE.noted_record(ctx.set_up, parts, edition_of(ctx))
