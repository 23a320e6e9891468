"""Magistrar in the words that every game shares: White is seat 1, Black seat 2, and a duel is a part."""

from __future__ import annotations

from games.engine.core.judged import Judged, Numbers, Part
from games.engine.core.judged import Violation as NeutralViolation
from games.engine.core.messages import gettext_noop as _
from games.engine.core.numbers import NumberSpec
from games.engine.core.seats import Seat
from games.engine.systems.magistrar.documents import DUELS_IN_A_GAME
from games.engine.systems.magistrar.game import HIGHEST_LEVEL
from games.engine.systems.magistrar.messages import SIDE_NAMES, message_template
from games.engine.systems.magistrar.report import SIDES, DuelReport, Report, Side, SideLevels, SideNumbers, Violation

PLAYERS = (2,)
NUMBERS = (
    NumberSpec(
        "honoris",
        _("Honoris"),
        _("Honoris"),
        _("What the energy track pays at the end, and what the duel markers are worth."),
        least=None,
    ),
    NumberSpec(
        "markers",
        _("Duel markers"),
        _("Markers"),
        _("How many duel markers the player took."),
        most=DUELS_IN_A_GAME,
    ),
    NumberSpec(
        "encounters",
        _("Encounters won"),
        _("Encounters"),
        _("Encounters won in all duels; one won with a golden super energy counts twice."),
    ),
    NumberSpec(
        "level",
        _("Energy level"),
        _("Lvl."),
        _("Where the scoring pawn stands on the energy track: dark levels are positive, light ones negative."),
        adds_up="none",
        better="",
        least=-HIGHEST_LEVEL,
        most=HIGHEST_LEVEL,
    ),
)
"""What a result says of each seat. What a document doesn't prove isn't known: a score proves no encounters, and may
leave levels open."""


def seat_of_side(side: Side | None) -> Seat | None:
    """The seat of White or Black; None where neither is meant."""
    return None if side is None else SIDES.index(side) + 1


def judged(report: Report) -> Judged:
    """A report of Magistrar as a verdict on seats. The numbers of an unfinished game are as they stand."""
    complete = report.legal and report.complete
    return Judged(
        legal=report.legal,
        complete=complete,
        players=len(SIDES),
        places=_places(report.winner) if complete else (),
        numbers=_numbers(report),
        parts=tuple(_part(number, duel) for number, duel in enumerate(report.duels, 1)),
        violations=tuple(_violation(found) for found in report.violations),
        assumed=report.assumed,
        claim=report.claim,
        report=report,
    )


def _places(winner: Side | None) -> tuple[int, ...]:
    """A tie is two first places (M6)."""
    return (1, 1) if winner is None else (1, 2) if winner == "white" else (2, 1)


def _pair(values: SideNumbers | SideLevels | None) -> tuple[int | None, int | None]:
    return (None, None) if values is None else (values.white, values.black)


def _numbers(report: Report) -> Numbers:
    points = [duel.points for duel in report.duels]
    encounters = SideNumbers(sum(each.white for each in points), sum(each.black for each in points)) if points else None
    return {
        "honoris": _pair(report.honoris),
        "markers": _pair(report.markers),
        "encounters": _pair(encounters),
        "level": _pair(report.level),
    }


def _part(number: int, duel: DuelReport) -> Part:
    points = (duel.points.white, duel.points.black)
    level = {"encounters": points, "level": (duel.level.white, duel.level.black)}
    return Part(number, _places(duel.winner), points, level)


def _violation(found: Violation) -> NeutralViolation:
    return NeutralViolation(
        code=found.code,
        rule=found.rule,
        part=found.duel,
        seat=seat_of_side(found.side),
        position=found.position,
        template=message_template(found.code, found.rule, found.params),
        params={**SIDE_NAMES, **found.params},
        message=found.message,
    )
