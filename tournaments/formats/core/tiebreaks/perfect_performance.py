"""Perfect performance (PTP, C.07 10.3), the lowest rating at which one's score was to be expected, and the average of
the opponents' (APPO, C.07 10.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.performance import average_of_opponents, own_performance
from tournaments.formats.core.tiebreaks.rated_games import RatedGame, rated_games
from tournaments.formats.core.tiebreaks.rating_tables import expected_hundredths
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords

_CERTAIN = 800  # a rating difference at which nothing is expected of the lower rated


def perfect_performance(games: Sequence[RatedGame]) -> int:
    """0 without a rated game; without any points 800 below the weakest opponent."""
    if not games:
        return 0
    hundredths = 50 * sum(game.half_points for game in games)
    low = min(game.rating for game in games) - _CERTAIN
    if not hundredths:
        return low
    high = max(game.rating for game in games) + _CERTAIN
    while low < high:  # the expectation grows with the rating, and suffices at `high`
        middle = (low + high) // 2
        if sum(expected_hundredths(middle, game.rating) for game in games) >= hundredths:
            high = middle
        else:
            low = middle + 1
    return low


def _performances(results: Results) -> Mapping[int, int]:
    return {number: perfect_performance(games) for number, games in results.derived(rated_games).items()}


TIE_BREAKS = (
    TieBreak(
        "PTP",
        TieBreakWords(
            _("Perfect performance"),
            _("The lowest rating that would be expected to score this many points against these opponents."),
            pgettext_noop("column of the standings", "Perfect perf."),
        ),
        "C.07 10.3",
        own_performance("PTP", _performances),
    ),
    TieBreak(
        "APPO",
        TieBreakWords(
            _("Average perfect performance of opponents"),
            _("The average of the opponents’ perfect performance."),
            pgettext_noop("column of the standings", "Avg. perfect perf."),
        ),
        "C.07 10.5",
        average_of_opponents("APPO", _performances),
    ),
)
