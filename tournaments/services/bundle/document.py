"""One event as a JSON document (docs/formats/bundle.md): its shape, written always the same, read with suspicion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from magistrar_site.shared.facts import Detail, FactValue
from magistrar_site.shared.texts import storable_text

FORMAT: Literal["magistrar-event/1"] = "magistrar-event/1"
MOST_BYTES = 256 * 1024 * 1024
MOST_FACTS = 1_000_000
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)

Key = Annotated[str, Meta(pattern="^[0-9a-hjkmnp-tv-z]{12}$")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Moment = Annotated[datetime, Meta(tz=True)]
PersonName = Annotated[str, Meta(min_length=1, max_length=100)]


class BundleError(ValueError):
    """The file is no bundle. `line` counts from 1; 0 where no line says it."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message, self.line = message, line


class _Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the document."""


class DetailLine(_Shape, frozen=True):
    """A text with its salt; or when it was erased; or neither, where it was left out of the export."""

    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")] | UnsetType = UNSET
    text: str | UnsetType = UNSET
    erased_at: Moment | UnsetType = UNSET


class FactLine(_Shape, frozen=True):
    """`redacted` names what is hidden in a public bundle: members of the payload, "payload" for the whole, "actor"."""

    number: Number
    kind: Annotated[str, Meta(max_length=60)]
    at: Moment
    previous: Digest
    digest: Digest
    actor: Annotated[str, Meta(max_length=60)] = ""
    payload: dict[str, Any] = {}
    details: dict[Annotated[str, Meta(max_length=40)], DetailLine] = {}
    redacted: list[Annotated[str, Meta(max_length=60)]] = []


class Head(_Shape, frozen=True):
    number: Number
    digest: Digest


class ClubLine(_Shape, frozen=True):
    key: Key
    name: PersonName
    place: Annotated[str, Meta(max_length=100)] = ""


class PlayerLine(_Shape, frozen=True):
    """`club` tells members of the event's club from guests; `erased`: the person was deleted, the name is a ghost's."""

    key: Key
    name: PersonName
    club: bool = False
    bot: bool = False
    hides_name: bool = False
    under_16: bool = False
    erased: bool = False


class People(_Shape, frozen=True):
    """The names of a bundle: they can be left out."""

    club: ClubLine
    players: list[PlayerLine]


class Bundle(_Shape, frozen=True):
    format: Literal["magistrar-event/1"]
    event: Key
    head: Head
    facts: list[msgspec.Raw]
    people: People | None = None
    public: bool = False


class Read(msgspec.Struct, frozen=True):
    """A bundle as it was read."""

    event: str
    head: tuple[int, str]
    facts: list[FactValue]
    people: People | None
    is_public: bool = False

    @property
    def stream(self) -> str:
        return f"event:{self.event}"


def bundle_chunks(
    *, event: str, head: tuple[int, str], facts: Iterable[FactValue], people: People | None, public: bool = False
) -> Iterator[bytes]:
    """The document, a fact at a time: members in a fixed order, keys of payloads sorted, a fact a line. The same event
    gives the same bytes everywhere. `public`: the facts are as everybody may see them."""
    encode = ENCODER.encode
    yield b'{"format":' + encode(FORMAT) + b',\n"event":' + encode(event) + b',\n"head":' + encode(Head(*head)) + b",\n"
    if public:
        yield b'"public":true,\n'
    if people is not None:
        yield b'"people":' + encode(people) + b",\n"
    yield from facts_chunks(facts)


def facts_chunks(facts: Iterable[FactValue]) -> Iterator[bytes]:
    """The last member of a document, `facts`, a fact a line, and its end."""
    before = b'"facts":[\n'
    for fact in facts:
        yield before + ENCODER.encode(_fact_line(fact))
        before = b",\n"
    yield b"\n]}\n"


ENCODER = msgspec.json.Encoder(order="sorted")


def _fact_line(fact: FactValue) -> FactLine:
    return FactLine(
        number=fact.number,
        kind=fact.kind,
        at=fact.at.astimezone(UTC),
        actor=fact.actor,
        payload=dict(fact.payload),
        previous=fact.previous,
        digest=fact.digest,
        details={name: _detail_line(detail) for name, detail in fact.details.items()},
        redacted=sorted(fact.redacted),
    )


def _detail_line(detail: Detail) -> DetailLine:
    if detail.text is not None and detail.salt is not None:
        return DetailLine(salt=detail.salt, text=detail.text)
    return DetailLine(erased_at=detail.erased_at.astimezone(UTC)) if detail.erased_at else DetailLine()


def bundle_decode(data: bytes) -> Read:
    """Read a bundle. BundleError for anything that isn't one: no JSON, other members or types, too big, texts or
    numbers that no database keeps. Whether its facts hold isn't looked at."""
    if len(data) > MOST_BYTES:
        raise BundleError(f"The file has {len(data):,} bytes; a bundle has at most {MOST_BYTES:,}.")
    outer = document_decode(data, Bundle)
    facts = facts_decode(data, outer.facts)
    if outer.people is not None:
        _check_plain(msgspec.to_builtins(outer.people), "people", 0)
    if not outer.public and any(fact.redacted for fact in facts):
        raise BundleError("Facts are redacted, and the bundle doesn't say that it is public.")
    return Read(outer.event, (outer.head.number, outer.head.digest), facts, outer.people, outer.public)


