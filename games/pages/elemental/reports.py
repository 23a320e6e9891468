"""A report on the elemental duel as pages show it: places and numbers, the duels, what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.systems.elemental.report import Report
from games.pages.core.generic_reports import GenericReport
from games.pages.elemental.edition_parts import LABELS


@dataclass(frozen=True)
class ShownDefense:
    """A defender in a duel. `card`: as documents write it, None without one. `is_out`: this duel knocked them out."""

    seat: str
    card: str | None
    value: int
    damage: int
    health: int
    is_out: bool


@dataclass(frozen=True)
class ShownDuel:
    """A row of the table of duels."""

    number: int
    turn: int
    is_sudden: bool
    attacker: str
    attack: str
    defenders: tuple[ShownDefense, ...]


@dataclass(frozen=True)
class ElementalReport(GenericReport):
    """A report with what this game's own members say. `ended`: in words, empty while the game is open."""

    duels: tuple[ShownDuel, ...] = ()
    turns: int | None = None
    ended: str = ""
    assumed: tuple[str, ...] = ()
    edition: str = ""


def elemental_report(base: GenericReport) -> ElementalReport:
    """The report with its own members. Nobody wins a turn, so no winners of parts are told."""
    own = base.judged.report
    assert isinstance(own, Report)
    return ElementalReport(
        judged=base.judged,
        winner=base.winner,
        score=base.score,
        rows=base.rows,
        violations=base.violations,
        winners=(),
        duels=_duels(own),
        turns=own.turns,
        ended=_ended(own),
        assumed=tuple(str(LABELS[name]) for name in own.assumed),
        edition=own.edition or "",
    )


def _duels(report: Report) -> tuple[ShownDuel, ...]:
    fallen = {(each.duel, each.seat) for each in report.knock_outs}
    return tuple(
        ShownDuel(
            number,
            duel.turn,
            duel.sudden,
            duel.attacker,
            duel.attack,
            tuple(
                ShownDefense(
                    each.seat, each.defense, each.value, each.damage, each.health, (number, each.seat) in fallen
                )
                for each in duel.defenders
            ),
        )
        for number, duel in enumerate(report.duels, 1)
    )


def _ended(report: Report) -> str:
    return {
        "survivor": _("One player survived."),
        "limit": _("The limit of rounds was reached."),
    }.get(report.ended or "", "")
