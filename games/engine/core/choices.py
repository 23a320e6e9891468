"""Choices at the table before and during a game, as a game system declares them.

Among the variants of a game's documents a choice has its own name. What was said for each seat is a mapping by the
seat's name, what was said for parts is a list in the order of the parts, as far as it goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from games.engine.core.seats import Seat, SeatNames

ChosenFor = Literal["seat", "part"]
BASE_GAME: Mapping[str, tuple[str, ...]] = {"base": ()}
"""The ways to play of a game that nothing is chosen for."""


NOTHING_FIXED: Mapping[str, Mapping[str, Any]] = {}
"""Of a game whose ways to play differ in nothing but what is said at the table."""


class Choice(msgspec.Struct, frozen=True):
    """One thing that is said at the table.

    `key`: its name among the variants of documents. `chosen_for`: "seat", one value for each seat, said before the
    first part of the game; "part", one value for each of the parts 1 to `parts`, turned up before that part. `value`:
    what a violation calls one value of it in its parameters, and forms in the names of their fields.
    """

    key: str
    chosen_for: ChosenFor
    value: str
    parts: int = 0


Choices = Sequence[Choice]


def said_of(choices: Choices, variants: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a game's variants that was said at the table."""
    return {choice.key: variants[choice.key] for choice in choices if choice.key in variants}


def variants_with(choices: Choices, variants: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The variants with what was said in place of anything said before; the others stay."""
    keys = {choice.key for choice in choices}
    return {name: value for name, value in variants.items() if name not in keys} | dict(said)


def values_by_part(choice: Choice, variants: Mapping[str, Any]) -> list[str]:
    """The values of a choice for parts that were said so far, in the order of the parts."""
    return list(variants.get(choice.key, ()))


def goes_on_from(choices: Choices, said: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether `said` says all that `before` says of these choices. It may say more, as the value of the next part."""
    for choice in choices:
        if choice.chosen_for == "part":
            known = values_by_part(choice, before)
            if values_by_part(choice, said)[: len(known)] != known:
                return False
        elif said.get(choice.key) != before.get(choice.key, said.get(choice.key)):
            return False
    return True


def contradiction(choices: Choices, now: Mapping[str, Any], sent: Mapping[str, Any]) -> tuple[Choice, int] | None:
    """The first choice on which two accounts differ as far as both go, with the part (0 for a choice for seats)."""
    for choice in choices:
        if choice.chosen_for == "seat":
            if choice.key in now and sent.get(choice.key, now[choice.key]) != now[choice.key]:
                return choice, 0
            continue
        pairs = zip(values_by_part(choice, now), values_by_part(choice, sent), strict=False)
        for number, (ours, theirs) in enumerate(pairs, 1):
            if ours != theirs:
                return choice, number
    return None


def joined(choices: Choices, now: Mapping[str, Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """Two accounts that don't contradict each other as one: of choices for parts the longer list."""
    both = {**now, **sent}
    for choice in choices:
        if choice.chosen_for == "part" and choice.key in both:
            both[choice.key] = max(values_by_part(choice, now), values_by_part(choice, sent), key=len)
    return both


def open_before(choices: Choices, variants: Mapping[str, Any], part: int) -> Choice | None:
    """The first choice that has to be said before that part is played and isn't, choices for seats first; None: all
    are said."""
    for choice in sorted(choices, key=lambda choice: choice.chosen_for == "part"):
        if not is_said(choice, variants, part):
            return choice
    return None


def is_said(choice: Choice, variants: Mapping[str, Any], part: int) -> bool:
    """Whether a choice is said as far as that part needs it."""
    if choice.chosen_for == "seat":
        return choice.key in variants
    return len(values_by_part(choice, variants)) >= min(part, choice.parts)


def last_part(choices: Choices) -> int:
    """The last part that something is turned up for; 0 where nothing is turned up."""
    return max((choice.parts for choice in choices), default=0)


def place_of(choices: Choices, params: Mapping[str, Any], said: Mapping[str, Any], seats: SeatNames) -> str:
    """Where among what was said a violation with these parameters stands: "key.seat", "key.index" (from 0), or "key"
    for a choice as a whole. Of a value that was said twice, the later one is meant."""
    for choice in choices:
        if choice.value not in params:
            continue
        values = said.get(choice.key, ())
        named = values.items() if isinstance(values, Mapping) else enumerate(values)
        places = [place for place, value in named if value == params[choice.value]]
        return f"{choice.key}.{places[-1]}" if places else choice.key
    halves = [each for each in choices if each.chosen_for == "seat" and 0 < len(said.get(each.key, ())) < len(seats)]
    return (halves or list(choices)[-1:])[0].key


class NothingChosen:
    """A game that nothing is chosen for at the table, and whose records are told part by part as they are sent: what
    a system derives from until it declares more."""

    choices: tuple[Choice, ...] = ()
    ways: Mapping[str, tuple[str, ...]] = BASE_GAME
    fixed_variants: Mapping[str, Mapping[str, Any]] = NOTHING_FIXED

    def options(self, choice: str, edition: Any) -> tuple[str, ...]:
        return ()

    def beginning(self, document: object, parts: int) -> object:
        return document

    def told_part(self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: Any) -> Any:
        return sent

    def parts_agree(self, first: Any, second: Any) -> bool:
        return bool(first == second)


def choices_named(choices: Choices, keys: Iterable[str]) -> tuple[Choice, ...]:
    """The choices with these keys, in the order in which the system declares them."""
    wanted = set(keys)
    return tuple(choice for choice in choices if choice.key in wanted)


def seats_of_choice(choice: Choice, said: Mapping[str, Any], seats: SeatNames) -> list[tuple[Seat, str]]:
    """The values of a choice for seats that were said, each with its seat."""
    return [(seats.index(name) + 1, value) for name, value in said.get(choice.key, {}).items() if name in seats]