def document_decode(data: bytes, shape: type[Any]) -> Any:
    """The document as a value of that shape. BundleError."""
    return _decode(data, 0, shape, data)


def facts_decode(data: bytes, raws: Sequence[msgspec.Raw]) -> list[FactValue]:
    """The facts of a document, in order. BundleError, with the line."""
    if len(raws) > MOST_FACTS:
        raise BundleError(f"The file has {len(raws):,} facts; a bundle has at most {MOST_FACTS:,}.")
    if not raws:
        raise BundleError("The file has no facts.")
    facts, line, end = [], 1, 0
    for raw in raws:
        text = bytes(raw)
        start = data.index(text, end)
        line += data.count(b"\n", end, start)
        facts.append(_fact_value(_decode(text, start, FactLine, data), line))
        end = start + len(text)
        line += text.count(b"\n")
    return facts


def _decode(text: bytes, start: int, shape: type[Any], data: bytes) -> Any:
    try:
        return msgspec.json.decode(text, type=shape)
    except RecursionError:
        raise BundleError("It is nested too deeply.", _line_at(data, start)) from None
    except UnicodeDecodeError:
        raise BundleError("It is no UTF-8.", _line_at(data, start)) from None
    except msgspec.DecodeError as error:  # ValidationError is one
        at = re.search(r"\(byte (\d+)\)$", str(error))
        raise BundleError(str(error), _line_at(data, start + (int(at[1]) if at else 0))) from None


def _line_at(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


def _fact_value(line: FactLine, number: int) -> FactValue:
    _check_plain([line.kind, line.actor, line.payload, [*line.details]], f"fact {line.number}", number)
    details = {name: _detail(detail, f"fact {line.number}", number) for name, detail in line.details.items()}
    return FactValue(
        number=line.number,
        kind=line.kind,
        payload=line.payload,
        actor=line.actor,
        at=_checked_moment(line.at, f"fact {line.number}", number),
        previous=line.previous,
        digest=line.digest,
        details=details,
        redacted=frozenset(line.redacted),
    )


def _detail(line: DetailLine, where: str, number: int) -> Detail:
    if isinstance(line.text, str) != isinstance(line.salt, str):
        raise BundleError(f"{where}: a detail has a text and its salt, or neither.", number)
    if isinstance(line.text, str) and isinstance(line.salt, str):
        _check_plain(line.text, where, number)
        return Detail(line.salt, line.text)
    erased = _checked_moment(line.erased_at, where, number) if isinstance(line.erased_at, datetime) else None
    return Detail(None, None, erased)


def _checked_moment(moment: datetime, where: str, number: int) -> datetime:
    if not EARLIEST <= moment <= LATEST:
        raise BundleError(f"{where}: an instant between 2000 and 2200 is expected.", number)
    return moment.astimezone(UTC)


def _check_plain(value: object, where: str, number: int) -> None:
    """Texts, whole numbers of 64 bits, true, false and null, as every database keeps them."""
    if isinstance(value, str):
        if storable_text(value) != value:
            raise BundleError(f"{where}: a text holds a character that no database keeps (such as NUL).", number)
    elif isinstance(value, float) or (isinstance(value, int) and not -(2**63) <= value < 2**63):
        raise BundleError(f"{where}: only whole numbers of up to 64 bits are kept.", number)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_plain(key, where, number)
            _check_plain(item, where, number)
    elif isinstance(value, list):
        for item in value:
            _check_plain(item, where, number)
