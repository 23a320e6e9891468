"""Pages for a system that says no more than its numbers and how a score is written.

Tables, a form for the numbers at the end, a form for a record as text or as a file, and the parts of a game as a list.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import msgspec
from django import forms
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.core.evidence import Difference
from games.engine.core.game_system import GameSystem
from games.engine.core.judged import Judged, Violation
from games.engine.core.seats import seat_name
from games.enums import Grade, ResultKind
from games.models import ClubEdition, Game, GameResult
from games.pages.core.answers import NO_OUTCOME, Answer, Entry, EntryPage, HandIn, Outcome, Sent
from games.pages.core.context import GameContext
from games.pages.core.edition_values import edition_sources, edition_values, own_data
from games.pages.core.forms import JsonRecordForm, with_new_key
from games.pages.core.table import TableWords
from games.selectors.editions import TITLE_LENGTH, StoredEditions, edition_seen
from games.selectors.evidence import MAX_BYTES, evidence_read
from games.selectors.games import score_of_rows
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated

Numbers = Mapping[str, Sequence[int]]
ScoreDocument = Callable[[Mapping[str, Any], Numbers], Mapping[str, Any]]
LARGEST = 9_999  # beyond this it is a slip of the finger; what is possible, the engine knows


def minus(number: int | None) -> str:
    """A number with a true minus; a dash for one that isn't known."""
    return "–" if number is None else str(number).replace("-", "−")


@dataclass(frozen=True)
class GenericViolation:
    """What is wrong, in the reader's language, and the rule's number."""

    text: str
    rule: str
    code: str


@dataclass(frozen=True)
class GenericRow:
    """A seat's line in the table of a report: numbers in the order in which the system declares them."""

    seat: int
    name: str
    place: int | None
    numbers: tuple[str, ...]


@dataclass(frozen=True)
class GenericReport:
    """A report as the neutral words of its numbers and places say it."""

    judged: Judged
    winner: str | None
    score: str
    rows: tuple[GenericRow, ...]
    violations: tuple[GenericViolation, ...]
    winners: tuple[str, ...]
    """Who won each part: a name, empty where nobody did alone."""

    @property
    def legal(self) -> bool:
        return self.judged.legal

    @property
    def complete(self) -> bool:
        return self.judged.complete

    @property
    def is_readable(self) -> bool:
        return self.judged.is_readable

    @property
    def parts(self) -> int:
        return len(self.judged.parts)


def _placed(report: GenericReport | None, result: GameResult | None) -> GenericReport | None:
    """The report with the places of the result where the game itself came to none, as it was broken off."""
    if report is None or result is None or result.kind != ResultKind.ABANDONED:
        return report
    places = score_of_rows(result, with_parts=False).places
    rows = (replace(row, place=place) for row, place in zip(report.rows, places, strict=True))
    return replace(report, rows=tuple(rows))


@dataclass(frozen=True)
class GenericConflict:
    """Where two versions differ."""

    lead: SafeString
    rows: SafeString
    label: str
    part: str


@dataclass(frozen=True)
class GenericReplay:
    """The steps of a game, without a board."""

    steps: tuple[Any, ...]
    version: str

    @property
    def last(self) -> int:
        return len(self.steps) - 1


