"""The first difference of two documents of one grade, member by member, for systems whose documents are structs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from games.engine.core.evidence import Difference
from games.engine.core.seats import SeatNames

PARTS = "turns"
"""The member of a record that lists its parts."""


def first_difference_of(
    first: msgspec.Struct, second: msgspec.Struct, seats: SeatNames, order: Sequence[str] = ()
) -> Difference | None:
    """The first thing on which two documents of the same kind differ, in the order of their members; None: they agree.
    Members that `order` names come first, in its order, at every depth.

    `what` is the name of the innermost member. A member that is left out in one of them, and has no default, isn't
    known there: that is no difference.
    """
    place = _Place(seats, tuple(order))
    for name in sorted(first.__struct_fields__, key=place.rank):
        ours, theirs = getattr(first, name), getattr(second, name)
        if ours is UNSET or theirs is UNSET:
            continue
        plain = msgspec.to_builtins((ours, theirs))
        found = next(_differences(name, plain[0], plain[1], place), None)
        if found is not None:
            return found
    return None


class _Place(msgspec.Struct, frozen=True):
    """The place of a value in a document. `order`: the members that are compared before the others."""

    seats: SeatNames
    order: tuple[str, ...]
    part: int | None = None
    seat: int | None = None
    position: int | None = None

    def rank(self, name: str) -> int:
        """Where the member of that name comes among others."""
        return self.order.index(name) if name in self.order else len(self.order)


def _differences(what: str, ours: Any, theirs: Any, place: _Place) -> Iterator[Difference]:
    if ours == theirs:
        return
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        yield from _in_members(what, ours, theirs, place)
    elif isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        yield from _in_list(what, ours, theirs, place)
    else:
        yield Difference(what, _said(ours), _said(theirs), place.part, place.seat, place.position)


def _in_members(what: str, ours: Mapping[str, Any], theirs: Mapping[str, Any], place: _Place) -> Iterator[Difference]:
    for name in sorted(sorted({*ours, *theirs}), key=place.rank):
        if name in place.seats:
            inner, seated = what, msgspec.structs.replace(place, seat=place.seats.index(name) + 1)
        else:
            inner, seated = name, place
        yield from _differences(inner, ours.get(name), theirs.get(name), seated)


def _in_list(what: str, ours: Sequence[Any], theirs: Sequence[Any], place: _Place) -> Iterator[Difference]:
    where = "part" if what == PARTS else "position"
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
        yield from _differences(what, our, their, msgspec.structs.replace(place, **{where: number}))
    if len(ours) != len(theirs):
        shorter = msgspec.structs.replace(place, **{where: min(len(ours), len(theirs)) + 1})
        yield Difference(what, len(ours), len(theirs), shorter.part, shorter.seat, shorter.position)


def _said(value: Any) -> str | int | None:
    """A value as a difference says it: what isn't a text or a number, as JSON."""
    if value is None or isinstance(value, str | int):
        return value
    return msgspec.json.encode(value, order="sorted").decode()
