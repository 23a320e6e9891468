"""The elemental duel as a game system."""

from __future__ import annotations

from games.engine.core.evidence import Grade
from games.engine.core.judged import Numbers
from games.engine.core.messages import gettext_noop as _
from games.engine.core.numbers import NumberSpec
from games.engine.core.seat_system import SeatSystem, numbers_by_seat
from games.engine.core.seats import MOST_SEATS, SeatNames, numbered_seats
from games.engine.systems.elemental.documents import FORMATS, READER, Document, Score
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.elemental.judge import ENGINE_VERSION, SYSTEM_KEY, judge
from games.engine.systems.elemental.messages import SENTENCES
from games.engine.systems.elemental.report import Report


class ElementalSystem(SeatSystem[Document, Edition, Report]):
    """Records and scores of the elemental duel."""

    key = SYSTEM_KEY
    name = "Elemental duel"
    engine_version = ENGINE_VERSION
    formats = FORMATS
    grades: tuple[Grade, ...] = ("record", "score")
    players = tuple(range(2, MOST_SEATS + 1))  # an edition says which of them
    draws_starter = True
    seat_names = numbered_seats(MOST_SEATS)
    numbers = (
        NumberSpec("health", _("Health"), _("Health"), _("Lives left at the end.")),
        NumberSpec("stars", _("Stars"), _("Stars"), _("Star tokens held at the end.")),
        NumberSpec("knock_outs", _("Knock-outs"), _("KO"), _("Players knocked out.")),
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
        report = judge(document, edition)
        return Score(
            players=document.players,
            placings=report.placings or {},
            health=report.health or {},
            stars=report.stars or {},
            edition=document.edition,
            starter=document.starter,
        )

    def numbers_of(self, report: Report, seats: SeatNames) -> Numbers:
        """Of a record alone it is known who knocked whom out."""
        by = [fallen.by for fallen in report.knock_outs]
        knock_outs = {seat: by.count(seat) for seat in seats} if report.turns is not None else None
        return numbers_by_seat({"health": report.health, "stars": report.stars, "knock_outs": knock_outs}, seats)


ELEMENTAL = ElementalSystem()
