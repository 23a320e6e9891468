"""Games won (WON): over the board (C.07 7.2), in a round robin also by forfeit (C.07 15.2)."""

from __future__ import annotations

from tournaments.formats.core.tiebreaks.own_rounds import count_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak


def _is_game_won(results: Results, round_: Round) -> bool:
    return round_.is_counted_game and round_.points == results.scoring.win


TIE_BREAKS = (TieBreak("WON", "Games won", "C.07 7.2", count_of_rounds("WON", _is_game_won)),)
