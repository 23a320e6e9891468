"""The verdict on a document of Magia Cum Laude, of any grade."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.core.multiplayer import SEATS, SeatViolation, claim_verdict, winner_of
from games.engine.systems.cum_laude.documents import (
    RECORD_FORMAT,
    SCORE_FORMAT,
    SHEET_FORMAT,
    Document,
    Record,
    Score,
    Sheet,
    check_shape,
)
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.names import COLOURS, Counts
from games.engine.systems.cum_laude.play import Play, RuleBrokenError
from games.engine.systems.cum_laude.points import placings, victory_points
from games.engine.systems.cum_laude.report import Report, VictoryPoints
from games.engine.systems.cum_laude.score_check import score_violations
from games.engine.systems.cum_laude.set_up_check import set_up_violation
from games.engine.systems.cum_laude.sheet_check import sheet_violations, stock_of
from games.engine.systems.cum_laude.state import mission_colours

SYSTEM_KEY = "cum-laude"
ENGINE_VERSION = "1"

# The edition's values that documents of each format rest on.
ASSUMED: Mapping[str, frozenset[str]] = {
    RECORD_FORMAT: frozenset({"board", "missions", "movement_cards", "orders", "rulings", "spells"}),
    SHEET_FORMAT: frozenset({"missions", "orders", "rulings"}),
    SCORE_FORMAT: frozenset({"rulings"}),
}


def judge(document: Document, edition: Edition) -> Report:
    """The report on a document. ShapeError where its shape doesn't fit the edition."""
    check_shape(document, edition)
    if isinstance(document, Record):
        return _judge_record(document, edition)
    return _judge_sheet(document, edition) if isinstance(document, Sheet) else _judge_score(document, edition)


def _report(document: Document, edition: Edition, format_: str, *, complete: bool, **own: Any) -> Report:
    """A legal document's report."""
    vp: dict[str, VictoryPoints] = own["vp"]
    placed = placings(vp, SEATS[document.players]) if complete else None
    return Report(
        SYSTEM_KEY,
        format_,
        edition.key,
        ENGINE_VERSION,
        legal=True,
        complete=complete,
        players=document.players,
        winner=winner_of(placed),
        placings=placed,
        claim=claim_verdict(document.claim or None, placed),
        assumed=tuple(sorted(edition.assumed & ASSUMED[format_])),
        **own,
    )


def _illegal(document: Document, edition: Edition, format_: str, violations: Sequence[SeatViolation]) -> Report:
    return Report(
        SYSTEM_KEY,
        format_,
        edition.key,
        ENGINE_VERSION,
        legal=False,
        complete=False,
        players=document.players,
        violations=tuple(violations),
        assumed=tuple(sorted(edition.assumed & ASSUMED[format_])),
    )


def _judge_record(record: Record, edition: Edition) -> Report:
    wrong = set_up_violation(record, edition)
    if wrong is not None:
        return _illegal(record, edition, RECORD_FORMAT, [wrong])
    play = Play(record, edition)
    try:
        play.play(record.turns)
    except RuleBrokenError as error:
        return _illegal(record, edition, RECORD_FORMAT, [error.violation])
    return _report(
        record,
        edition,
        RECORD_FORMAT,
        complete=play.ended is not None,
        ended=play.ended,
        finishers=tuple(play.seats[number] for number in play.finishers),
        turns=len(record.turns),
        missions={seat: _colours(master.mission) for seat, master in zip(play.seats, play.masters, strict=True)},
        complete_spells=_colours(number for number, spell in enumerate(play.spells) if spell.is_complete),
        passed_spells=_colours(number for number, spell in enumerate(play.spells) if spell.is_passed),
        vp=points_of(play),
    )


def points_of(play: Play) -> dict[str, VictoryPoints]:
    """The points of each master as a game stands (L36)."""
    return {
        seat: victory_points(
            play.edition,
            spells=sum(map(play.counts, master.mission)),
            finishers=len(play.finishers),
            is_finisher=number in play.finishers,
            order=master.order,
            stock=_counts(master.stock),
            fulfilled=master.is_fulfilled,
        )
        for number, (seat, master) in enumerate(zip(play.seats, play.masters, strict=True))
    }


def _judge_sheet(sheet: Sheet, edition: Edition) -> Report:
    found = sheet_violations(sheet, edition)
    if found:
        return _illegal(sheet, edition, SHEET_FORMAT, found)
    seats = SEATS[sheet.players]
    missions = {
        seat: _colours(mission_colours(edition, sheet.masters[seat].mission, sheet.extra or None)) for seat in seats
    }
    vp = {
        seat: victory_points(
            edition,
            spells=sum(colour in sheet.complete_spells for colour in missions[seat]),
            finishers=len(sheet.finishers),
            is_finisher=seat in sheet.finishers,
            order=edition.orders[sheet.masters[seat].order],
            stock=stock_of(sheet.masters[seat]),
            fulfilled=sheet.masters[seat].fulfilled,
        )
        for seat in seats
    }
    return _report(
        sheet,
        edition,
        SHEET_FORMAT,
        complete=True,
        ended="finish" if sheet.finishers else "pile",
        finishers=tuple(seat for seat in seats if seat in sheet.finishers),
        missions=missions,
        complete_spells=tuple(colour for colour in COLOURS if colour in sheet.complete_spells),
        vp=vp,
    )


def _judge_score(score: Score, edition: Edition) -> Report:
    found = score_violations(score, edition)
    if found:
        return _illegal(score, edition, SCORE_FORMAT, found)
    tie_break = score.tie_break or {}
    vp = {seat: VictoryPoints(score.vp[seat], tie_break=tie_break.get(seat)) for seat in SEATS[score.players]}
    return _report(score, edition, SCORE_FORMAT, complete=True, vp=vp)


def _colours(numbers: Any) -> tuple[str, ...]:
    return tuple(COLOURS[number] for number in numbers)


def _counts(stock: list[int]) -> Counts:
    white, blue, red = stock
    return white, blue, red
