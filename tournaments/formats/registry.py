"""The formats there are. A new one is one folder under systems/, one line here, golden files and a page of docs."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.core.format import Format, UnknownFormatError
from tournaments.formats.systems.knockout.format import DoubleElimination, Knockout
from tournaments.formats.systems.ladder.format import LadderFormat
from tournaments.formats.systems.round_robin.format import RoundRobin
from tournaments.formats.systems.swiss.format import Swiss
from tournaments.formats.systems.tables.final_format import FinalTables
from tournaments.formats.systems.tables.format import Tables

_FORMATS: tuple[Format, ...] = (
    RoundRobin(),
    Swiss(),
    Knockout(),
    DoubleElimination(),
    Tables(),
    FinalTables(),
    LadderFormat(),
)

FORMATS: Mapping[str, Format] = {format_.key: format_ for format_ in _FORMATS}


def format_for(key: str) -> Format:
    """The format with that key; UnknownFormatError where there is none."""
    try:
        return FORMATS[key]
    except KeyError:
        raise UnknownFormatError(key) from None
