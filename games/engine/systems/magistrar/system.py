"""Magistrar as a game system."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from games.engine.core.choices import NOTHING_FIXED, Choice
from games.engine.core.evidence import Grade
from games.engine.core.game_system import GameEdition
from games.engine.core.judged import Judged
from games.engine.core.multiplayer import ranked
from games.engine.core.report import SystemReport, encode_report
from games.engine.core.seats import SeatNames
from games.engine.systems.magistrar.at_table import CHOICES, WAYS, beginning, options, parts_agree, told_part
from games.engine.systems.magistrar.documents import (
    FORMATS,
    Document,
    Record,
    Score,
    ShapeError,
    Sheet,
    decode_document,
    decode_quickly,
    document_from_builtins,
    refuse_wrong_letters,
    sent_edition,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.magistrar.evidence import MagistrarEvidence
from games.engine.systems.magistrar.fast_record import fast_report
from games.engine.systems.magistrar.fast_sheet import fast_sheet_report
from games.engine.systems.magistrar.game import ENGINE_VERSION, SYSTEM_KEY, unreadable_report
from games.engine.systems.magistrar.judge import edition_or_refusal, judge
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.notation import NotationError, looks_like_notation, parse_notation
from games.engine.systems.magistrar.replay import replay_steps
from games.engine.systems.magistrar.report import SIDES, Report
from games.engine.systems.magistrar.score_check import check_score
from games.engine.systems.magistrar.steps import Step
from games.engine.systems.magistrar.typed_score import typed_report
from games.engine.systems.magistrar.verdict import NUMBERS, PLAYERS, judged

NO_EDITIONS: Mapping[str, GameEdition] = {}


class MagistrarSystem(MagistrarEvidence):
    """The judge of records, sheets and scores."""

    key = SYSTEM_KEY
    name = "Magistrar: Duel of the Mages"
    engine_version = ENGINE_VERSION
    formats = FORMATS
    grades: tuple[Grade, ...] = ("record", "sheet", "score")
    players = PLAYERS
    draws_starter = False
    seat_names: SeatNames = SIDES
    numbers = NUMBERS
    typed_numbers = 2  # Honoris, and duel markers
    choices: tuple[Choice, ...] = CHOICES
    ways: Mapping[str, tuple[str, ...]] = WAYS
    fixed_variants: Mapping[str, Mapping[str, Any]] = NOTHING_FIXED
    editions: Mapping[str, Edition] = SHIPPED_EDITIONS

    def players_of(self, edition: GameEdition) -> tuple[int, ...]:
        return self.players

    def read_edition(self, data: bytes | str) -> Edition:
        return read_edition(data)

    def check(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            document = decode_document(data)
        except ShapeError as error:
            return _wrong_shape(error)
        report = judge(document, editions)
        if not report.legal and report.violations[0].code == "schema":
            return msgspec.structs.replace(report, edition=sent_edition(data))
        return report

    def typed_score(
        self,
        set_up: Mapping[str, Any],
        numbers: Sequence[tuple[int, ...]],
        editions: Mapping[str, GameEdition] = NO_EDITIONS,
    ) -> Report:
        try:
            return typed_report(set_up, numbers, editions)
        except ShapeError as error:
            return _wrong_shape(error)

    def report_on_nothing(self) -> Report:
        return unreadable_report(None, None, [])

    def check_document(self, document: object, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            if isinstance(document, Record | Sheet | Score):
                typed: Document = document
                refuse_wrong_letters(typed)
            else:
                typed = document_from_builtins(document)
        except ShapeError as error:
            return _wrong_shape(error)
        return judge(typed, editions)

    def is_notation(self, text: str) -> bool:
        return looks_like_notation(text)

    def check_text(self, text: str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        if not self.is_notation(text):
            return self.check(text.removeprefix("\ufeff"), editions)
        try:
            return judge(parse_notation(text), editions)
        except NotationError as error:
            return _wrong_notation(error)

    def check_encoded(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> bytes:
        document = decode_quickly(data)
        if document is not None:
            edition = edition_or_refusal(document, editions)
            if isinstance(edition, Edition):
                try:
                    return _encoded_report(document, edition)
                except ShapeError:  # a row of wrong letters: only the patient way knows what was sent
                    pass
        return encode_report(self.check(data, editions))

    def replay(self, document: object, editions: Mapping[str, GameEdition] | None = None) -> tuple[Step, ...]:
        typed = cast("Document", document)
        edition = edition_or_refusal(typed, NO_EDITIONS if editions is None else editions)
        return replay_steps(typed, edition) if isinstance(edition, Edition) else ()

    def judged(self, report: SystemReport) -> Judged:
        return judged(cast("Report", report))

    def places_so_far(self, judged: Judged) -> tuple[int, ...]:
        """More Honoris, then more duel markers (R21)."""
        return tuple(ranked(list(zip(judged.numbers["honoris"], judged.numbers["markers"], strict=True))))

    def options(self, choice: str, edition: GameEdition) -> tuple[str, ...]:
        return options(choice, cast("Edition", edition))

    def beginning(self, document: object, parts: int) -> Record:
        return beginning(cast("Record", document), parts)

    def told_part(
        self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition
    ) -> dict[str, Any]:
        return told_part(self.begun_record(set_up, before), sent, cast("Edition", edition))

    def parts_agree(self, first: Any, second: Any) -> bool:
        return parts_agree(first, second)

    def read_report(self, value: Mapping[str, Any]) -> Report:
        return msgspec.convert(value, Report)


def _encoded_report(document: Document, edition: Edition) -> bytes:
    """The report, as JSON, of a document whose set-up the edition knows. ShapeError for a row of wrong letters."""
    if isinstance(document, Record):
        return fast_report(document, edition)
    if isinstance(document, Sheet):
        return fast_sheet_report(document, edition)
    return encode_report(check_score(document, edition))


def _wrong_shape(error: ShapeError) -> Report:
    wrong = violation("schema", None, reason="shape", detail=error.detail)
    return unreadable_report(error.format, error.edition, [wrong])


def _wrong_notation(error: NotationError) -> Report:
    """`detail_template`, and `detail_` before the name of each of its parameters, say what `detail` was made of."""
    own = {f"detail_{name}": value for name, value in error.params.items()}
    wrong = violation(
        "schema",
        None,
        duel=None,
        side=None,
        position=None,
        reason="notation",
        line=error.line,
        column=error.column,
        detail=error.message,
        detail_template=error.template,
        **own,
    )
    return unreadable_report(None, None, [wrong])


MAGISTRAR = MagistrarSystem()