class NumbersForm(forms.Form):
    """A field for each number of each seat."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, system: GameSystem, seats: int, **rest: Any) -> None:
        super().__init__(data, **rest)
        self.keys, self.seats = [spec.key for spec in system.numbers], seats
        for seat in range(1, seats + 1):
            for spec in system.numbers:
                least, most = (LARGEST if bound is None else bound for bound in (spec.least, spec.most))
                self.fields[f"{spec.key}_{seat}"] = forms.IntegerField(
                    label=_(spec.label), min_value=-LARGEST if spec.least is None else least, max_value=most
                )

    def of_seat(self, seat: int) -> list[forms.BoundField]:
        return [self[f"{key}_{seat}"] for key in self.keys]

    def numbers(self) -> Numbers:
        """By key, in seat order; only of a valid form."""
        return {key: [self.cleaned_data[f"{key}_{seat}"] for seat in range(1, self.seats + 1)] for key in self.keys}


class EditionForm(forms.Form):
    """An edition as JSON."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH)
    content = forms.JSONField(label=gettext_lazy("The edition as JSON"))
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)

    @property
    def edition_data(self) -> dict[str, Any]:
        """The edition as the engine's files have it; only of a valid form."""
        said = self.cleaned_data["content"]
        return said if isinstance(said, dict) else {}

    def put(self, refusal: DomainError) -> int:
        """Write a refusal beside the field that it is about; returns the HTTP status."""
        rest = " ".join(f"{place}: {text}" for place, text in refusal.fields.items() if place != "title")
        self.add_error("title" if "title" in refusal.fields else "content", f"{refusal.message} {rest}".strip())
        return refusal.status

    def after_others(self, seen: str) -> EditionForm:
        """The same form, on what somebody else made of the edition meanwhile."""
        data = cast("QueryDict", self.data).copy()
        data["seen"] = seen
        form = EditionForm(data)
        form.add_error(
            None, _("Somebody changed this edition in the meantime. Check it as it is now, then save again.")
        )
        return form


