"""Direct encounter (DE, C.07 6): a table of the games that the tied entrants played among themselves.

The value is the place in that table, so that the column shows what decided, applied again where some are still tied.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, PartKind, TieBreakValue


def _places(results: Results, numbers: Sequence[int]) -> Values:
    values: dict[int, TieBreakValue] = {}
    place = 1
    group = frozenset(numbers)
    for tier in _tiers(results, sorted(numbers)):
        for number in tier:
            parts = tuple(
                Part(round_.number, round_.opponent, Fraction(round_.points, results.scale), PartKind.GAME)
                for round_ in _games_among(results, number, group)
            )
            values[number] = TieBreakValue("DE", place, parts=parts)
        place += len(tier)
    return values


def _games_among(results: Results, number: int, group: frozenset[int]) -> list[Round]:
    """Games within the group. Forfeits don't count, except in a round robin (C.07 6.1.1)."""
    return [round_ for round_ in results.records[number].rounds if round_.is_game and round_.opponent in group]


def _tiers(results: Results, tied: list[int]) -> list[list[int]]:
    """The group in order, those that direct encounter can't tell apart together."""
    if len(tied) < 2:
        return [tied]
    scores, unmet = _table(results, tied)
    if any(unmet.values()):
        return _certain_tiers(results, tied)
    by_score: dict[Fraction, list[int]] = {}
    for number in tied:
        by_score.setdefault(scores[number], []).append(number)
    tiers: list[list[int]] = []
    for score in sorted(by_score, reverse=True):
        still_tied = by_score[score]
        # All have met: whoever is still tied is compared again, by the games among these alone (C.07 6.2).
        tiers += [still_tied] if len(still_tied) == len(tied) else _tiers(results, still_tied)
    return tiers


def _certain_tiers(results: Results, tied: list[int]) -> list[list[int]]:
    """Not all have met: only who would be alone on top whatever the missing games gave is ranked first, then the same
    for the next place among the others (C.07 6.3)."""
    tiers: list[list[int]] = []
    remaining = tied
    while len(remaining) > 1:
        first = _certain_first(results, remaining)
        if first is None:
            break
        tiers.append([first])
        remaining = [number for number in remaining if number != first]
    return [*tiers, remaining]


def _certain_first(results: Results, tied: list[int]) -> int | None:
    scores, unmet = _table(results, tied)
    most = max(results.scoring.win, results.scoring.most)
    within_reach = {number: scores[number] + unmet[number] * most for number in tied}
    first = max(tied, key=lambda number: (scores[number], number))
    others = max(within_reach[number] for number in tied if number != first)
    return first if scores[first] > others else None


def _table(results: Results, tied: list[int]) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Each one's score within the group, several games against one opponent averaged (C.07 6.1.2), and the number of
    opponents never met. A pairing that ended in a forfeit is a meeting without points."""
    group = frozenset(tied)
    scores: dict[int, Fraction] = {}
    unmet: dict[int, int] = {}
    for number in tied:
        against: dict[int, list[int]] = {}
        for round_ in _games_among(results, number, group):
            against.setdefault(round_.opponent or 0, []).append(round_.points)
        scores[number] = sum((Fraction(sum(points), len(points)) for points in against.values()), Fraction(0))
        rounds = results.records[number].rounds
        met = {round_.opponent for round_ in rounds if round_.opponent in group and not round_.is_open}
        unmet[number] = len(tied) - 1 - len(met)
    return scores, unmet


TIE_BREAKS = (
    TieBreak(
        "DE",
        TieBreakWords(
            _("Direct encounter"),
            _("The place among those who are tied here, by the games that they played with each other."),
            pgettext_noop("column of the standings", "Direct"),
        ),
        "C.07 6",
        _places,
        within_tie=True,
        lower_first=True,
    ),
)
