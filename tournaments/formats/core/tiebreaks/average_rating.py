"""Average rating of the opponents (ARO, C.07 10.1), without the lowest one when cut (C.07 14.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.cuts import CUT_1, Cuts
from tournaments.formats.core.tiebreaks.rated_games import RatedGame, rated_games
from tournaments.formats.core.tiebreaks.rating_tables import rounded_mean
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute, TieBreak, TieBreakWords
from tournaments.formats.core.tiebreaks.value import Cut, Part, TieBreakValue


def _no_cut(games: Sequence[RatedGame]) -> Cuts:
    return {}


def _cut_1(games: Sequence[RatedGame]) -> Cuts:
    """The lowest rating goes even where it is the only one: what is left is no average, 0."""
    lowest = min(range(len(games)), key=lambda at: games[at].rating, default=None)
    return {} if lowest is None else {lowest: Cut.LOWEST}


def _average(code: str, cut: Callable[[Sequence[RatedGame]], Cuts]) -> Compute:
    def value(results: Results, number: int) -> TieBreakValue:
        games = results.derived(rated_games)[number]
        cuts = cut(games)
        parts = tuple(Part(game.round, game.opponent, game.rating, cut=cuts.get(at)) for at, game in enumerate(games))
        counting = [game.rating for at, game in enumerate(games) if at not in cuts]
        return TieBreakValue(code, rounded_mean(sum(counting), len(counting)) if counting else 0, parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


_MEANING = _("The average rating of the opponents.")
TIE_BREAKS = (
    TieBreak(
        "ARO",
        TieBreakWords(
            _("Average rating of opponents"), _MEANING, pgettext_noop("column of the standings", "Avg. rating")
        ),
        "C.07 10.1",
        _average("ARO", _no_cut),
    ),
    TieBreak(
        "AROC1",
        TieBreakWords(
            _("Average rating of opponents cut 1"),
            _MEANING,
            pgettext_noop("column of the standings", "Avg. rating cut 1"),
            modifier=CUT_1,
        ),
        "C.07 10.1, 14.1",
        _average("AROC1", _cut_1),
    ),
)
