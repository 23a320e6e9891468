"""All tie-breaks by code. A new one is one file here and one line in this list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tournaments.formats.core.tiebreaks import (
    average_of_buchholz,
    average_rating,
    buchholz,
    direct_encounter,
    encounters,
    fore_buchholz,
    games_won,
    honoris,
    koya,
    lots,
    markers,
    pairing_number,
    perfect_performance,
    performance,
    progressive,
    rating,
    rounds_elected,
    sonneborn_berger,
    starts,
    wins,
)
from tournaments.formats.core.tiebreaks.tie_break import TieBreak


class UnknownTieBreakError(KeyError):
    """No tie-break has this code."""


_MODULES = (
    direct_encounter,
    honoris,
    markers,
    encounters,
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
    rating,
    pairing_number,
    lots,
)

TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {tie_break.code: tie_break for module in _MODULES for tie_break in module.TIE_BREAKS}
)


def tie_break_for(code: str) -> TieBreak:
    """The tie-break with that code; UnknownTieBreakError where there is none."""
    try:
        return TIE_BREAKS[code]
    except KeyError:
        raise UnknownTieBreakError(code) from None


def tie_breaks_for(codes: Sequence[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks in that order. UnknownTieBreakError for an unknown code, ValueError for one given twice."""
    if len(set(codes)) != len(codes):
        raise ValueError("a tie-break is listed twice")
    return tuple(tie_break_for(code) for code in codes)
