"""The numbers that a game system declares, as columns of an event's tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from games.engine.registry import DEFAULT_JUDGE, game_system
from games.values.results import SeatScore
from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.tiebreaks.catalogue import TIE_BREAKS

DEFAULT_SYSTEM = DEFAULT_JUDGE

# How stored rules and tables name the tie-breaks on these numbers; those on all others go by the number's key.
STORED_CODES: Mapping[str, str] = {"honoris": "HON", "markers": "MRK", "encounters": "ENC"}


@lru_cache
def number_columns(system: str) -> tuple[NumberColumn, ...]:
    """The numbers of a game system that rank players, in its order. Own less opponents' is a tie-break on the first,
    the game's own score."""
    of_system = game_system(system)
    ranking = [spec for spec in of_system.numbers if spec.adds_up != "none" and spec.better]
    return tuple(
        NumberColumn(
            key=spec.key,
            code=_code_of(system, spec.key),
            label=spec.label,
            short_label=spec.short_label,
            source=of_system.name.partition(":")[0],  # without the subtitle
            is_newest=spec.adds_up == "last",
            lower_first=spec.better == "less",
            has_difference=spec is of_system.numbers[0],
            least=spec.least,
            most=spec.most,
        )
        for spec in ranking
    )


def _code_of(system: str, key: str) -> str:
    """The code of the tie-break on a number: its key, unless that is the code of another tie-break already."""
    code = STORED_CODES.get(key, key.upper())
    return f"{system.upper()}_{code}" if code in TIE_BREAKS else code


class PlaysSystem(Protocol):
    """An event, which names its game system."""

    @property
    def system(self) -> str: ...


def columns_of_event(event: PlaysSystem) -> tuple[NumberColumn, ...]:
    """The columns of the event's game system."""
    return number_columns(event.system)


def numbers_in(seat: SeatScore, columns: Sequence[NumberColumn]) -> tuple[int, ...]:
    """A seat's numbers of a result, in the order of the columns; 0 where it isn't known."""
    return tuple(seat.numbers.get(column.key, 0) for column in columns)
