"""Documents, editions and the judge of the made-up game."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from games.engine.core.game_system import EditionRefusedError, GameEdition
from games.engine.core.multiplayer import ranked
from games.engine.core.seats import numbered_seats

KEY, ENGINE, SEATS = "toy", "1", numbered_seats(4)
Count = Annotated[int, Meta(ge=0, le=1000)]
Bids = Annotated[tuple[Count, ...], Meta(min_length=3, max_length=4)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="toy-record/1"):
    """Each turn's bids, in seat order."""

    turns: tuple[Bids, ...]
    edition: str = "toy-1"
    meta: dict[str, Any] = {}


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="toy-score/1"):
    """The turns that each seat won and the coins that it bid in a complete game, in seat order."""

    won: Bids
    coins: Bids
    edition: str = "toy-1"
    meta: dict[str, Any] = {}


Document = Record | Score


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many turns a game has, and the most coins of a bid."""

    key: str
    title: Annotated[str, Meta(min_length=1)]
    turns: Annotated[int, Meta(ge=1, le=99)]
    most: Annotated[int, Meta(ge=1, le=99)]
    version: int = 1

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()

    def as_data(self) -> dict[str, Any]:
        return cast("dict[str, Any]", msgspec.to_builtins(self))


class Broken(msgspec.Struct, frozen=True):
    """A broken rule."""

    code: str
    rule: str | None
    turn: int | None
    seat: str | None
    message: str
    params: dict[str, str | int] = {}


class Report(msgspec.Struct, frozen=True):
    """The answer to one document; `turns` says who won each, by seat."""

    system: str
    format: str | None
    edition: str | None
    engine: str
    legal: bool
    complete: bool
    placings: dict[str, int] | None = None
    won: dict[str, int] | None = None
    coins: dict[str, int] | None = None
    turns: tuple[str | None, ...] = ()
    violations: tuple[Broken, ...] = ()
    assumed: tuple[str, ...] = ()


TEMPLATES = {
    "schema": "This isn't a document of the made-up game: %(detail)s",
    "bid": "Turn %(turn)s: player %(seat)s bids %(number)s coins; %(most)s is the most.",
    "turns": "%(number)s turns were played; a game has %(most)s.",
}
SHIPPED: Mapping[str, Edition] = {"toy-1": Edition("toy-1", "The made-up game", turns=4, most=5)}


def read_edition(data: bytes | str) -> Edition:
    try:
        return msgspec.json.decode(data, type=Edition)
    except (msgspec.DecodeError, ValueError) as error:
        raise EditionRefusedError(str(error)) from error


def decode(data: bytes | str) -> Document:
    return counted(msgspec.json.decode(data, type=Document))


def counted(document: Document) -> Document:
    """The document. ValueError where its players aren't as many all through."""
    if not is_of_one_number(document):
        raise ValueError("the number of players changes")
    return document


def format_of(document: Document) -> str:
    return str(document.__struct_config__.tag)


def winner_of(bids: Bids) -> int | None:
    """B1: the index of the seat that wins a turn."""
    return bids.index(max(bids)) if bids.count(max(bids)) == 1 else None


def players_of(document: Document) -> int:
    """Three, where nobody has bid yet."""
    if isinstance(document, Score):
        return len(document.won)
    return len(document.turns[0]) if document.turns else 3


def is_of_one_number(document: Document) -> bool:
    """Whether all of it tells of the same number of players."""
    told = document.turns if isinstance(document, Record) else (document.won, document.coins)
    return len({len(each) for each in told}) <= 1


def score_of(record: Record) -> Score:
    winners = [winner_of(bids) for bids in record.turns]
    players = players_of(record)
    won = tuple(winners.count(seat) for seat in range(players))
    coins = tuple(sum(bids[seat] for bids in record.turns) for seat in range(players))
    return Score(won, coins, record.edition)


def unreadable(sent: object) -> Report:
    """The report on what is no document. `sent`: its JSON, whose format and edition are echoed."""
    try:
        value = msgspec.json.decode(sent) if isinstance(sent, bytes | str) else sent
    except (msgspec.DecodeError, ValueError, RecursionError):
        value = None
    members = value if isinstance(value, dict) else {}
    format_, edition = (text if isinstance(text := members.get(name), str) else None for name in ("format", "edition"))
    return nothing_read(format_, edition, broken("schema", None, detail="its format, edition or shape isn't known"))


def nothing_read(format_: str | None, edition: str | None, *wrong: Broken) -> Report:
    return Report(KEY, format_, edition, ENGINE, False, False, violations=wrong)


def broken(
    code: str, rule: str | None, *, turn: int | None = None, seat: str | None = None, **params: str | int
) -> Broken:
    params |= {name: value for name, value in (("turn", turn), ("seat", seat)) if value is not None}
    return Broken(code, rule, turn, seat, TEMPLATES[code] % params, params)


def judge(document: Document, editions: Mapping[str, GameEdition]) -> Report:
    edition = cast("Edition | None", SHIPPED.get(document.edition) or editions.get(document.edition))
    if edition is None:
        return unreadable({"format": format_of(document), "edition": document.edition})
    turns: tuple[str | None, ...] = ()
    head = (KEY, format_of(document), document.edition, ENGINE)
    if isinstance(document, Score):
        complete, score = True, document
        played = sum(document.won)
        wrong = [broken("turns", "B3", number=played, most=edition.turns)] if played > edition.turns else []
    else:
        complete, score = len(document.turns) == edition.turns, score_of(document)
        wrong = [
            broken("bid", "B2", turn=turn, seat=seat, number=bid, most=edition.most)
            for turn, bids in enumerate(document.turns, 1)
            for seat, bid in zip(SEATS, bids, strict=False)
            if bid > edition.most
        ]
        if not wrong and len(document.turns) > edition.turns:
            wrong = [broken("turns", "B3", number=len(document.turns), most=edition.turns)]
        turns = tuple(None if (seat := winner_of(bids)) is None else SEATS[seat] for bids in document.turns)
    if wrong:
        return Report(*head, False, False, violations=tuple(wrong))
    places = ranked([(won, -coins) for won, coins in zip(score.won, score.coins, strict=True)])
    return Report(
        *head,
        legal=True,
        complete=complete,
        placings=dict(zip(SEATS, places, strict=False)) if complete else None,
        won=dict(zip(SEATS, score.won, strict=False)),
        coins=dict(zip(SEATS, score.coins, strict=False)),
        turns=turns,
    )
