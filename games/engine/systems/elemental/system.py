"""The elemental duel as a game system."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.engine.core.evidence import Grade
from games.engine.core.game_system import GameEdition
from games.engine.core.judged import Judged, Numbers, Part
from games.engine.core.messages import gettext_noop as _
from games.engine.core.numbers import NumberSpec
from games.engine.core.seat_system import NO_EDITIONS, SeatSystem, numbers_by_seat
from games.engine.core.seats import MOST_SEATS, Seat, SeatNames, numbered_seats
from games.engine.core.secrets import BegunRecord
from games.engine.systems.elemental.documents import FORMATS, READER, Document, Record, Score
from games.engine.systems.elemental.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.elemental.judge import ENGINE_VERSION, SYSTEM_KEY, judge
from games.engine.systems.elemental.messages import SENTENCES
from games.engine.systems.elemental.play import places_by
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.replay import replay_steps
from games.engine.systems.elemental.report import Report
from games.engine.systems.elemental.sheets import check_sheet, edition_of, sheet_record, told_slip, told_turn
from games.engine.systems.elemental.steps import Step


class ElementalSystem(SeatSystem[Document, Edition, Report]):
    """Records and scores of the elemental duel."""

    key = SYSTEM_KEY
    name = _("Elemental duel")
    engine_version = ENGINE_VERSION
    formats = FORMATS
    grades: tuple[Grade, ...] = ("record", "score")
    players = tuple(range(2, MOST_SEATS + 1))
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
    difference_order = ("players", "starter", "turns", "move", "duel", "sudden", "star_draws")
    editions = SHIPPED_EDITIONS

    def read_edition(self, data: bytes | str) -> Edition:
        return read_edition(data)

    def players_of(self, edition: GameEdition) -> tuple[int, ...]:
        own = cast("Edition", edition)
        return tuple(range(own.least_players, own.most_players + 1))

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

    def begun_record(self, set_up: Mapping[str, Any], parts: Sequence[Any]) -> dict[str, Any]:
        """A record with these turns, as decoded JSON; nothing is checked. Players are the set-up's. Until the slips are
        known, the first cards of the decks stand for those dealt."""
        return sheet_record(set_up, parts, edition_of(set_up, NO_EDITIONS))

    def told_part(
        self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition
    ) -> dict[str, Any]:
        return told_turn(set_up, sent, cast("Edition", edition))

    def check_open_parts(
        self, set_up: Mapping[str, Any], parts: Sequence[Any], editions: Mapping[str, GameEdition] = NO_EDITIONS
    ) -> BegunRecord:
        return check_sheet(set_up, parts, edition_of(set_up, editions))

    def told_secret(self, set_up: Mapping[str, Any], sent: object, edition: GameEdition) -> str:
        """The slip of one seat, as far as it is written."""
        return told_slip(sent)

    def joined_record(
        self, set_up: Mapping[str, Any], parts: Sequence[Any], secrets: Mapping[str, Any]
    ) -> dict[str, Any]:
        return sheet_record(set_up, parts, edition_of(set_up, NO_EDITIONS), secrets)

    def random_game(
        self,
        rng: random.Random,
        *,
        players: int,
        starter: Seat | None,
        edition: GameEdition,
        variants: Mapping[str, object],
    ) -> Record:
        return random_record(rng, players=players, starter=starter, edition=cast("Edition", edition))

    def replay(self, document: object, editions: Mapping[str, GameEdition] | None = None) -> tuple[Step, ...]:
        known = editions or NO_EDITIONS
        if not isinstance(document, Record) or not self.check_document(document, known).legal:
            return ()
        return replay_steps(document, self._edition_of(document, known))

    def places_so_far(self, judged: Judged) -> tuple[int, ...]:
        """Survivors by health and stars, the others by when they fell (EH19)."""
        if judged.places:
            return judged.places
        report = cast("Report", judged.report)
        health, stars = report.health or {}, report.stars or {}
        fell = {fallen.seat: fallen.duel for fallen in report.knock_outs}
        return tuple(places_by(list(health.values()), list(stars.values()), [fell.get(seat, 0) for seat in health]))

    def numbers_of(self, report: Report, seats: SeatNames) -> Numbers:
        """Of a record alone it is known who knocked whom out."""
        by = [fallen.by for fallen in report.knock_outs]
        knock_outs = {seat: by.count(seat) for seat in seats} if report.turns is not None else None
        return numbers_by_seat({"health": report.health, "stars": report.stars, "knock_outs": knock_outs}, seats)

    def parts_of(self, report: Report, seats: SeatNames) -> tuple[Part, ...]:
        """The turns that were played. Nobody wins a turn."""
        return tuple(Part(number) for number in range(1, (report.turns or 0) + 1))


ELEMENTAL = ElementalSystem()
