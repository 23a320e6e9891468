"""Tournament performance (TPR, C.07 10.2) and the average of the opponents' (APRO, C.07 10.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.rated_games import RatedGame, rated_games
from tournaments.formats.core.tiebreaks.rating_tables import rating_difference, rounded_mean
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute, TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, TieBreakValue

Performances = Callable[[Results], Mapping[int, int]]


def tournament_performance(games: Sequence[RatedGame]) -> int:
    """The average rating of the opponents plus the difference for the score; 0 without a rated game."""
    if not games:
        return 0
    average = rounded_mean(sum(game.rating for game in games), len(games))
    return average + rating_difference(sum(game.half_points for game in games), len(games))


def _performances(results: Results) -> Mapping[int, int]:
    return {number: tournament_performance(games) for number, games in results.derived(rated_games).items()}


def own_performance(code: str, performances: Performances) -> Compute:
    """A performance by one's own rated games; the parts are these, with the opponent's rating."""

    def value(results: Results, number: int) -> TieBreakValue:
        games = results.derived(rated_games)[number]
        parts = tuple(Part(game.round, game.opponent, game.rating) for game in games)
        return TieBreakValue(code, results.derived(performances)[number], parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


def average_of_opponents(code: str, performances: Performances) -> Compute:
    """The average of the performances of those met over the board, a half rounded up; 0 for who met nobody."""

    def compute(results: Results, numbers: Sequence[int]) -> Values:
        measured = results.derived(performances)
        return {number: value(results, number, measured) for number in numbers}

    def value(results: Results, number: int, measured: Mapping[int, int]) -> TieBreakValue:
        met = [
            (one.number, opponent) for one in results.records[number].played if (opponent := one.opponent) is not None
        ]
        parts = tuple(Part(round_, opponent, measured[opponent]) for round_, opponent in met)
        total = sum(measured[opponent] for _, opponent in met)
        return TieBreakValue(code, rounded_mean(total, len(met)) if met else 0, parts=parts)

    return compute


TIE_BREAKS = (
    TieBreak(
        "TPR",
        TieBreakWords(_("Performance"), _("The rating that the results correspond to, given the opponents’ ratings.")),
        "C.07 10.2",
        own_performance("TPR", _performances),
    ),
    TieBreak(
        "APRO",
        TieBreakWords(
            _("Average performance of opponents"),
            _("The average of the opponents’ performance."),
            pgettext_noop("column of the standings", "Avg. performance"),
        ),
        "C.07 10.4",
        average_of_opponents("APRO", _performances),
    ),
)
