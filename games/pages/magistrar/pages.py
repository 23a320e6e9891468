"""Magistrar's pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.core.evidence import Difference
from games.enums import Grade
from games.models import ClubEdition, Game, GameResult
from games.pages.core.answers import READ, WRITE, Below, Entry
from games.pages.core.context import GameContext
from games.pages.core.replays import Replay, replay_of
from games.pages.core.rules import ForArbiters, Rule
from games.pages.core.table import TableWords
from games.pages.core.ways import Way
from games.pages.magistrar import boards, edition_parts, replays, reports
from games.pages.magistrar.differences import shown_difference
from games.pages.magistrar.edition_form import EditionForm
from games.pages.magistrar.edition_meanwhile import form_after_others
from games.pages.magistrar.notation_form import notation_entry, record_entry
from games.pages.magistrar.recorder import BELOW, recording_entry
from games.pages.magistrar.rendering import rendered
from games.pages.magistrar.reports import ShownDuel, ShownReport
from games.pages.magistrar.rules import NOTE, RULES
from games.pages.magistrar.samples import samples
from games.pages.magistrar.set_up_entry import set_up_entry
from games.pages.magistrar.sheets import DUELS, score_entry, sheet_entry
from games.pages.magistrar.table_words import MagistrarTableWords
from games.pages.magistrar.variant_words import variants_in_words
from games.pages.magistrar.ways import hand_in_ways
from games.pages.magistrar.words import REFUSALS, grade_wanted

ENTRIES: Mapping[str, Entry] = {
    "sheet": Entry(sheet_entry, below={"running": Below(WRITE)}),
    "score": Entry(score_entry),
    "record": Entry(record_entry),
    "notation": Entry(notation_entry, below={"verdict": Below(WRITE)}),
    "recording": Entry(recording_entry, below=BELOW, methods=READ, is_fresh=True),
    "variants": Entry(set_up_entry),
}


@dataclass(frozen=True)
class ComparedDuel:
    """One duel in both versions; None where a version doesn't tell it. `parts` marks where the two first differ."""

    number: int
    first: ShownDuel | None
    second: ShownDuel | None
    differs: bool
    parts: bool


@dataclass(frozen=True)
class Compared:
    """Two versions: the first thing on which they differ, and what each says of every duel."""

    lead: SafeString
    rows: SafeString
    label: str
    part: str


