"""A game as text: typed in the notation with the engine's verdict, pasted, or as a file."""

from __future__ import annotations

import uuid

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.pages.core.answers import NO_OUTCOME, Answer, EntryPage, Fragment, HandIn, Outcome, Sent
from games.pages.core.context import GameContext
from games.pages.core.forms import RecordForm
from games.pages.magistrar.notations import beginning_of, judged_text
from games.pages.magistrar.rendering import magistrar_page, rendered
from games.selectors.evidence import MAX_BYTES, evidence_read


class NotationForm(forms.Form):
    """A game as text. What it is worth is the engine's to say."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("The game"),
        help_text=gettext_lazy(
            "A line for each duel: its number, both sides’ tokens, both sides’ pawns, and what else there was."
        ),
        strip=False,
        error_messages={"required": gettext_lazy("Nothing was typed. A line for each duel is needed.")},
        widget=forms.Textarea(
            attrs={
                "rows": 12,
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
                "class": "code notation-text",
                "aria-describedby": "id_text_helptext verdict",
            }
        ),
    )

    def body(self) -> bytes:
        """The text as it is handed in; only of a valid form."""
        text: str = self.cleaned_data["text"]
        return text.encode("utf-8", "surrogatepass")


def notation_entry(ctx: GameContext, sent: Sent) -> Answer:
    """Type a game and hand it in. What is known of its set-up stands there already."""

    def page(now: GameContext, form: NotationForm, outcome: Outcome = NO_OUTCOME) -> EntryPage:
        return magistrar_page(now, "notation", _("Type the game"), form, outcome, field_of=lambda _violation: "text")

    if sent.rest == "verdict/":
        return _verdict(ctx, sent.data.get("text", ""))
    if not sent.is_post:
        beginning = beginning_of(ctx.game.system, ctx.set_up)
        return page(ctx, NotationForm(initial={"idempotency_key": uuid.uuid4().hex, "text": beginning}))
    form = NotationForm(sent.data)
    if not form.is_valid():
        return page(ctx, form, Outcome(status=422))
    return HandIn(form.body(), form, lambda now, came: page(now, form, came))


def _verdict(ctx: GameContext, text: str) -> Fragment:
    """The verdict on a text as it is typed so far."""
    begun = text.strip() != beginning_of(ctx.game.system, ctx.set_up).strip()
    is_judged = bool(text.strip()) and begun and len(text.encode("utf-8", "replace")) <= MAX_BYTES
    judged = judged_text(ctx.game, text) if is_judged else None
    difference = _difference(ctx, text) if judged else ""
    return Fragment(rendered("notation_verdict", ctx, judged=judged, difference=difference))


def _difference(ctx: GameContext, text: str) -> str:
    """Where what is typed is another game than this one, in a sentence; empty where nothing says so. The tags tell, be
    what follows them still in the middle of a line."""
    tags = "\n".join(line for line in text.splitlines() if line.lstrip().startswith("["))
    read = (evidence_read(system=ctx.game.system, body=each.encode("utf-8", "replace")) for each in (text, tags))
    evidence = next((each for each in read if each.grade is not None), None)
    return ctx.set_up_difference(evidence) if evidence is not None else ""


def record_entry(ctx: GameContext, sent: Sent) -> Answer:
    """Hand in a record (or any document of the engine) as text or as a file."""

    def page(now: GameContext, form: RecordForm, outcome: Outcome = NO_OUTCOME) -> EntryPage:
        return magistrar_page(now, "record", _("Paste or upload a record"), form, outcome)

    if not sent.is_post:
        return page(ctx, RecordForm(initial={"idempotency_key": uuid.uuid4().hex}))
    form = RecordForm(sent.data, sent.files)
    if not form.is_valid():
        return page(ctx, form, Outcome(status=422))
    body = form.document()
    if "check" in sent.data and len(body) <= MAX_BYTES:
        report = evidence_read(system=ctx.game.system, body=body).report_json
        return page(ctx, form, Outcome(report=report))
    return HandIn(body, form, lambda now, came: page(now, form, came))
