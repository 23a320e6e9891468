"""How a fact of one kind is read: its payload checked against a shape, then the function of the kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.facts.state import ReplayedState

Key = Annotated[str, Meta(pattern="^[0-9a-hjkmnp-tv-z]{12}$")]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Small = Annotated[int, Meta(ge=0, le=2**15 - 1)]
Integer = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Name = Annotated[str, Meta(max_length=60)]
Moment = Annotated[datetime, Meta(tz=True)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Payload(msgspec.Struct, frozen=True):
    """A shape of payloads. Members that it doesn't name are for readers, not for the state."""


class Nothing(Payload, frozen=True):
    """No member matters."""


Shape = TypeVar("Shape", bound=Payload)


@dataclass(frozen=True, slots=True)
class Kind:
    """What the fold does about a kind of fact."""

    shape: type[Payload]
    says: Callable[[ReplayedState, FactValue, Any], None]

    def fold(self, state: ReplayedState, fact: FactValue) -> None:
        """Bring the state up to the fact. ContradictionError for one that can't be."""
        try:
            payload = msgspec.convert(dict(fact.payload), self.shape)
        except msgspec.ValidationError as error:
            raise ContradictionError(f"payload of {fact.kind}", "what this kind of fact says", str(error)) from None
        check_moments(payload)
        self.says(state, fact, payload)


def check_moments(value: object) -> None:
    """Instants that every database and zone can hold."""
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


def kind(shape: type[Shape], says: Callable[[ReplayedState, FactValue, Shape], None]) -> Kind:
    return Kind(shape, says)


Kinds = Mapping[str, Kind]