class MagistrarPages:
    """What people see of Magistrar."""

    key = "magistrar"
    entries = ENTRIES
    rules: tuple[Rule, ...] = RULES
    rules_note = NOTE
    for_arbiters: ForArbiters | None = None
    styles: tuple[str, ...] = ("magistrar/game.css",)
    artwork = "magistrar/art.svg"
    table: TableWords = MagistrarTableWords()
    workers: Mapping[str, str] = {"recording-worker.js": "game/recording_worker.js"}

    # For the style page

    def style_head(self) -> SafeString:
        return render_to_string("magistrar/samples_head.html")

    def style_sample(self) -> SafeString:
        return render_to_string("magistrar/samples.html", samples())

    # Words

    def seat_in_words(self, side: str) -> str:
        return str(reports.SIDE_WORDS[side])

    def report(self, report: Mapping[str, Any], names: Mapping[str, str] | None = None) -> ShownReport:
        return reports.shown_report(report, names)

    def sentence(self, violation: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
        return reports.sentence_of(self.key, violation, names)

    def refusals(self, least_grade: str) -> Mapping[str, str | Promise]:
        return {**REFUSALS, "grade_too_low": grade_wanted(least_grade)}

    def variants_in_words(self, said: Mapping[str, Any], variants: Mapping[str, Any]) -> list[str]:
        return variants_in_words(said, variants)

    def evidence_in_words(self, grade: str, kind: str, parts: int) -> str:
        return reports.evidence_in_words(grade, kind, parts)

    def desk_entry(self, least_grade: str) -> str:
        return "notation" if least_grade == Grade.RECORD else "sheet"

    # Parts of the game's page

    def head(self, ctx: GameContext) -> SafeString:
        return rendered("game_head", ctx)

    def title(self, ctx: GameContext, report: ShownReport | None) -> str:
        names = {"white": ctx.names["white"], "black": ctx.names["black"]}
        if report is None or report.honoris is None:
            return _("%(white)s – %(black)s") % names
        numbers = {"a": reports.minus(report.honoris["white"]), "b": reports.minus(report.honoris["black"])}
        return _("%(white)s %(a)s : %(b)s %(black)s") % (names | numbers)

    def seat_score(self, ctx: GameContext, report: ShownReport | None, seat: int) -> SafeString:
        side = ctx.seats[seat - 1].side
        honoris = report.honoris[side] if report and report.honoris else None
        markers = report.markers[side] if report and report.markers else None
        return rendered("seat_score", ctx, report=report, honoris=honoris, markers=markers)

    def score_label(self) -> str:
        return _("Honoris")

    def verdict(
        self, report: ShownReport, names: Mapping[str, str], *, grade: str = "", is_bare: bool = False
    ) -> SafeString:
        values = {"white_name": names["white"], "black_name": names["black"], "grade": grade, "bare": is_bare}
        return render_to_string("magistrar/verdict.html", {"report": report, **values})

    def score_notes(self, ctx: GameContext, report: ShownReport | None) -> SafeString:
        return rendered("score_notes", ctx, report=report)

    def details(self, ctx: GameContext, report: ShownReport | None) -> SafeString:
        return rendered("details", ctx, report=report, **self._step(ctx, report))

    def replay_part(self, ctx: GameContext, report: ShownReport | None) -> SafeString:
        step = self._step(ctx, report)
        return rendered("replay_board", ctx, **step) if step["replay"] else SafeString("")

    def _step(self, ctx: GameContext, report: ShownReport | None) -> dict[str, Any]:
        """What the replay shows at the step that the address names."""
        told = self.replay(ctx.game, ctx.result) if report and report.duels else None
        if told is None:
            return {"replay": None}
        number = told.number(ctx.query.get("step"))
        steps = ctx.addresses.steps.replace("VERSION", told.version)
        return boards.step_values(ctx.game, told, number, ctx.addresses.picture) | {
            "language": get_language(),
            "steps_address": steps,
            "plot": boards.honoris_plot(told.steps),
        }

    def set_up_todo(self, ctx: GameContext, *, with_words: bool = False) -> SafeString:
        return rendered("set_up_todo", ctx, with_words=with_words)

    def hand_in_ways(self, ctx: GameContext) -> tuple[Way, ...]:
        return hand_in_ways(ctx)

    def desk_ways(self, ctx: GameContext) -> SafeString:
        return rendered("desk_ways", ctx)

    def begun_in_words(self, report: ShownReport, name: str) -> str:
        return ngettext(
            "The game ended early: %(name)s has handed in the duel that was finished. Tell an arbiter, who decides by "
            "it.",
            "The game ended early: %(name)s has handed in the %(n)s duels that were finished. Tell an arbiter, who "
            "decides by them.",
            report.parts,
        ) % {"name": name, "n": report.parts}

    def broken_off_in_words(self, report: ShownReport, *, name: str, score: str, policy: str) -> str:
        return _("Ended after %(duels)d duels, by %(name)s’s version (%(score)s). Counts: %(policy)s.") % {
            "duels": report.parts,
            "name": name,
            "score": score,
            "policy": policy,
        }

    def conflict(
        self, ctx: GameContext, names: Sequence[str], reports: Sequence[ShownReport], difference: Difference
    ) -> Compared:
        shown = shown_difference(difference)
        duels = [
            ComparedDuel(number, one, other, _differ(one, other), shown.duel == number)
            for number, (one, other) in enumerate(zip_longest(*(report.duels for report in reports)), 1)
        ]
        lead = rendered("conflict_lead", ctx, difference=shown, first=names[0], second=names[1])
        rows = rendered("conflict_rows", ctx, duels=duels, reports=reports)
        return Compared(lead, rows, _("Both versions, duel by duel"), _("Duel"))

    def slip(self, seats: Sequence[Any]) -> SafeString:
        duels = range(1, DUELS + 1)
        return render_to_string("magistrar/slip.html", {"seats": seats, "duels": duels})

    def slip_hint(self) -> str:
        return _("Columns 1 to 5: who took the duel’s marker. Or hand the game in by phone:")

    # Editions

    def edition_assumed(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        return edition_parts.shown_data(data).assumed

    def edition_body(self, data: Mapping[str, Any]) -> SafeString:
        return render_to_string("magistrar/editions/body.html", {"shown": edition_parts.shown_data(data)})

    def edition_values(self, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        return edition_parts.edition_values(edition_parts.shown_data(data))

    def edition_form(self, sent: QueryDict | None, *, title: str, data: Mapping[str, Any], seen: str) -> EditionForm:
        return EditionForm(sent, title=title, edition=data, seen=seen)

    def edition_form_after_others(self, form: EditionForm, edition: ClubEdition) -> EditionForm:
        return form_after_others(form, edition)

    def edition_form_parts(self, form: EditionForm) -> SafeString:
        return render_to_string("magistrar/editions/tabs.html", {"form": form})

    def edition_form_body(self, form: EditionForm) -> SafeString:
        return render_to_string("magistrar/editions/form.html", {"form": form})

    # The game step by step

    def replay(self, game: Game, result: GameResult | None) -> Replay | None:
        return replay_of(game, result, drawing=replays.DRAWING)

    def all_steps(self, game: Game, replay: Replay, picture_address: str) -> str:
        steps = (boards.step_values(game, replay, number, picture_address) for number in range(len(replay.steps)))
        return "".join(render_to_string("magistrar/replay_step.html", step) for step in steps)

    def picture(self, replay: Replay, step: int) -> str | None:
        if step > replay.last or replay.steps[step].board is None:
            return None
        return render_to_string("magistrar/board.svg", boards.board_values(replay.steps[step], is_alone=True)).strip()


def _differ(one: ShownDuel | None, other: ShownDuel | None) -> bool:
    """Whether two accounts of a duel differ in what it counts."""
    if one is None or other is None:
        return True
    return (one.points, one.winner, one.level) != (other.points, other.winner, other.level)


MAGISTRAR_PAGES = MagistrarPages()
