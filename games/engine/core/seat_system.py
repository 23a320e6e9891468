"""The common part of the systems of games for 2 to N players: asking, refusing, and the verdict by seats.

A system derives from `SeatSystem` and says what is its own: documents, editions, judge, numbers and parts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.core.choices import NothingChosen
from games.engine.core.comparison import first_difference_of
from games.engine.core.documents import DocumentReader, ShapeError, sent_names
from games.engine.core.evidence import Difference, Grade, NamedSetUp
from games.engine.core.game_system import GameEdition
from games.engine.core.judged import Judged, Numbers, Part, Violation
from games.engine.core.multiplayer import BySeat, ClaimVerdict, SeatViolation
from games.engine.core.numbers import NumberSpec
from games.engine.core.report import SystemReport, encode_report
from games.engine.core.seats import Seat, SeatNames, by_seat, seat_of
from games.engine.core.sentences import Sentences

NO_EDITIONS: Mapping[str, GameEdition] = {}


class SeatReport(msgspec.Struct, frozen=True, gc=False):
    """The members with which every report begins (multiplayer rules). Each system adds its own, then `violations` and
    `assumed`."""

    system: str
    format: str | None
    edition: str | None
    engine: str
    legal: bool
    complete: bool
    players: int | None = None
    winner: str | None = None
    placings: BySeat | None = None
    claim: ClaimVerdict = None


class _WholeReport(Protocol):
    """The last members of every report."""

    @property
    def violations(self) -> tuple[SeatViolation, ...]: ...

    @property
    def assumed(self) -> tuple[str, ...]: ...


class _Document(Protocol):
    """The members that every document has."""

    @property
    def edition(self) -> str: ...

    @property
    def starter(self) -> str | UnsetType: ...


Document = TypeVar("Document", bound=_Document)
Edition = TypeVar("Edition", bound=GameEdition)
Report = TypeVar("Report", bound=SeatReport)


class SeatSystem(NothingChosen, Generic[Document, Edition, Report]):
    """The judge of a game's documents, and what they say in seats, places and numbers."""

    key: str
    name: str
    engine_version: str
    formats: tuple[str, ...]
    grades: tuple[Grade, ...]
    players: tuple[int, ...]
    draws_starter: bool = False
    seat_names: SeatNames
    numbers: tuple[NumberSpec, ...]
    typed_numbers: int = 0
    reader: DocumentReader[Document]
    report_type: type[Report]
    sentences: Sentences
    difference_order: tuple[str, ...] = ()
    """The members of documents that are compared before the others, at every depth."""
    editions: Mapping[str, Edition]

    def players_of(self, edition: GameEdition) -> tuple[int, ...]:
        return self.players

    def judge(self, document: Document, edition: Edition) -> Report:
        """The report on a document. ShapeError where its shape doesn't fit the edition."""
        raise NotImplementedError

    def numbers_of(self, report: Report, seats: SeatNames) -> Numbers:
        """The declared numbers that a report tells of these seats."""
        raise NotImplementedError

    def parts_of(self, report: Report, seats: SeatNames) -> tuple[Part, ...]:
        """The parts of the game that a report tells of; none where the game has none."""
        return ()

    def check(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            return self._judged(self.reader.decode(data), editions)
        except ShapeError as error:
            return self._refused(error, data)

    def check_document(self, document: object, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            return self._judged(self.reader.from_builtins(document), editions)
        except ShapeError as error:
            return self._refused(error, document)

    def typed_score(
        self,
        set_up: Mapping[str, Any],
        numbers: Sequence[tuple[int, ...]],
        editions: Mapping[str, GameEdition] = NO_EDITIONS,
    ) -> Report:
        raise ValueError("places are typed, no scores")

    def report_on_nothing(self) -> Report:
        return self._unreadable(None, None)

    def is_notation(self, text: str) -> bool:
        """Never: these games have no text notation."""
        return False

    def check_text(self, text: str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        return self.check(text.removeprefix("\ufeff"), editions)

    def check_encoded(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> bytes:
        return encode_report(self.check(data, editions))

    def read_report(self, value: Mapping[str, Any]) -> Report:
        return msgspec.convert(value, self.report_type)

    def score_of(self, document: Document, edition: Edition) -> Document:
        """A legal, complete document told as a score; a score is one already."""
        raise NotImplementedError

    def at_grade(self, document: object, grade: Grade, edition: GameEdition) -> Document:
        """A complete legal document told at that grade, which is its own or a coarser one."""
        typed = cast("Document", document)
        return typed if self.grade(typed) == grade else self.score_of(typed, cast("Edition", edition))

    def variants_of(self, document: Document) -> dict[str, Any]:
        """The variants that a document names, without those that aren't played."""
        return {}

    def parse(self, data: bytes | str) -> Document | None:
        try:
            return self.reader.decode(data)
        except ShapeError:
            return None

    def grade(self, document: object) -> Grade:
        """By the name of the document's kind: Record, Sheet or Score."""
        grade = type(document).__name__.lower()
        if not isinstance(document, msgspec.Struct) or grade not in self.grades:
            raise TypeError(f"{type(document).__name__} is no document of this game")
        return grade

    def set_up(self, document: object) -> NamedSetUp:
        typed = cast("Document", document)
        variants = self.variants_of(typed)
        is_open = self.grade(document) != "record" and not variants
        starter = None if typed.starter is UNSET else seat_of(self.seat_names, typed.starter)
        return NamedSetUp(starter, typed.edition, None if is_open else variants)

    def variants_agree(self, said: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
        """Equality: nothing of the variants is found out during a game."""
        return dict(said) == dict(known)

    def variants_after(self, variants: Mapping[str, Any], losers: Sequence[Seat]) -> dict[str, Any]:
        """A lost game changes nothing in the next one."""
        return dict(variants)

    def digest(self, document: object) -> str:
        played = self._as_played(cast("Document", document))
        return hashlib.sha256(msgspec.json.encode(played, order="sorted")).hexdigest()

    def first_difference(
        self, first: object, second: object, editions: Mapping[str, GameEdition] | None = None
    ) -> Difference | None:
        one, other = cast("Document", first), cast("Document", second)
        if type(one) is not type(other):
            coarser = max(self.grade(one), self.grade(other), key=self.grades.index)
            one, other = (self.at_grade(each, coarser, self._edition_of(each, editions or {})) for each in (one, other))
        return first_difference_of(
            cast("msgspec.Struct", self._as_played(one)),
            cast("msgspec.Struct", self._as_played(other)),
            self.seat_names,
            self.difference_order,
        )

    def encode(self, document: object) -> bytes:
        return msgspec.json.encode(document)

    def _as_played(self, document: Document) -> Document:
        """The document without what doesn't belong to the play."""
        struct = cast("msgspec.Struct", document)
        beside = {name: UNSET for name in ("claim", "meta") if name in struct.__struct_fields__}
        return cast("Document", msgspec.structs.replace(struct, **beside))

    def _edition_of(self, document: Document, editions: Mapping[str, GameEdition]) -> Edition:
        return cast("Edition", self.editions.get(document.edition) or editions[document.edition])

    def judged(self, report: SystemReport) -> Judged:
        own = cast("Report", report)
        whole = cast("_WholeReport", report)
        seats = self.seat_names[: own.players or 0]
        return Judged(
            legal=own.legal,
            complete=own.complete,
            players=own.players,
            places=by_seat(self.seat_names, own.placings) if own.placings else (),
            numbers=self.numbers_of(own, seats),
            parts=self.parts_of(own, seats),
            violations=tuple(self._violation(found) for found in whole.violations),
            assumed=whole.assumed,
            claim=own.claim,
            report=own,
        )

    def _judged(self, document: Document, editions: Mapping[str, GameEdition]) -> Report:
        """Shipped editions can't be replaced; a club's was made by `read_edition`, so it is one of the system's."""
        edition = self.editions.get(document.edition) or editions.get(document.edition)
        if edition is None:
            raise ShapeError(f"the edition {document.edition!r} isn't known - at `$.edition`")
        return self.judge(document, cast("Edition", edition))

    def _refused(self, error: ShapeError, sent: object) -> Report:
        """The report on something that is no document (M8)."""
        format_, edition = sent_names(sent)
        broken = self.sentences.violation("schema", None, detail=str(error))
        return self._unreadable(format_, edition, broken)

    def _unreadable(self, format_: str | None, edition: str | None, *broken: SeatViolation) -> Report:
        make = cast("Any", self.report_type)
        report: Report = make(
            self.key, format_, edition, self.engine_version, legal=False, complete=False, violations=broken
        )
        return report

    def _violation(self, found: SeatViolation) -> Violation:
        return Violation(
            code=found.code,
            rule=found.rule,
            part=found.turn,
            seat=None if found.seat is None else self.seat_names.index(found.seat) + 1,
            position=found.position,
            template=self.sentences.template(found.code, found.rule, found.params),
            params=found.params,
            message=found.message,
        )


def numbers_by_seat(values: Mapping[str, Mapping[str, int | None] | None], seats: SeatNames) -> Numbers:
    """Declared numbers by key and seat name, in seat order; all of them unknown where a key has None."""
    unknown = (None,) * len(seats)
    return {
        key: unknown if by_name is None else tuple(by_name[seat] for seat in seats) for key, by_name in values.items()
    }
