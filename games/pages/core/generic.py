"""Pages for a system that says no more than its numbers and how a score is written.

Tables, a form for the numbers at the end, a form for a record as text or as a file, and the parts of a game as a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from games.engine.core.evidence import Difference
from games.engine.core.game_system import GameSystem
from games.engine.core.judged import Violation
from games.engine.core.seats import seat_name
from games.enums import Grade, ResultKind
from games.models import ClubEdition, Game, GameResult
from games.pages.core.answers import Entry
from games.pages.core.context import GameContext
from games.pages.core.edition_json_form import EditionForm
from games.pages.core.edition_values import edition_sources, edition_values, own_data
from games.pages.core.generic_entries import (
    GenericEntries,
    Numbers,
    ScoreDocument,
    generic_part,
    name_of_seats,
    number_labels,
    told_numbers,
)
from games.pages.core.generic_reports import (
    GenericConflict,
    GenericReport,
    GenericRow,
    GenericViolation,
    minus,
    placed_report,
)
from games.pages.core.replays import Replay, replay_of
from games.pages.core.rules import ForArbiters, Rule
from games.pages.core.set_up import TableSetUp
from games.pages.core.table import TableWords
from games.pages.core.ways import Way, usual_first
from games.selectors.editions import edition_seen
from magistrar_site.shared.isolates import isolated

__all__ = ["GenericPages", "Numbers"]


class GenericPages:
    """The pages of `system`. `score_document` makes a score, as its documents have it, of a set-up and the numbers at
    the end. A system whose forms differ says so by `entries_type`."""

    entries_type: type[GenericEntries] = GenericEntries
    table_words: type[TableWords] = TableWords
    seat_params: frozenset[str] = frozenset({"seat"})
    """The parameters of the engine's sentences that name a seat."""

    def __init__(self, system: GameSystem, score_document: ScoreDocument) -> None:
        self.key = system.key
        self.workers: Mapping[str, str] = {}
        self.table = self.table_words()
        self.entries: Mapping[str, Entry] = self.entries_type(system, score_document, self.table).by_key()
        self.styles: tuple[str, ...] = ()
        self.rules: tuple[Rule, ...] = ()
        self.rules_note: StrOrPromise = ""
        self.for_arbiters: ForArbiters | None = None
        self.artwork = "img/art.svg"
        self._system = system

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
        by_key = [judged.numbers[spec.key] for spec in told_numbers(self._system)]
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
        text = self.filled(found.template, found.params, names)
        return GenericViolation(text, found.rule or "", found.code)

    def filled(self, template: str, params: Mapping[str, str | int], names: Mapping[str, str] | None) -> str:
        """An engine's sentence ("player %(seat)s ...") in the reader's language, with the players' names in the place
        of their seats, as far as they are known."""
        known = names or {}
        said = {
            name: isolated(known[str(value)]) if name in self.seat_params and str(value) in known else value
            for name, value in params.items()
        }
        return _(template) % said

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
        report = placed_report(report, ctx.result)
        return self._rendered(
            "details", ctx, report=report, steps=self._steps(steps) if steps else (), said=self._said(ctx)
        )

    def set_up_todo(self, ctx: GameContext, *, with_words: bool = False) -> SafeString:
        if not ctx.asks:
            return SafeString("")
        given = {"set_up": TableSetUp(ctx), "said": self._said(ctx), "title": self.table.title}
        return self._rendered("set_up_todo", ctx, with_words=with_words, **given)

    def _said(self, ctx: GameContext) -> list[str]:
        """What was said at the table, in words."""
        system = self._system
        return self.table.said(system.choices, ctx.game.variants, system.seat_names, name_of_seats(ctx))

    def hand_in_ways(self, ctx: GameContext) -> tuple[Way, ...]:
        ways = [Way("record", _("Text"), _("Paste or upload a record"))]
        if ctx.takes_scores:
            ways.insert(0, Way("score", _("Score"), _("Enter the final score")))
        return usual_first(ways, self.desk_entry(ctx.game.least_grade))

    def desk_ways(self, ctx: GameContext) -> SafeString:
        return self._rendered("desk_ways", ctx, ways=self.hand_in_ways(ctx))

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
        where = [self.part_in_words(difference.part)] if difference.part else []
        where += [ctx.seats[difference.seat - 1].name] if difference.seat else []
        lead = self._rendered(
            "conflict_lead",
            ctx,
            where=", ".join(where),
            topic=self.topic(difference.what),
            said=[
                (name, self.said(difference.what, value))
                for name, value in zip(names, (difference.first, difference.second), strict=True)
            ],
        )
        rows = self._rendered(
            "conflict_rows", ctx, scores=[report.score for report in reports], label=self.score_label()
        )
        return GenericConflict(lead, rows, _("Both versions"), "")

    def part_in_words(self, number: int) -> str:
        """A part of the game."""
        return _("Part %(number)d") % {"number": number}

    def topic(self, what: str) -> str:
        """The member of documents on which two versions differ."""
        spec = next((spec for spec in self._system.numbers if spec.key == what), None)
        return _(spec.label) if spec is not None else what

    def said(self, what: str, value: str | int | None) -> str:
        """What a version says of it."""
        return "–" if value is None else str(value)

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

    def replay(self, game: Game, result: GameResult | None) -> Replay | None:
        return replay_of(game, result)

    def _steps(self, replay: Replay) -> list[dict[str, Any]]:
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

    def replay_part(self, ctx: GameContext, report: GenericReport | None) -> SafeString:
        steps = self.replay(ctx.game, ctx.result) if report is not None else None
        return self._rendered("replay", ctx, steps=self._steps(steps)) if steps else SafeString("")

    def all_steps(self, game: Game, replay: Replay, picture_address: str) -> str:
        return render_to_string("game/steps.html", {"steps": self._steps(replay), "game": game})

    def picture(self, replay: Replay, step: int) -> str | None:
        return None

    # What the forms and the parts share

    def _labels(self, *, is_short: bool = False) -> list[str]:
        return number_labels(self._system, is_short=is_short)

    def _rendered(self, template: str, ctx: GameContext, **values: Any) -> SafeString:
        return generic_part(self._system, template, ctx, **values)


def _listed(value: Any) -> str:
    return " / ".join(str(each) for each in value) if isinstance(value, list | tuple) else str(value)
