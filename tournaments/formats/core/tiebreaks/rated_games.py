"""The games that rating tie-breaks look at (C.07 10): played over the board against a rated opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tournaments.formats.core.state import Scoring
from tournaments.formats.core.tiebreaks.records import Record, Round
from tournaments.formats.core.tiebreaks.results import Results


class RatedGame(msgspec.Struct, frozen=True, gc=False):
    """`half_points` by the usual count (2, 1, 0), whatever the event pays for a win or a draw."""

    round: int
    opponent: int
    rating: int
    half_points: int


def rated_games(results: Results) -> Mapping[int, Sequence[RatedGame]]:
    """Everybody's rated games in order of rounds."""
    return {number: _rated_games(results, record) for number, record in results.records.items()}


def _rated_games(results: Results, record: Record) -> list[RatedGame]:
    return [
        RatedGame(round_.number, opponent, rating, half_points)
        for round_ in record.played
        if (opponent := round_.opponent) is not None and (rating := results.records[opponent].rating) > 0
        for half_points in _half_points(round_, results.scoring)
    ]


def _half_points(round_: Round, scoring: Scoring) -> list[int]:
    """Of the round's games: one, or those of a match of several that were played."""
    series = round_.cell.series
    if series is not None:
        by_forfeit = series.unplayed
        return [2] * (series.won - by_forfeit[0]) + [1] * series.drawn + [0] * (series.lost - by_forfeit[1])
    if round_.points >= scoring.win:
        return [2]
    return [1] if round_.points >= scoring.draw else [0]
