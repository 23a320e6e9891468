"""What pages tell of a game of Magia Cum Laude: reports, conflicts, and the game step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.engine.core.evidence import Difference
from games.engine.core.game_system import GameSystem
from games.engine.core.judged import Violation
from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.messages import SENTENCES
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.models import Game, GameResult
from games.pages.core.context import GameContext
from games.pages.core.generic import GenericPages
from games.pages.core.generic_entries import ScoreDocument, generic_part
from games.pages.core.generic_reports import GenericConflict, GenericViolation, placed_report
from games.pages.core.replays import replay_of
from games.pages.cum_laude import boards
from games.pages.cum_laude.differences import said_of, topic_of
from games.pages.cum_laude.hints import with_hint
from games.pages.cum_laude.marks import gems_mark
from games.pages.cum_laude.replays import DRAWING, CumLaudeReplay, dealt_in, turns_of
from games.pages.cum_laude.reports import CumLaudeReport, cum_laude_report
from games.pages.cum_laude.rules import FOR_ARBITERS, NOTE, RULES
from games.pages.cum_laude.step_values import step_values
from games.pages.cum_laude.words import counts_in_words, params_in_words
from games.selectors.editions import playable_edition


class ToldPages(GenericPages):
    """Reports, conflicts and replays. What is typed and recorded is elsewhere."""

    seat_params = frozenset({"seat", "giver", "taker"})

    def __init__(self, system: GameSystem, score_document: ScoreDocument) -> None:
        super().__init__(system, score_document)
        self.styles = ("cum_laude/game.css",)
        self.artwork = "cum_laude/art.svg"
        self.rules = RULES
        self.rules_note = NOTE
        self.for_arbiters = FOR_ARBITERS

    # For the style page

    def style_sample(self) -> SafeString:
        edition = next(iter(CUM_LAUDE.editions.values()))
        values = {
            "board": boards.empty_tower(edition.as_data()),
            "edition": edition,
            "figures": boards.FIGURES,
            "gems": gems_mark(edition.spells["222"], (2, 1, 0), counts_in_words("222")),
        }
        return render_to_string("cum_laude/samples.html", values)

    # Words

    def report(self, report: Mapping[str, Any], names: Mapping[str, str] | None = None) -> CumLaudeReport:
        return cum_laude_report(super().report(report, names))

    def filled(self, template: str, params: Mapping[str, str | int], names: Mapping[str, str] | None) -> str:
        sentence = super().filled(template, params_in_words(params), names)
        return sentence[:1].upper() + sentence[1:]

    def sentence(self, violation: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
        params = violation["params"]
        text = self.filled(SENTENCES.template(violation["code"], violation["rule"], params), params, names)
        return self._hinted(text, violation["code"], violation["seat"], names)

    def _violation(self, found: Violation, names: Mapping[str, str] | None) -> GenericViolation:
        shown = super()._violation(found, names)
        side = None if found.seat is None else self._system.seat_names[found.seat - 1]
        return replace(shown, text=self._hinted(shown.text, found.code, side, names))

    def _hinted(self, text: str, code: str, side: str | None, names: Mapping[str, str] | None) -> str:
        name = "" if side is None else (names or {}).get(side) or self.seat_in_words(side)
        return with_hint(text, code, name=name)

    # Parts of the game's page

    def head(self, ctx: GameContext) -> SafeString:
        return self._own("head", ctx)

    def details(self, ctx: GameContext, report: Any) -> SafeString:
        step = self._step(ctx, report)
        told = step["replay"]
        shown = placed_report(report, ctx.result)
        return self._own("details", ctx, report=shown, turns=turns_of(told) if told else (), **step)

    def conflict(
        self, ctx: GameContext, names: Sequence[str], reports: Sequence[Any], difference: Difference
    ) -> GenericConflict:
        where = [self.part_in_words(difference.part)] if difference.part else []
        where += [ctx.seats[difference.seat - 1].name] if difference.seat else []
        lead = self._rendered(
            "conflict_lead",
            ctx,
            where=", ".join(where),
            topic=topic_of(difference),
            said=list(zip(names, said_of(difference, self._edition(ctx.game)), strict=True)),
        )
        seats = [(seat, [report.lines[seat.number - 1] for report in reports if report.points]) for seat in ctx.seats]
        rows = self._own("conflict_rows", ctx, seats=seats)
        return GenericConflict(lead, rows, _("Both versions"), "")

    def slip(self, seats: Sequence[Any]) -> SafeString:
        rows = [
            _("Mission (mark complete spells)"),
            _("Finished?"),
            _("Order (mark if uncovered)"),
            _("Stock: white / blue / red"),
            _("Victory points"),
            pgettext("rank", "Place"),
        ]
        return render_to_string("cum_laude/slip.html", {"seats": seats, "rows": rows})

    def slip_hint(self) -> str:
        return _("Write down what each player has at the end. Or hand in the game by phone:")

    # The game step by step

    def replay(self, game: Game, result: GameResult | None) -> CumLaudeReplay | None:
        told = replay_of(game, result, drawing=DRAWING)
        if told is None or result is None or result.submission is None:
            return None
        record = self._system.parse(bytes(result.submission.body))
        assert isinstance(record, Record)
        edition = self._edition(game)
        return CumLaudeReplay(told.steps, told.version, edition, dealt_in(record, edition))

    def replay_part(self, ctx: GameContext, report: Any) -> SafeString:
        step = self._step(ctx, report)
        return self._own("replay", ctx, **step) if step["replay"] else SafeString("")

    def _step(self, ctx: GameContext, report: Any) -> dict[str, Any]:
        """What the replay shows at the step that the address names."""
        told = self.replay(ctx.game, ctx.result) if report is not None else None
        if told is None:
            return {"replay": None}
        number = told.number(ctx.query.get("step"))
        values = step_values(told, number, ctx.addresses.picture)
        steps = ctx.addresses.steps.replace("VERSION", told.version)
        return values | {"language": get_language(), "steps_address": steps, "empty": boards.once_values(told.edition)}

    def all_steps(self, game: Game, replay: Any, picture_address: str) -> str:
        steps = (step_values(replay, number, picture_address) for number in range(len(replay.steps)))
        return "".join(render_to_string("cum_laude/replay_step.html", step) for step in steps)

    def picture(self, replay: Any, step: int) -> str | None:
        if step > replay.last:
            return None
        return render_to_string("cum_laude/tower.svg", boards.board_values(replay, step, is_alone=True)).strip()

    def _edition(self, game: Game) -> Edition:
        edition = playable_edition(self.key, game.edition)
        assert isinstance(edition, Edition)
        return edition

    def _own(self, template: str, ctx: GameContext, **values: Any) -> SafeString:
        return generic_part(self._system, f"cum_laude/{template}", ctx, **values)
