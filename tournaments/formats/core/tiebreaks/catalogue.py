"""All tie-breaks by code. A new one is one file here, its words included, and one line in this list; those on numbers
are made from what the game system declares."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.tiebreaks import (
    average_of_buchholz,
    average_rating,
    buchholz,
    direct_encounter,
    fore_buchholz,
    games_won,
    koya,
    lots,
    pairing_number,
    perfect_performance,
    performance,
    progressive,
    rating,
    rounds_elected,
    sonneborn_berger,
    starts,
    table_direct,
    table_opponents,
    table_seats,
    table_wins,
    wins,
)
from tournaments.formats.core.tiebreaks.numbers import number_tie_breaks
from tournaments.formats.core.tiebreaks.tie_break import TieBreak


class UnknownTieBreakError(KeyError):
    """No tie-break has this code."""


_MODULES = (
    direct_encounter,
    wins,
    games_won,
    starts,
    progressive,
    rounds_elected,
    buchholz,
    fore_buchholz,
    average_of_buchholz,
    sonneborn_berger,
    koya,
    average_rating,
    performance,
    perfect_performance,
    table_wins,
    table_opponents,
    table_direct,
    table_seats,
    rating,
    pairing_number,
    lots,
)

# Those that any game has.
TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {tie_break.code: tie_break for module in _MODULES for tie_break in module.TIE_BREAKS}
)


@lru_cache(maxsize=64)
def catalogue(numbers: tuple[NumberColumn, ...]) -> Mapping[str, TieBreak]:
    """All tie-breaks where the game has these numbers, by code. ValueError where a number takes another's code."""
    of_numbers = {tie_break.code: tie_break for tie_break in number_tie_breaks(numbers)}
    direct = {tie_break.code: tie_break for tie_break in direct_encounter.TIE_BREAKS}
    if TIE_BREAKS.keys() & of_numbers.keys():
        raise ValueError(f"the codes {sorted(TIE_BREAKS.keys() & of_numbers.keys())} are taken")
    return MappingProxyType({**direct, **of_numbers, **TIE_BREAKS})


def fitting(numbers: tuple[NumberColumn, ...], table_sizes: Collection[int]) -> Mapping[str, TieBreak]:
    """The tie-breaks that a format with tables of these sizes can use, by code."""
    all_of_two = set(table_sizes) <= {2}
    return {
        code: found
        for code, found in catalogue(numbers).items()
        if not (found.for_many if all_of_two else found.for_two)
    }


def tie_breaks_for(codes: Sequence[str], numbers: tuple[NumberColumn, ...] = ()) -> tuple[TieBreak, ...]:
    """The tie-breaks in that order. UnknownTieBreakError for an unknown code, ValueError for one given twice."""
    if len(set(codes)) != len(codes):
        raise ValueError("a tie-break is listed twice")
    known = catalogue(numbers)
    for code in codes:
        if code not in known:
            raise UnknownTieBreakError(code)
    return tuple(known[code] for code in codes)
