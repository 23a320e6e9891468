"""The pages of the elemental duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.engine.core.evidence import Difference
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.messages import SENTENCES
from games.engine.systems.elemental.steps import Hand
from games.engine.systems.elemental.system import ELEMENTAL
from games.models import ClubEdition, Game, GameResult
from games.pages.core.context import GameContext
from games.pages.core.generic_entries import generic_part
from games.pages.core.generic_reports import GenericConflict, placed_report
from games.pages.core.replays import replay_of
from games.pages.elemental import boards, edition_parts
from games.pages.elemental.edition_form import EditionForm
from games.pages.elemental.recorder.pages import RecordedPages
from games.pages.elemental.replays import DRAWING, ElementalReplay, words_of
from games.pages.elemental.reports import ElementalReport, elemental_report
from games.pages.elemental.rules import NOTE, RULES
from games.pages.elemental.score import ElementalEntries, score_document
from games.pages.elemental.words import ELEMENTS, TOPICS, value_in_words
from games.selectors.editions import playable_edition


class ElementalPages(RecordedPages):
    """What people see of the elemental duel."""

    entries_type = ElementalEntries
    seat_params = frozenset({"seat", "by", "target"})

    def __init__(self) -> None:
        super().__init__(ELEMENTAL, score_document)
        self.styles = ("elemental/game.css",)
        self.artwork = "elemental/art.svg"
        self.rules = RULES
        self.rules_note = NOTE

    # For the style page

    def style_sample(self) -> SafeString:
        values = {
            "seats": self._system.seat_names,
            "cards": [f"{element}{value}" for value, element in enumerate(ELEMENTS, 2)],
            "held": Hand(("f2", "n4"), ("w1",)),
            "board": boards.empty_board(next(iter(ELEMENTAL.editions.values())).as_data()),
        }
        return render_to_string("elemental/samples.html", values)

    # Words

    def seat_in_words(self, side: str) -> str:
        return _("Player %(seat)s") % {"seat": side}

    def report(self, report: Mapping[str, Any], names: Mapping[str, str] | None = None) -> ElementalReport:
        return elemental_report(super().report(report, names))

    def filled(self, template: str, params: Mapping[str, str | int], names: Mapping[str, str] | None) -> str:
        sentence = super().filled(template, words_of(params), names)
        return sentence[:1].upper() + sentence[1:]

    def sentence(self, violation: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
        params = violation["params"]
        return self.filled(SENTENCES.template(violation["code"], violation["rule"], params), params, names)

    def part_in_words(self, number: int) -> str:
        return _("Turn %(number)d") % {"number": number}

    def topic(self, what: str) -> str:
        return str(TOPICS.get(what, what))

    def said(self, what: str, value: str | int | None) -> str:
        return value_in_words(what, value)

    # Parts of the game's page

    def head(self, ctx: GameContext) -> SafeString:
        return self._own("head", ctx)

    def details(self, ctx: GameContext, report: Any) -> SafeString:
        step = self._step(ctx, report)
        shown = placed_report(report, ctx.result)
        duels = self._duels_with_steps(report, step.get("replay")) if report is not None else ()
        return self._own("details", ctx, report=shown, duels=duels, numbers=self._labels(is_short=True), **step)

    def _duels_with_steps(self, report: ElementalReport, replay: ElementalReplay | None) -> list[dict[str, Any]]:
        """The duels, each with the number of its step where there are steps."""
        steps = [number for number, step in enumerate(replay.steps) if step.duel] if replay is not None else []
        return [
            {
                "turn": duel.turn,
                "is_sudden": duel.is_sudden,
                "attacker": duel.attacker,
                "attack": duel.attack,
                "defenders": duel.defenders,
                "step": steps[number] if number < len(steps) else None,
            }
            for number, duel in enumerate(report.duels)
        ]

    def conflict(
        self, ctx: GameContext, names: Sequence[str], reports: Sequence[Any], difference: Difference
    ) -> GenericConflict:
        seats = [(seat, [report.rows[seat.number - 1] for report in reports if report.rows]) for seat in ctx.seats]
        compared = super().conflict(ctx, names, reports, difference)
        return replace(compared, rows=self._own("conflict_rows", ctx, seats=seats))

    def slip(self, seats: Sequence[Any]) -> SafeString:
        numbers = [pgettext("rank", "Place"), _("Health"), _("Stars")]
        return render_to_string("game/slip.html", {"seats": seats, "numbers": numbers})

    def slip_hint(self) -> str:
        return _("Write down place, health and stars at the end. Or hand in the game by phone:")

    # Editions

    def edition_assumed(self, data: Mapping[str, Any]) -> list[str]:
        return edition_parts.assumed_of(data)

    def edition_body(self, data: Mapping[str, Any]) -> SafeString:
        values = {
            "board": boards.empty_board(data),
            "places": edition_parts.shown_values(data, ("players", "star_spots", "corners", "board")),
            "decks": edition_parts.shown_decks(data),
            "facts": edition_parts.shown_values(
                data, (*edition_parts.NUMBERS, *edition_parts.COUNTERS, "rulings.half", "rulings.boundary")
            ),
        }
        return render_to_string("elemental/editions/body.html", values)

    def edition_values(self, data: Mapping[str, Any]) -> list[tuple[str, str]]:
        return list(edition_parts.edition_values(data))

    def edition_form(self, sent: QueryDict | None, *, title: str, data: Mapping[str, Any], seen: str) -> Any:
        return EditionForm(sent, title=title, edition=data, seen=seen)

    def edition_form_after_others(self, form: Any, edition: ClubEdition) -> Any:
        return form.after_others(edition)

    def edition_form_parts(self, form: Any) -> SafeString:
        return render_to_string("elemental/editions/tabs.html")

    def edition_form_body(self, form: Any) -> SafeString:
        return render_to_string(
            "elemental/editions/form.html", {"form": form, "board": boards.empty_board(form.edition)}
        )

    # The game step by step

    def replay(self, game: Game, result: GameResult | None) -> ElementalReplay | None:
        told = replay_of(game, result, drawing=DRAWING)
        if told is None:
            return None
        edition = playable_edition(self.key, game.edition)
        assert isinstance(edition, Edition)
        return ElementalReplay(told.steps, told.version, edition)

    def replay_part(self, ctx: GameContext, report: Any) -> SafeString:
        step = self._step(ctx, report)
        return self._own("replay", ctx, **step) if step["replay"] else SafeString("")

    def _step(self, ctx: GameContext, report: Any) -> dict[str, Any]:
        """What the replay shows at the step that the address names."""
        told = self.replay(ctx.game, ctx.result) if report is not None else None
        if told is None:
            return {"replay": None}
        number = told.number(ctx.query.get("step"))
        steps = ctx.addresses.steps.replace("VERSION", told.version)
        values = boards.step_values(told, number, ctx.addresses.picture)
        empty = boards.spots_values(told.edition)
        return values | {"language": get_language(), "steps_address": steps, "empty": empty}

    def all_steps(self, game: Game, replay: Any, picture_address: str) -> str:
        steps = (boards.step_values(replay, number, picture_address) for number in range(len(replay.steps)))
        return "".join(render_to_string("elemental/replay_step.html", step) for step in steps)

    def picture(self, replay: Any, step: int) -> str | None:
        if step > replay.last:
            return None
        values = boards.board_values(replay.steps[step], replay.edition, is_alone=True)
        return render_to_string("elemental/board.svg", values).strip()

    def _own(self, template: str, ctx: GameContext, **values: Any) -> SafeString:
        return generic_part(self._system, f"elemental/{template}", ctx, **values)


ELEMENTAL_PAGES = ElementalPages()
