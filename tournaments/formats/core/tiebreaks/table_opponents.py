"""Opponents at tables (TOPP): the mean of the points that those whom the entrant met have made per game.

Everybody met counts once, however often; points of byes and of games that weren't played don't.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.records import Record
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, PartKind, TieBreakValue


def points_per_game(record: Record) -> Fraction:
    """In units of the stage; 0 without a game."""
    played = record.played
    return Fraction(sum(round_.points for round_ in played), max(len(played), 1))


def _met(results: Results, record: Record) -> list[int]:
    """Whom the entrant played with, in order of the first meeting; who forfeited there isn't among them."""
    met: dict[int, None] = {}
    for round_ in record.played:
        for other in round_.sitting.others if round_.sitting else ():
            of_other = results.records.get(other)
            if of_other and of_other.rounds[round_.number - 1].is_played:
                met[other] = None
    return list(met)


def _means(results: Results, numbers: Sequence[int]) -> Values:
    values: dict[int, TieBreakValue] = {}
    for number in numbers:
        met = _met(results, results.records[number])
        parts = tuple(Part(None, other, points_per_game(results.records[other]), PartKind.OPPONENT) for other in met)
        mean = Fraction(sum(part.amount for part in parts), max(len(parts), 1))
        values[number] = TieBreakValue("TOPP", mean, scale=results.scale, decimals=2, parts=parts)
    return values


TIE_BREAKS = (
    TieBreak(
        "TOPP",
        TieBreakWords(
            _("Opponents’ points per game"),
            _("The mean of the points per game of everybody met."),
            pgettext_noop("column of the standings", "Opponents"),
        ),
        "",
        _means,
        for_two=False,
        for_many=True,
    ),
)
