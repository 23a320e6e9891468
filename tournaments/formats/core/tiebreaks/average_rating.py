"""Average rating of the opponents (ARO, C.07 10.1), without the lowest one when cut (C.07 14.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.formats.core.tiebreaks.cuts import CutRule, Cuttable, cut_1, no_cut
from tournaments.formats.core.tiebreaks.rated_games import rated_games
from tournaments.formats.core.tiebreaks.rating_tables import rounded_mean
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.value import Part, TieBreak, TieBreakValue, Values


def _average(code: str, cut: CutRule) -> Callable[[Results, Sequence[int]], Values]:
    def value(results: Results, number: int) -> TieBreakValue:
        games = rated_games(results, results.records[number])
        cuts = cut([Cuttable(game.rating) for game in games])
        parts = tuple(Part(game.round, game.opponent, game.rating, cut=cuts.get(at)) for at, game in enumerate(games))
        counting = [game.rating for at, game in enumerate(games) if at not in cuts]
        return TieBreakValue(code, rounded_mean(sum(counting), len(counting)) if counting else 0, parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


TIE_BREAKS = (
    TieBreak("ARO", "Average rating of opponents", "C.07 10.1", _average("ARO", no_cut)),
    TieBreak("AROC1", "Average rating of opponents cut 1", "C.07 10.1, 14.1", _average("AROC1", cut_1)),
)
