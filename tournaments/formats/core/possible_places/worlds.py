"""The games of a stage where given entrants are struck from the table, made ready for the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.core.possible_places.columns import NO_BOUND, Column, Kind
from tournaments.formats.core.state import Scoring
from tournaments.formats.core.tiebreaks.results import Results


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game can end with, for its two: points, and whether it counts as won by WIN and by WON. `is_game`: it
    counts in direct encounters."""

    points: tuple[int, int]
    is_round_won: tuple[bool, bool]
    is_game_won: tuple[bool, bool]
    is_game: bool


@lru_cache(maxsize=64)
def outcomes_of(scoring: Scoring, *, predetermined: bool) -> tuple[Outcome, ...]:
    """All results that differ in something: played, forfeited by one, forfeited by both. Annulling a game is a ruling
    like a correction, and isn't reckoned with."""
    played = ((scoring.win, scoring.loss), (scoring.draw, scoring.draw), (scoring.loss, scoring.win))
    forfeits = (
        (scoring.forfeit_win, scoring.forfeit_loss),
        (scoring.forfeit_loss, scoring.forfeit_win),
        (scoring.forfeit_loss, scoring.forfeit_loss),
    )
    found: list[Outcome] = [_outcome(points, (True, True), scoring) for points in played]
    for points in forfeits:
        counts = tuple(predetermined and own == scoring.forfeit_win for own in points)
        outcome = _outcome(points, (counts[0], counts[1]), scoring, is_game=predetermined)
        if outcome not in found:
            found.append(outcome)
    return tuple(found)


def _outcome(points: tuple[int, int], counts: tuple[bool, bool], scoring: Scoring, *, is_game: bool = True) -> Outcome:
    first, second = (own == scoring.win for own in points)
    return Outcome(points, (first, second), (first and counts[0], second and counts[1]), is_game)


@dataclass(slots=True)
class World:
    """Who is counted, what each has so far, and the open games as pairs.

    `direct` holds, for each two who met in games that count, the points of the first in these games; `met` all who met
    or were paired and know how it ended. Columns are those of the table, with the range of each where it is a number.
    """

    numbers: tuple[int, ...]
    points: dict[int, int]
    wins: dict[str, dict[int, int]]
    direct: dict[tuple[int, int], list[int]]
    met: dict[int, set[int]]
    games: tuple[tuple[int, int], ...]
    columns: tuple[Column, ...]
    ranges: dict[str, dict[int, tuple[int, int]]]
    outcomes: tuple[Outcome, ...]
    most: int


def world_of(results: Results, columns: Sequence[Column]) -> World:
    """The world of these results: whoever isn't in them is struck."""
    records = results.records
    games: set[tuple[int, int, int]] = set()
    direct: dict[tuple[int, int], list[int]] = {}
    met: dict[int, set[int]] = {number: set() for number in records}
    left = dict.fromkeys(records, 0)
    for number, record in records.items():
        for round_ in record.rounds:
            opponent = round_.opponent
            if opponent is None or opponent not in records:
                continue
            if round_.is_open:
                left[number] += 1
                games.add((round_.number, min(number, opponent), max(number, opponent)))
                continue
            met[number].add(opponent)
            if round_.is_game:
                direct.setdefault((number, opponent), []).append(round_.points)
    scoring = results.scoring
    return World(
        numbers=tuple(records),
        points={number: record.points for number, record in records.items()},
        wins={column.code: dict(column.values) for column in columns if column.kind is Kind.WINS},
        direct=direct,
        met=met,
        games=tuple((first, second) for _, first, second in sorted(games)),
        columns=tuple(columns),
        ranges={column.code: _ranges(column, left) for column in columns if column.kind in (Kind.NUMBER, Kind.NEWEST)},
        outcomes=outcomes_of(scoring, predetermined=results.predetermined),
        most=max(scoring.win, scoring.most),
    )


def _ranges(column: Column, left: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    low, high = column.gain
    ranges = {}
    for number, value in column.values.items():
        if not left[number]:
            ranges[number] = value, value
        elif column.kind is Kind.NEWEST:
            ranges[number] = min(low, value), max(high, value)
        else:
            ranges[number] = max(value + left[number] * min(low, 0), -NO_BOUND), value + left[number] * max(high, 0)
    return ranges