class GenericPages:
    """The pages of `system`. `score_document` makes a score, as its documents have it, of a set-up and the numbers at
    the end."""

    def __init__(self, system: GameSystem, score_document: ScoreDocument) -> None:
        self.key = system.key
        self.entries: Mapping[str, Entry] = {"score": Entry(self._score), "record": Entry(self._record)}
        self.workers: Mapping[str, str] = {}
        self.table = TableWords()
        self.styles: tuple[str, ...] = ()
        self._system, self._score_document = system, score_document

    # For the style page

    def style_head(self) -> SafeString:
        return SafeString("")

    def style_sample(self) -> SafeString:
        return SafeString("")

    # Words

    def seat_in_words(self, side: str) -> str:
        return _("Seat %(number)s") % {"number": side}

    def report(self, report: Mapping[str, Any], names: Mapping[str, str] | None = None) -> GenericReport:
        judged = self._system.judged(self._system.read_report(report))
        shown = [self._name(seat, names) for seat in range(1, (judged.players or 0) + 1)]
        by_key = [judged.numbers[spec.key] for spec in self._system.numbers]
        rows = tuple(
            GenericRow(
                seat=number,
                name=name,
                place=judged.places[number - 1] if judged.places else None,
                numbers=tuple(minus(numbers[number - 1] if numbers else None) for numbers in by_key),
            )
            for number, name in enumerate(shown, 1)
        )
        is_scored = bool(by_key) and bool(by_key[0]) and None not in by_key[0]
        return GenericReport(
            judged=judged,
            winner=None if judged.winner is None else seat_name(self._system.seat_names, judged.winner),
            score=" : ".join(row.numbers[0] for row in rows) if is_scored else "",
            rows=rows,
            violations=tuple(self._violation(found, names) for found in judged.violations),
            winners=tuple("" if part.winner is None else shown[part.winner - 1] for part in judged.parts),
        )

    def _name(self, seat: int, names: Mapping[str, str] | None) -> str:
        side = seat_name(self._system.seat_names, seat)
        return (names or {}).get(side) or self.seat_in_words(side)

    def _violation(self, found: Violation, names: Mapping[str, str] | None) -> GenericViolation:
        said = dict(found.params)
        if found.seat is not None:
            said["seat"] = isolated(self._name(found.seat, names))
        return GenericViolation(_(found.template) % said, found.rule or "", found.code)

    def sentence(self, violation: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
        return str(violation["message"])

    def refusals(self, least_grade: str) -> Mapping[str, str | Promise]:
        return {}

    def variants_in_words(self, said: Mapping[str, Any], variants: Mapping[str, Any]) -> list[str]:
        return []

    def evidence_in_words(self, grade: str, kind: str, parts: int) -> str:
        if kind in (ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT):
            return _("The game was not played, so there is nothing to prove.")
        if kind == ResultKind.ABANDONED:
            return _("The game ended early: only what was handed in is proven.")
        return {
            Grade.RECORD: _("Every move was recorded: the engine proves the whole game."),
            Grade.SHEET: _("What each player won was recorded: the engine proves that this is possible."),
            Grade.SCORE: _("Only the score was handed in: the engine proves that the numbers are possible."),
            Grade.BARE: _("Only the result was reported: nothing about it is proven."),
        }[Grade(grade)]

    def desk_entry(self, least_grade: str) -> str:
        return "record" if least_grade == Grade.RECORD else "score"

    # Parts of the game's page

    def head(self, ctx: GameContext) -> SafeString:
        return SafeString("")

    def title(self, ctx: GameContext, report: GenericReport | None) -> str:
        players = " – ".join(seat.name for seat in ctx.seats)
        return f"{players} {report.score}" if report is not None and report.score else players

    def seat_score(self, ctx: GameContext, report: GenericReport | None, seat: int) -> SafeString:
        row = report.rows[seat - 1] if report is not None and report.rows else None
        return self._rendered("seat_score", ctx, row=row)

    def score_label(self) -> str:
        return _(self._system.numbers[0].label) if self._system.numbers else ""

    def verdict(
        self, report: GenericReport, names: Mapping[str, str], *, grade: str = "", is_bare: bool = False
    ) -> SafeString:
        winner = names.get(report.winner or "", "")
        given = {"report": report, "winner": winner, "grade": grade, "bare": is_bare, "system": self.key}
        return render_to_string("game/verdict.html", {**given, "numbers": self._labels()})

    def score_notes(self, ctx: GameContext, report: GenericReport | None) -> SafeString:
        return SafeString("")

    def details(self, ctx: GameContext, report: GenericReport | None) -> SafeString:
        steps = self.replay(ctx.game, ctx.result) if report is not None else None
        report = _placed(report, ctx.result)
        return self._rendered("details", ctx, report=report, steps=self._steps(steps) if steps else ())

    def set_up_todo(self, ctx: GameContext, *, with_words: bool = False) -> SafeString:
        return SafeString("")

    def ways(self, ctx: GameContext, *, is_another: bool) -> SafeString:
        return self._rendered("ways", ctx, is_another=is_another)

    def desk_ways(self, ctx: GameContext) -> SafeString:
        return self._rendered("desk_ways", ctx)

    def begun_in_words(self, report: GenericReport, name: str) -> str:
        return _("The game ended early: %(name)s has handed in what was played. Tell an arbiter, who will decide.") % {
            "name": name
        }

    def broken_off_in_words(self, report: GenericReport, *, name: str, score: str, policy: str) -> str:
        return _("Ended early; %(name)s’s version (%(score)s). Counts: %(policy)s.") % {
            "name": name,
            "score": score,
            "policy": policy,
        }

    def conflict(
        self, ctx: GameContext, names: Sequence[str], reports: Sequence[GenericReport], difference: Difference
    ) -> GenericConflict:
        spec = next((spec for spec in self._system.numbers if spec.key == difference.what), None)
        where = [_("Part %(number)d") % {"number": difference.part}] if difference.part else []
        where += [ctx.seats[difference.seat - 1].name] if difference.seat else []
        lead = self._rendered(
            "conflict_lead",
            ctx,
            where=", ".join(where),
            topic=_(spec.label) if spec is not None else difference.what,
            said=list(zip(names, (difference.first, difference.second), strict=True)),
        )
        rows = self._rendered(
            "conflict_rows", ctx, scores=[report.score for report in reports], label=self.score_label()
        )
        return GenericConflict(lead, rows, _("Both versions"), "")

    def slip(self, seats: Sequence[Any]) -> SafeString:
        return render_to_string("game/slip.html", {"seats": seats, "numbers": self._labels(is_short=True)})

    def slip_hint(self) -> str:
        return _("Write the final numbers here. Or hand in the game by phone:")

    # Editions

    def edition_assumed(self, data: Mapping[str, Any]) -> Sequence[str]:
        return [place for place, source in edition_sources(data) if source == "assumed"]

    def edition_body(self, data: Mapping[str, Any]) -> SafeString:
        return render_to_string("game/edition.html", {"values": self.edition_values(data)})

    def edition_values(self, data: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        return list(edition_values(data))

    def edition_form(self, sent: QueryDict | None, *, title: str, data: Mapping[str, Any], seen: str) -> EditionForm:
        return EditionForm(sent, initial={"title": title, "content": own_data(data), "seen": seen})

    def edition_form_after_others(self, form: EditionForm, edition: ClubEdition) -> EditionForm:
        return form.after_others(edition_seen(edition))

    def edition_form_parts(self, form: EditionForm) -> SafeString:
        return SafeString("")

    def edition_form_body(self, form: EditionForm) -> SafeString:
        return render_to_string("game/edition_form.html", {"form": form})

    # The game step by step

    def replay(self, game: Game, result: GameResult | None) -> GenericReplay | None:
        submission = result.submission if result is not None else None
        document = self._system.parse(bytes(submission.body)) if submission is not None else None
        if submission is None or document is None:
            return None
        steps = self._system.replay(document, StoredEditions(self.key))
        made_of = f"{submission.digest} {game.edition_digest} {self._system.engine_version}"
        return GenericReplay(tuple(steps), hashlib.sha256(made_of.encode()).hexdigest()[:16]) if steps else None

    def _steps(self, replay: GenericReplay) -> list[dict[str, Any]]:
        """Each step's values by their names, as the system calls them, without what isn't told."""
        return [
            {
                "part": step.part,
                "said": ", ".join(
                    f"{name}: {_listed(value)}"
                    for name, value in msgspec.to_builtins(step).items()
                    if name not in {"part", "reasons"} and value not in (None, (), [])
                ),
                "reasons": [(_(reason.text) % reason.params, reason.rule) for reason in step.reasons],
            }
            for step in replay.steps
            if step.part
        ]

    def all_steps(self, game: Game, replay: GenericReplay, picture_address: str) -> str:
        return render_to_string("game/steps.html", {"steps": self._steps(replay)})

    def picture(self, replay: GenericReplay, step: int) -> str | None:
        return None

    # The forms

    def _score(self, ctx: GameContext, sent: Sent) -> Answer:
        """Hand in the numbers at the end."""
        if not sent.is_post:
            form = NumbersForm(system=self._system, seats=len(ctx.seats), initial={"idempotency_key": uuid.uuid4().hex})
            return self._score_page(ctx, form)
        form = NumbersForm(sent.data, system=self._system, seats=len(ctx.seats))
        if not form.is_valid():
            return self._score_page(ctx, form, Outcome(status=422))
        body = json.dumps(self._score_document(ctx.set_up, form.numbers())).encode()
        return HandIn(body, form, lambda now, came: self._score_page(now, form, came))

    def _score_page(self, ctx: GameContext, form: NumbersForm, outcome: Outcome = NO_OUTCOME) -> EntryPage:
        form = with_new_key(form)
        seats = [(seat, form.of_seat(seat.number)) for seat in ctx.seats]
        return self._page(ctx, "score", _("Hand in the final score"), form, outcome, seats=seats)

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
            return page(ctx, form, Outcome(report=evidence_read(system=self.key, body=body).report_json))
        return HandIn(body, form, lambda now, came: page(now, form, came))

    def _page(
        self, ctx: GameContext, name: str, title: str, form: forms.Form, outcome: Outcome, **values: Any
    ) -> EntryPage:
        body = self._rendered(name, ctx, form=form, outcome=outcome, **values)
        head = self._rendered("entry_head", ctx)
        return EntryPage(title, body, head=head, form=form, report=outcome.report, status=outcome.status)

    def _labels(self, *, is_short: bool = False) -> list[str]:
        return [_(spec.short_label if is_short else spec.label) for spec in self._system.numbers]

    def _rendered(self, template: str, ctx: GameContext, **values: Any) -> SafeString:
        given = {"ctx": ctx, "game": ctx.game, "csrf_token": ctx.csrf_token, "numbers": self._labels()}
        return render_to_string(f"game/{template}.html", given | values)


def _listed(value: Any) -> str:
    return " / ".join(str(each) for each in value) if isinstance(value, list | tuple) else str(value)
