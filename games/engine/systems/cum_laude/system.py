"""Magia Cum Laude as a game system."""

from __future__ import annotations

from typing import Any

from games.engine.core.evidence import Grade
from games.engine.core.judged import Numbers
from games.engine.core.messages import gettext_noop as _
from games.engine.core.numbers import NumberSpec
from games.engine.core.seat_system import SeatSystem, numbers_by_seat
from games.engine.core.seats import SeatNames, numbered_seats
from games.engine.systems.cum_laude.documents import FORMATS, READER, Document, Score
from games.engine.systems.cum_laude.edition import MOST_PLAYERS, SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.cum_laude.judge import ENGINE_VERSION, SYSTEM_KEY, judge
from games.engine.systems.cum_laude.messages import SENTENCES
from games.engine.systems.cum_laude.report import Report


class CumLaudeSystem(SeatSystem[Document, Edition, Report]):
    """Records, sheets and scores of Magia Cum Laude."""

    key = SYSTEM_KEY
    name = "Magia Cum Laude"
    engine_version = ENGINE_VERSION
    formats = FORMATS
    grades: tuple[Grade, ...] = ("record", "sheet", "score")
    players = tuple(range(2, MOST_PLAYERS + 1))
    seat_names = numbered_seats(MOST_PLAYERS)
    numbers = (
        NumberSpec(
            "victory_points",
            _("Victory points"),
            _("VP"),
            _("Points for complete spells, the finish and the order."),
            least=None,
        ),
        NumberSpec(
            "matching",
            _("Matching crystals"),
            _("Match"),
            _("Crystals that match the player’s order: they decide between equal victory points."),
        ),
    )
    reader = READER
    report_type = Report
    sentences = SENTENCES
    editions = SHIPPED_EDITIONS

    def read_edition(self, data: bytes | str) -> Edition:
        return read_edition(data)

    def judge(self, document: Document, edition: Edition) -> Report:
        return judge(document, edition)

    def score_of(self, document: Document, edition: Edition) -> Document:
        if isinstance(document, Score):
            return document
        vp = judge(document, edition).vp or {}
        return Score(
            players=document.players,
            vp={seat: points.total for seat, points in vp.items()},
            tie_break={seat: points.tie_break or 0 for seat, points in vp.items()},
            edition=document.edition,
            starter=document.starter,
            change_places=document.change_places,
        )

    def variants_of(self, document: Document) -> dict[str, Any]:
        return {"change_places": True} if document.change_places else {}

    def numbers_of(self, report: Report, seats: SeatNames) -> Numbers:
        vp = report.vp
        totals = None if vp is None else {seat: vp[seat].total for seat in seats}
        matching = None if vp is None else {seat: vp[seat].tie_break for seat in seats}
        return numbers_by_seat({"victory_points": totals, "matching": matching}, seats)


CUM_LAUDE = CumLaudeSystem()
