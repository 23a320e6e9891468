"""Facts, and the declarations of their kinds: one frozen struct a kind (docs/adding-a-fact.md)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Meta

Key = Annotated[str, Meta(pattern="^[0-9a-hjkmnp-tv-z]{12}$")]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Small = Annotated[int, Meta(ge=0, le=2**15 - 1)]
Integer = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Name = Annotated[str, Meta(max_length=60)]
Moment = Annotated[datetime, Meta(tz=True)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

VERSION = "v"  # the member of a payload that holds the version of its shape; a payload without it has version 1
Members = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Detail:
    """A text beside the chain. `text` and `salt` are None where they were erased (`erased_at` says when) or left out of
    an export."""

    salt: str | None
    text: str | None
    erased_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FactValue:
    """One fact with its details, wherever it was read from. `redacted` are the members that somebody else mustn't see:
    of the payload, or "payload" for the whole of it, and "actor". Its digest can't be worked out then."""

    number: int
    kind: str
    payload: Members
    actor: str
    at: datetime
    previous: str
    digest: str
    details: Mapping[str, Detail] = field(default_factory=dict)
    redacted: frozenset[str] = frozenset()

    def texts(self) -> dict[str, str]:
        """The details that are there, by field."""
        return {name: detail.text for name, detail in self.details.items() if detail.text is not None}


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that isn't as it should be. `number` is the fact's at which it shows; 0 where no fact says it."""

    number: int
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        where = f"fact {self.number}" if self.number else "no fact"
        return f"{where}: {self.what}: expected {self.expected}, found {self.found}"


class ContradictionError(Exception):
    """A fact that can't have followed on those before it. `what` names what is wrong."""

    def __init__(self, what: str, expected: str, found: str) -> None:
        super().__init__(what)
        self.what, self.expected, self.found = what, expected, found


@dataclass(frozen=True, slots=True)
class FactSentence:
    """A kind of fact in words: its short name, and its sentence for the log. Where a member of the payload decides
    about the words, `variants` has the sentence for each of its values ("" for none), and `sentence` is for all others.
    A parameter is a member of the payload, or one of `tournaments.log.parameters`."""

    label: Any
    sentence: Any
    by: str = ""
    variants: Mapping[Any, Any] = field(default_factory=dict)

    def template(self, payload: Members) -> str:
        """The sentence for this payload, to be filled."""
        value = payload.get(self.by) if self.by else None
        value = "" if value is None else value
        is_known = isinstance(value, str | bool) and value in self.variants
        return str(self.variants[value] if is_known else self.sentence)


_declared: dict[str, type[FactPayload]] = {}  # every kind of this process, by the name that is stored


def newest_members(kind: str, payload: Members) -> Members:
    """A stored payload in the newest version of its kind; as it is where kind or version are unknown."""
    declared = _declared.get(kind)
    try:
        return payload if declared is None else declared.upgraded(payload)
    except ContradictionError:
        return payload


