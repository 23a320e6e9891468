"""Seats (TSEAT): the sum of the numbers of the seats that games were played from; higher seats act later."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.own_rounds import amount_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords


def _seat(_results: Results, round_: Round) -> int:
    return round_.sitting.seat if round_.sitting and round_.is_played else 0


TIE_BREAKS = (
    TieBreak(
        "TSEAT",
        TieBreakWords(
            _("Sum of seats"),
            _("The numbers of the seats played from, added up: more counts higher."),
            pgettext_noop("column of the standings", "Seats"),
        ),
        "",
        amount_of_rounds("TSEAT", _seat),
        for_two=False,
        for_many=True,
    ),
)
