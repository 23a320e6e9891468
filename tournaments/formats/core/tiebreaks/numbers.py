"""Tie-breaks on the numbers that the game system declares: their sum over the stage, or what the newest game left, own
less opponents', and, at tables of more than two, the share of the table's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.tiebreaks.own_rounds import mean_of_games, newest_of_rounds, sum_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords

_SUM = _("%(number)s sum")
_SUM_MEANS = _("%(number)s in all games together.")
_NEWEST_MEANS = _("%(number)s after the newest game.")
_DIFFERENCE = _("%(number)s difference")
_DIFFERENCE_MEANS = _("Own %(number)s minus the opponents’, in all games together.")
_SHARE = _("%(number)s share")
_SHARE_MEANS = _("Own %(number)s by that of the whole table, in thousandths: the mean over the games.")
_SHARE_HEAD = pgettext_noop("column of the standings", "%(number)s ‰")
SHARE = "SHARE"
_DIFFERENCE_HEAD = pgettext_noop("column of the standings", "%(number)s ±")


def difference_code(column: NumberColumn) -> str:
    return f"{column.code}D"


def number_tie_breaks(columns: Sequence[NumberColumn]) -> Iterator[TieBreak]:
    """The tie-breaks on each of the stage's columns, in their order."""
    for at, column in enumerate(columns):
        gather = newest_of_rounds if column.is_newest else sum_of_rounds
        yield TieBreak(
            column.code,
            TieBreakWords(
                name=_SUM if column.has_difference else "",
                meaning=_NEWEST_MEANS if column.is_newest else _SUM_MEANS,
                number=column.label,
                short_number=column.short_label,
            ),
            column.source,
            gather(column.code, _own(at)),
            lower_first=column.lower_first,
            for_two=False,
        )
        if column.has_difference:
            code = difference_code(column)
            yield TieBreak(
                code,
                TieBreakWords(_DIFFERENCE, _DIFFERENCE_MEANS, _DIFFERENCE_HEAD, "", column.label, column.short_label),
                column.source,
                gather(code, _difference(at)),
                lower_first=column.lower_first,
            )
            yield TieBreak(
                SHARE,
                TieBreakWords(_SHARE, _SHARE_MEANS, _SHARE_HEAD, "", column.label, column.short_label),
                column.source,
                mean_of_games(SHARE, _share(at), decimals=1),
                lower_first=column.lower_first,
                for_two=False,
                for_many=True,
            )


def _share(at: int) -> Callable[[Round], Fraction]:
    """0 where the table's total isn't positive."""

    def share(round_: Round) -> Fraction:
        own = round_.cell.number(at)
        total = own + round_.cell.number_against(at)
        return Fraction(1000 * own, total) if total > 0 else Fraction(0)

    return share


def _own(at: int) -> Callable[[Round], int]:
    return lambda round_: round_.cell.number(at)


def _difference(at: int) -> Callable[[Round], int]:
    return lambda round_: round_.cell.number(at) - round_.cell.number_against(at)
