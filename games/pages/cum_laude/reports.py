"""A report on Magia Cum Laude as pages show it: points part by part, what is complete, what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.engine.systems.cum_laude.report import Report, VictoryPoints
from games.pages.core.generic_reports import GenericReport, GenericRow, minus

ASSUMED: Mapping[str, StrOrPromise] = {
    "board": _("The tower: its shape, its colours and where the oriels are"),
    "missions": _("Which missions there are, and their numbered colours"),
    "movement_cards": _("How many movement cards of each kind there are"),
    "orders": _("Which orders there are, and their numbers"),
    "rulings": _("Whether a complete spell counts that never passed an exam"),
    "spells": _("Which spells there are"),
}
"""What a report can rest on that no rulebook states."""


@dataclass(frozen=True)
class ShownPoints:
    """A player's line in the table of points. The parts are empty where only the total is known. `spells`: how many of
    the mission are complete."""

    seat: str
    mission: tuple[str, ...]
    complete: tuple[str, ...]
    spells: str
    finish: str
    order: str
    crystals: str
    total: str
    matching: str


@dataclass(frozen=True)
class CumLaudeReport(GenericReport):
    """A report with what this game's own members say. `ended`: in words, empty while the game is open."""

    points: tuple[ShownPoints, ...] = ()
    turns: int | None = None
    ended: str = ""
    complete_spells: tuple[str, ...] = ()
    passed_spells: tuple[str, ...] | None = None
    assumed: tuple[str, ...] = ()
    edition: str = ""

    @property
    def lines(self) -> list[tuple[GenericRow, ShownPoints]]:
        """The rows of the table of points; of a game that was broken off, with the places that were ruled."""
        return list(zip(self.rows, self.points, strict=False))

    @property
    def has_parts(self) -> bool:
        """Whether it is known what the points are made of."""
        return any(each.spells for each in self.points)


def cum_laude_report(base: GenericReport) -> CumLaudeReport:
    """The report with its own members. Nobody wins a turn, so no winners of parts are told."""
    own = base.judged.report
    assert isinstance(own, Report)
    return CumLaudeReport(
        judged=base.judged,
        winner=base.winner,
        score=base.score,
        rows=base.rows,
        violations=base.violations,
        winners=(),
        points=tuple(_points(seat, vp, own) for seat, vp in (own.vp or {}).items()),
        turns=own.turns,
        ended=_ended(own),
        complete_spells=own.complete_spells or (),
        passed_spells=own.passed_spells,
        assumed=tuple(str(ASSUMED[name]) for name in own.assumed),
        edition=own.edition or "",
    )


def _points(seat: str, vp: VictoryPoints, own: Report) -> ShownPoints:
    mission = (own.missions or {}).get(seat, ())
    complete = own.complete_spells or ()
    crystals = None if vp.matching is None else vp.matching + (vp.mismatching or 0)
    return ShownPoints(
        seat=seat,
        mission=mission,
        complete=tuple(colour for colour in mission if colour in complete),
        spells=_known(vp.spells),
        finish=_known(vp.finish),
        order=_known(vp.order),
        crystals=_known(crystals),
        total=minus(vp.total),
        matching=minus(vp.tie_break),
    )


def _known(number: int | None) -> str:
    return "" if number is None else minus(number)


def _ended(own: Report) -> str:
    return {
        "finish": str(_("The game was ended by finishing.")),
        "pile": str(_("The draw pile was used up.")),
    }.get(own.ended or "", "")
