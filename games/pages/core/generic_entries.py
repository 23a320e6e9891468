"""The forms of the generic pages: the numbers at the end, a document, and the choices at the table."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.core.game_system import GameSystem
from games.engine.core.judged import Violation
from games.engine.core.numbers import NumberSpec
from games.pages.core.answers import NO_OUTCOME, Answer, Entry, EntryPage, HandIn, Outcome, Sent
from games.pages.core.choices_form import ChoicesEntry, ChoicesForm
from games.pages.core.context import GameContext
from games.pages.core.forms import JsonRecordForm, with_new_key
from games.pages.core.set_up import TableSetUp
from games.pages.core.table import TableWords
from games.selectors.evidence import MAX_BYTES, evidence_read
from magistrar_site.shared.isolates import isolated

Numbers = Mapping[str, Sequence[int]]
ScoreDocument = Callable[[Mapping[str, Any], Numbers], Mapping[str, Any]]
LARGEST = 9_999  # beyond this it is a slip of the finger; what is possible, the engine knows


class ScoreForm(forms.Form):
    """What is typed of each seat at the end of a game."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)

    def of_seat(self, seat: int) -> list[forms.BoundField]:
        """The fields of a seat, in the order in which they are filled in."""
        raise NotImplementedError

    def numbers(self) -> Numbers:
        """By key, in seat order; only of a valid form."""
        raise NotImplementedError


class NumbersForm(ScoreForm):
    """A field for each number of each seat."""

    def __init__(self, data: Any = None, *, system: GameSystem, seats: int, **rest: Any) -> None:
        super().__init__(data, **rest)
        specs = told_numbers(system)
        self.keys, self.seats = [spec.key for spec in specs], seats
        for seat in range(1, seats + 1):
            for spec in specs:
                least, most = (LARGEST if bound is None else bound for bound in (spec.least, spec.most))
                self.fields[f"{spec.key}_{seat}"] = forms.IntegerField(
                    label=_(spec.label), min_value=-LARGEST if spec.least is None else least, max_value=most
                )

    def of_seat(self, seat: int) -> list[forms.BoundField]:
        return [self[f"{key}_{seat}"] for key in self.keys]

    def numbers(self) -> Numbers:
        return {key: [self.cleaned_data[f"{key}_{seat}"] for seat in range(1, self.seats + 1)] for key in self.keys}


