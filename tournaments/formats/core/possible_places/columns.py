"""The columns of a table, as far as open games leave them known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.state import Scoring
from tournaments.formats.core.tiebreaks.catalogue import tie_breaks_for
from tournaments.formats.core.tiebreaks.numbers import difference_code
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak
from tournaments.formats.core.tiebreaks.value import TieBreakValue

NO_BOUND = 10**12  # where a game system bounds a number on no side
_FIXED = frozenset({"RTNG", "TPN", "LOT"})
_WINS = frozenset({"WIN", "WON"})


class Kind(Enum):
    FIXED = auto()  # known from the start
    WINS = auto()  # counts rounds won
    DIRECT = auto()  # direct encounter
    NUMBER = auto()  # adds up a number of the game, within bounds
    NEWEST = auto()  # a number of the newest game, within bounds
    UNKNOWN = auto()  # everything else: open games of others may move it


@dataclass(frozen=True, slots=True)
class Column:
    """`gain`: the least and the most that one game brings, as it sorts (more is better). `values` and `parts` (round,
    opponent, what it brought) are those so far, by pairing number; none where the kind is DIRECT or UNKNOWN."""

    code: str
    kind: Kind
    gain: tuple[int, int]
    values: Mapping[int, int]
    parts: Mapping[int, Sequence[tuple[int, int, int]]]


def columns_of(
    codes: Sequence[str], results: Results, numbers: tuple[NumberColumn, ...], *, is_of_series: bool = False
) -> list[Column]:
    """The columns of these tie-breaks, up to the first that nothing is known of. `is_of_series`: matches are of several
    games, so that nobody knows what one adds to the columns that count games."""
    columns = []
    for tie_break in tie_breaks_for(codes, numbers):
        column = _column(tie_break, results, numbers)
        if is_of_series and (column.kind in (Kind.NUMBER, Kind.NEWEST) or column.code == "WON"):
            column = Column(column.code, Kind.UNKNOWN, (0, 0), {}, {})
        columns.append(column)
        if column.kind is Kind.UNKNOWN:
            break
    return columns


def _column(tie_break: TieBreak, results: Results, numbers: tuple[NumberColumn, ...]) -> Column:
    code = tie_break.code
    if code == "DE":
        return Column(code, Kind.DIRECT, (0, 0), {}, {})
    if code in _FIXED:
        return _known(tie_break, Kind.FIXED, (0, 0), results)
    if code in _WINS:
        return _known(tie_break, Kind.WINS, (0, 1), results)
    for at, number in enumerate(numbers):
        bounds = number_bounds(number, at, results.scoring)
        if code == number.code:
            return _known(tie_break, Kind.NEWEST if number.is_newest else Kind.NUMBER, bounds, results)
        if number.has_difference and code == difference_code(number) and not number.is_newest:
            widest = bounds[1] - bounds[0]
            return _known(tie_break, Kind.NUMBER, (-widest, widest), results)
    return Column(code, Kind.UNKNOWN, (0, 0), {}, {})


def number_bounds(number: NumberColumn, at: int, scoring: Scoring) -> tuple[int, int]:
    """The least and the most that a game or a round without one brings in that column, as numbers of the game."""
    of_forfeits = (
        numbers[at] if at < len(numbers) else 0
        for numbers in (scoring.forfeit_win_numbers, scoring.forfeit_loss_numbers)
    )
    others = (0, *of_forfeits)
    least = -NO_BOUND if number.least is None else min(number.least, *others)
    most = NO_BOUND if number.most is None else max(number.most, *others)
    return least, most


def _known(tie_break: TieBreak, kind: Kind, gain: tuple[int, int], results: Results) -> Column:
    values = tie_break.compute(results, list(results.records))
    sign = -1 if tie_break.lower_first else 1
    low, high = gain
    return Column(
        tie_break.code,
        kind,
        gain if sign > 0 else (-high, -low),
        {number: sign * _whole(value) for number, value in values.items()},
        {number: _parts(value, sign) for number, value in values.items()},
    )


def _whole(value: TieBreakValue) -> int:
    return int(value.amount or 0)


def _parts(value: TieBreakValue, sign: int) -> list[tuple[int, int, int]]:
    return [(part.round or 0, part.opponent or 0, sign * int(part.amount)) for part in value.parts]
