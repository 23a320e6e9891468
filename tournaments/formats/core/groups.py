"""What a format may say whose entrants play in groups beside each other: a service asks by isinstance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from tournaments.formats.core.format import FormatOptions
from tournaments.formats.core.state import StageState


@runtime_checkable
class PlaysInGroups(Protocol):
    """A format that can split its entrants into groups, each with a table of its own."""

    def group_count(self, options: FormatOptions) -> int:
        """How many groups; 0 where all play together."""
        ...

    def entrants_needed(self, options: FormatOptions) -> int:
        """The fewest entrants with which no group is too small."""
        ...

    def has_room(self, entrant_count: int, coming: int, options: FormatOptions) -> bool:
        """Whether so many more can join groups of so many entrants without moving anybody's pairings."""
        ...


def snake_group(number: int, groups: int) -> int:
    """The group, from 1 on, of a pairing number: the first to the last, then back, so that groups are about equally
    strong. It doesn't depend on how many there are."""
    row, place = divmod(number - 1, groups)
    return place + 1 if row % 2 == 0 else groups - place


def snake_number(group: int, place: int, groups: int) -> int:
    """The pairing number that stands at that place of a group, both from 1 on."""
    return (place - 1) * groups + (group if place % 2 else groups - group + 1)


def snake_groups(numbers: Sequence[int], groups: int) -> Mapping[int, tuple[int, ...]]:
    """The pairing numbers of each group, in order."""
    return {
        group: tuple(number for number in sorted(numbers) if snake_group(number, groups) == group)
        for group in range(1, groups + 1)
    }


def group_state(state: StageState, group: int, groups: int) -> StageState:
    """The stage as if only that group played it."""
    return replace(
        state, entrants=tuple(entrant for entrant in state.entrants if snake_group(entrant.number, groups) == group)
    )
