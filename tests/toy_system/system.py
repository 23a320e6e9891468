"""The made-up game as a game system."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from games.engine.core.choices import NothingChosen
from games.engine.core.evidence import Difference, Grade, NamedSetUp
from games.engine.core.game_system import GameEdition, GameSystem
from games.engine.core.judged import Judged, Part, Violation
from games.engine.core.multiplayer import ranked
from games.engine.core.numbers import NumberSpec
from games.engine.core.replay import Reason
from games.engine.core.report import SystemReport, encode_report
from games.engine.core.seats import Seat, SeatNames, by_seat, seat_of
from tests.toy_system.game import (
    ENGINE,
    KEY,
    SEATS,
    SHIPPED,
    TEMPLATES,
    Broken,
    Document,
    Edition,
    Record,
    Report,
    Score,
    counted,
    decode,
    judge,
    nothing_read,
    read_edition,
    score_of,
    unreadable,
)

NO_EDITIONS: Mapping[str, GameEdition] = {}


class ToyStep(msgspec.Struct, frozen=True):
    """A turn: the coins that each seat bid in it."""

    part: int
    bids: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()


class ToySystem(NothingChosen):
    """Records and scores of the made-up game."""

    key = KEY
    name = "Made-up game"
    engine_version = ENGINE
    formats = ("toy-record/1", "toy-score/1")
    grades: tuple[Grade, ...] = ("record", "score")
    players = (3, 4)
    draws_starter = True  # all bid at once
    seat_names: SeatNames = SEATS
    numbers = (
        NumberSpec("won", "Turns won", "Won", "Turns in which the player's bid was the highest."),
        NumberSpec("coins", "Coins bid", "Coins", "All coins that the player bid.", better="less"),
    )
    typed_numbers = 0
    editions: Mapping[str, Edition] = SHIPPED

    def players_of(self, edition: GameEdition) -> tuple[int, ...]:
        return self.players

    def read_edition(self, data: bytes | str) -> Edition:
        return read_edition(data)

    def check(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            return judge(decode(data), editions)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return unreadable(data)

    def check_document(self, document: object, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        try:
            return judge(counted(msgspec.convert(msgspec.to_builtins(document), Document)), editions)
        except (msgspec.ValidationError, ValueError, RecursionError, TypeError):
            return unreadable(document)

    def typed_score(
        self,
        set_up: Mapping[str, Any],
        numbers: Sequence[tuple[int, ...]],
        editions: Mapping[str, GameEdition] = NO_EDITIONS,
    ) -> Report:
        raise ValueError("places are typed, no scores")

    def report_on_nothing(self) -> Report:
        return nothing_read(None, None)

    def is_notation(self, text: str) -> bool:
        return False

    def check_text(self, text: str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> Report:
        return self.check(text, editions)

    def check_encoded(self, data: bytes | str, editions: Mapping[str, GameEdition] = NO_EDITIONS) -> bytes:
        return encode_report(self.check(data, editions))

    def judged(self, report: SystemReport) -> Judged:
        own = cast("Report", report)
        seats = SEATS[: len(own.won)] if own.won else ()
        return Judged(
            legal=own.legal,
            complete=own.complete,
            players=len(seats) or None,
            places=by_seat(seats, own.placings) if own.placings else (),
            numbers={
                "won": by_seat(seats, own.won) if own.won else (),
                "coins": by_seat(seats, own.coins) if own.coins else (),
            },
            parts=tuple(_part(number, winner, seats) for number, winner in enumerate(own.turns, 1)),
            violations=tuple(_violation(found) for found in own.violations),
            assumed=own.assumed,
            claim=None,
            report=own,
        )

    def places_so_far(self, judged: Judged) -> tuple[int, ...]:
        won, coins = (cast("tuple[int, ...]", judged.numbers[key]) for key in ("won", "coins"))
        return tuple(ranked([(own, -paid) for own, paid in zip(won, coins, strict=True)]))

    def read_report(self, value: Mapping[str, Any]) -> Report:
        return msgspec.convert(value, Report)

    def parse(self, data: bytes | str) -> Document | None:
        try:
            return decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return None

    def grade(self, document: object) -> Grade:
        if not isinstance(document, Document):
            raise TypeError(f"{type(document).__name__} is no document of this game")
        return "record" if isinstance(document, Record) else "score"

    def set_up(self, document: object) -> NamedSetUp:
        return NamedSetUp(None, cast("Document", document).edition, {} if isinstance(document, Record) else None)

    def begun_record(self, set_up: Mapping[str, Any], parts: Sequence[Any]) -> dict[str, Any]:
        return {"format": "toy-record/1", "edition": set_up["edition"], "turns": list(parts)}

    def variants_agree(self, said: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
        return said == known

    def variants_after(self, variants: Mapping[str, Any], losers: Sequence[Seat]) -> dict[str, Any]:
        return dict(variants)

    def digest(self, document: object) -> str:
        played = msgspec.structs.replace(cast("Document", document), meta={})
        return hashlib.sha256(msgspec.json.encode(played)).hexdigest()

    def first_difference(
        self, first: object, second: object, editions: Mapping[str, GameEdition] | None = None
    ) -> Difference | None:
        if isinstance(first, Record) and isinstance(second, Record):
            for turn, (ours, theirs) in enumerate(zip(first.turns, second.turns, strict=False), 1):
                for seat, (our, their) in enumerate(zip(ours, theirs, strict=True), 1):
                    if our != their:
                        return Difference("bid", our, their, turn, seat)
            turns = (len(first.turns), len(second.turns))
            return None if turns[0] == turns[1] else Difference("turns", *turns, part=min(turns) + 1)
        one, other = (score_of(each) if isinstance(each, Record) else cast("Score", each) for each in (first, second))
        for what in ("won", "coins"):
            for seat, (our, their) in enumerate(zip(getattr(one, what), getattr(other, what), strict=True), 1):
                if our != their:
                    return Difference(what, our, their, seat=seat)
        return None

    def random_game(
        self,
        rng: random.Random,
        *,
        players: int,
        starter: Seat | None,
        edition: GameEdition,
        variants: Mapping[str, object],
    ) -> Record:
        rules = cast("Edition", edition)
        bid = [tuple(rng.randint(0, rules.most) for _ in range(players)) for _ in range(rules.turns)]
        return Record(tuple(bid), edition.key)

    def at_grade(self, document: object, grade: Grade, edition: GameEdition) -> Document:
        record = cast("Record", document)
        return record if grade == "record" else score_of(record)

    def replay(self, document: object, editions: Mapping[str, GameEdition] | None = None) -> tuple[ToyStep, ...]:
        if not isinstance(document, Record) or not judge(document, editions or NO_EDITIONS).legal:
            return ()
        return (ToyStep(0, (0, 0, 0)), *(ToyStep(turn, bids) for turn, bids in enumerate(document.turns, 1)))

    def encode(self, document: object) -> bytes:
        return msgspec.json.encode(document)


def _part(number: int, winner: str | None, seats: SeatNames) -> Part:
    """Who won the turn is placed first, the others share the second place; nobody won: all share the first."""
    won = tuple(int(name == winner) for name in seats)
    return Part(number, tuple(ranked(won)), won)


def _violation(found: Broken) -> Violation:
    seat = None if found.seat is None else seat_of(SEATS, found.seat)
    template = TEMPLATES[found.code]
    return Violation(found.code, found.rule, found.turn, seat, None, template, found.params, found.message)


TOY: GameSystem = ToySystem()