class FactPayload(msgspec.Struct, frozen=True):
    """The payload of one kind of fact. Members whose default is UNSET are left out where they aren't given; any other
    default stands for a member that older payloads lack. Members that a stored payload has beside these are ignored.

    `is_secret`: the payload gets a salt, because its digest is public and what it says is easily guessed. `upgrades`
    bring a payload of version 1 to version 2, one of version 2 to version 3, and so on: pure functions, total for
    everything that can be stored. The newest version is that of this struct."""

    kind: ClassVar[str] = ""
    is_secret: ClassVar[bool] = False
    upgrades: ClassVar[tuple[Callable[[Members], dict[str, Any]], ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.kind:
            _declared[cls.kind] = cls

    @classmethod
    def newest_version(cls) -> int:
        """The newest version, which new facts have."""
        return len(cls.upgrades) + 1

    def payload(self) -> dict[str, Any]:
        """The stored form: plain JSON values in the order of the members, instants and days in ISO 8601."""
        members: dict[str, Any] = _plain(self)
        return members if self.newest_version() == 1 else {**members, VERSION: self.newest_version()}

    @classmethod
    def upgraded(cls, payload: Members) -> dict[str, Any]:
        """A stored payload in the newest version. ContradictionError for a version that this service doesn't know."""
        version = payload.get(VERSION, 1)
        if type(version) is not int or not 1 <= version <= cls.newest_version():
            raise ContradictionError(f"version of {cls.kind}", f"1 to {cls.newest_version()}", str(version)[:40])
        members = dict(payload)
        for upgrade in cls.upgrades[version - 1 :]:
            members = upgrade(members)
        return members

    @classmethod
    def read(cls, payload: Members) -> Self:
        """A stored payload of any version. ContradictionError for one of another shape."""
        try:
            found = msgspec.convert(cls.upgraded(payload), cls)
        except msgspec.ValidationError as error:
            raise ContradictionError(f"payload of {cls.kind}", "what this kind of fact says", str(error)) from None
        check_moments(found)
        return found


class StreamFact(FactPayload, frozen=True):
    """A kind of fact that a stream is replayed from, and that its log tells.

    - `topic` groups kinds in the log, `sentence` is the kind's line there.
    - `is_public`: everybody may see the members, except those in `hidden`; the whole fact is private otherwise.
    - `withheld` are members that are hidden in those facts of which `is_withheld` says so ("actor": who made them).
    - `former` are members of older versions, as public as the others.
    - `is_draft`: the fact is private until its round is published. `is_wish`: pairings depend on it.
    - `follows_from_facts` names what the fact fixes as a result of facts that the public may not see all of, filled
      with members; empty for other kinds. `follows_from_wishes`: wishes are among those facts.

    A member that is called like one of these is stored under its name by `msgspec.field(name=...)`."""

    topic: ClassVar[str] = ""
    sentence: ClassVar[FactSentence]
    is_public: ClassVar[bool] = False
    hidden: ClassVar[frozenset[str]] = frozenset()
    former: ClassVar[frozenset[str]] = frozenset()
    withheld: ClassVar[frozenset[str]] = frozenset()
    is_draft: ClassVar[bool] = False
    is_wish: ClassVar[bool] = False
    follows_from_facts: ClassVar[str] = ""
    follows_from_wishes: ClassVar[bool] = False

    @classmethod
    def members(cls) -> frozenset[str]:
        """The names of all members that a stored payload of this kind may have, whatever its version."""
        return frozenset({*cls.__struct_encode_fields__, *cls.former})

    @classmethod
    def is_withheld(cls, payload: Members, shown_submissions: Collection[str]) -> bool:
        """Whether a fact with this payload hides the members that are `withheld`. `shown_submissions`: the keys of
        those that a result shows."""
        return False

    def apply(self, state: Any, fact: FactValue) -> None:
        """Bring the state up to this fact. ContradictionError for one that can't be."""
        raise NotImplementedError

    def check(self, state: Any, fact: FactValue, walk: Any) -> Iterator[Difference]:
        """The differences between the fact and what follows from the facts before it. `state` has this fact already."""
        return iter(())


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        members = ((stored, getattr(value, name)) for stored, name in names)
        return {stored: _plain(member) for stored, member in members if member is not UNSET}
    if isinstance(value, Mapping):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    if isinstance(value, date):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else value


def check_moments(value: object) -> None:
    """Instants that every database and zone can hold. ContradictionError for any other."""
    if isinstance(value, datetime) and not 1900 <= value.year <= 2200:
        raise ContradictionError("instant", "one between 1900 and 2200", value.isoformat())
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            check_moments(getattr(value, name))
    elif isinstance(value, Mapping):
        for item in value.values():
            check_moments(item)
    elif isinstance(value, list | tuple):
        for item in value:
            check_moments(item)
