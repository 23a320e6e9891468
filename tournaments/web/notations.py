"""Typing a game in the text notation, with the engine's verdict as one types."""

from __future__ import annotations

import uuid

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from games.pages.magistrar.notations import beginning_of, judged_text
from games.selectors.evidence import MAX_BYTES, evidence_read
from games.selectors.games import set_up_of
from tournaments.services.results.set_up import set_up_difference
from tournaments.web.handing_in import hand_in, hand_in_page, handing_in
from tournaments.web.shown_game import ShownGame


class NotationForm(forms.Form):
    """A game as text. What it is worth is the engine's to say."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("The game"),
        help_text=_(
            "A line for each duel: its number, both sides’ tokens, both sides’ pawns, and what else there was."
        ),
        strip=False,
        error_messages={"required": _("Nothing was typed. A line for each duel is needed.")},
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


@require_http_methods(["GET", "HEAD", "POST"])
def notation(request: HttpRequest, key: str) -> HttpResponse:
    """Type a game and hand it in. What is known of its set-up stands there already."""
    shown = handing_in(request, key)
    if request.method != "POST":
        beginning = beginning_of(shown.game.system, set_up_of(shown.game))
        form = NotationForm(initial={"idempotency_key": uuid.uuid4().hex, "text": beginning})
        return hand_in_page(request, shown, form, "tournaments/notation.html")
    form = NotationForm(request.POST)
    if not form.is_valid():
        return hand_in_page(request, shown, form, "tournaments/notation.html", status=422)
    return hand_in(request, shown, form, form.body(), "tournaments/notation.html")


@require_POST
def notation_verdict(request: HttpRequest, key: str) -> HttpResponse:
    """The verdict on a text as it is typed so far, as a fragment. Writes nothing."""
    shown = handing_in(request, key)
    text = request.POST.get("text", "")
    begun = text.strip() != beginning_of(shown.game.system, set_up_of(shown.game)).strip()
    is_judged = bool(text.strip()) and begun and len(text.encode("utf-8", "replace")) <= MAX_BYTES
    judged = judged_text(shown.game, text) if is_judged else None
    context = {"shown": shown, "judged": judged, "difference": _difference(shown, text) if judged else ""}
    return render(request, "tournaments/notation_verdict.html", context)


def _difference(shown: ShownGame, text: str) -> str:
    """Where what is typed is another game than this one, in a sentence; empty where nothing says so. The tags tell, be
    what follows them still in the middle of a line."""
    tags = "\n".join(line for line in text.splitlines() if line.lstrip().startswith("["))
    read = (evidence_read(system=shown.game.system, body=each.encode("utf-8", "replace")) for each in (text, tags))
    evidence = next((each for each in read if each.grade is not None), None)
    return set_up_difference(shown.event.settings, shown.game, evidence) if evidence is not None else ""