class GenericEntries:
    """The forms of `system`. `score_document` makes a score, as its documents have it, of a set-up and the numbers at
    the end."""

    score_template = "score"

    def __init__(self, system: GameSystem, score_document: ScoreDocument, words: TableWords) -> None:
        self._system, self._score_document, self._words = system, score_document, words

    def by_key(self) -> Mapping[str, Entry]:
        """The forms by the word that is their address below the game's."""
        return {
            "score": Entry(self._score),
            "record": Entry(self._record),
            "variants": Entry(ChoicesEntry(self._words, self._choices_page)),
        }

    def score_form(self, ctx: GameContext, data: Any = None, **rest: Any) -> ScoreForm:
        """The form of a score, empty or as it was sent."""
        return NumbersForm(data, system=self._system, seats=len(ctx.seats), **rest)

    def field_of(self, violation: Violation) -> str:
        """The field of the score that a violation of one seat is about."""
        return f"{self._system.numbers[0].key}_{violation.seat}"

    def _score(self, ctx: GameContext, sent: Sent) -> Answer:
        """Hand in the numbers at the end."""
        if not sent.is_post:
            return self._score_page(ctx, self.score_form(ctx, initial={"idempotency_key": uuid.uuid4().hex}))
        form = self.score_form(ctx, sent.data)
        if not form.is_valid():
            return self._score_page(ctx, form, Outcome(status=422))
        body = json.dumps(self._score_document(ctx.set_up, form.numbers())).encode()
        return HandIn(body, form, lambda now, came: self._score_page(now, form, came))

    def _score_page(self, ctx: GameContext, form: ScoreForm, outcome: Outcome = NO_OUTCOME) -> EntryPage:
        form, outcome = self._marked(with_new_key(form), outcome, ctx)
        seats = [(seat, form.of_seat(seat.number)) for seat in ctx.seats]
        return self._page(ctx, self.score_template, _("Hand in the final score"), form, outcome, seats=seats)

    def _marked(self, form: ScoreForm, outcome: Outcome, ctx: GameContext) -> tuple[ScoreForm, Outcome]:
        """The form with what is wrong at the numbers of the seat that it is about, where the engine names one; then it
        isn't said once more in a verdict."""
        if not outcome.report:
            return form, outcome
        found = self._system.judged(self._system.read_report(outcome.report)).violations
        if not found or any(violation.seat is None for violation in found):
            return form, outcome
        for violation in found:
            seat = violation.seat or 1
            text = _(violation.template) % {**violation.params, "seat": name_of_seats(ctx)(seat)}
            form.add_error(self.field_of(violation), text)
        return form, replace(outcome, report=None)

    def _record(self, ctx: GameContext, sent: Sent) -> Answer:
        """Hand in any document of the system, as text or as a file."""

        def page(now: GameContext, form: JsonRecordForm, outcome: Outcome = NO_OUTCOME) -> EntryPage:
            return self._page(now, "record", _("Paste or upload a record"), with_new_key(form), outcome)

        if not sent.is_post:
            return page(ctx, JsonRecordForm(initial={"idempotency_key": uuid.uuid4().hex}))
        form = JsonRecordForm(sent.data, sent.files)
        if not form.is_valid():
            return page(ctx, form, Outcome(status=422))
        body = form.document()
        if "check" in sent.data and len(body) <= MAX_BYTES:
            return page(ctx, form, Outcome(report=evidence_read(system=self._system.key, body=body).report_json))
        return HandIn(body, form, lambda now, came: page(now, form, came))

    def _page(
        self, ctx: GameContext, name: str, title: str, form: forms.Form, outcome: Outcome, **values: Any
    ) -> EntryPage:
        body = self._rendered(name, ctx, form=form, outcome=outcome, **values)
        head = self._rendered("entry_head", ctx)
        return EntryPage(title, body, head=head, form=form, report=outcome.report, status=outcome.status)

    def _choices_page(self, ctx: GameContext, form: ChoicesForm, then: str, *, status: int = 200) -> EntryPage:
        said = self._words.said(ctx.system.choices, ctx.game.variants, ctx.system.seat_names, name_of_seats(ctx))
        given = {"form": form, "then": then, "set_up": TableSetUp(ctx), "said": said}
        return EntryPage(str(self._words.title), self._rendered("choices", ctx, **given), form=form, status=status)

    def _rendered(self, template: str, ctx: GameContext, **values: Any) -> SafeString:
        return generic_part(self._system, template, ctx, **values)


def name_of_seats(ctx: GameContext) -> Callable[[int], str]:
    """The name of the player at a seat."""
    return lambda number: isolated(ctx.seats[number - 1].name)


def told_numbers(system: GameSystem) -> list[NumberSpec]:
    """The numbers that a game's result is told by, without those that are only counted."""
    return [spec for spec in system.numbers if not spec.is_statistic]


def number_labels(system: GameSystem, *, is_short: bool = False) -> list[str]:
    """What the numbers of a result are called, in the order in which the system declares them."""
    return [_(spec.short_label if is_short else spec.label) for spec in told_numbers(system)]


def generic_part(system: GameSystem, template: str, ctx: GameContext, **values: Any) -> SafeString:
    """A template about a game of the system: of `game/`, or of another folder that is named with it."""
    path = template if "/" in template else f"game/{template}"
    given = {"ctx": ctx, "game": ctx.game, "csrf_token": ctx.csrf_token, "numbers": number_labels(system)}
    return render_to_string(f"{path}.html", given | values)
