"""What a tie-break is: one column of the standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.value import Amount, TieBreakValue

Compute = Callable[[Results, Sequence[int]], Mapping[int, TieBreakValue]]
Values = Mapping[int, TieBreakValue]
Translate = Callable[[str], str]

# The context in which the heads of columns are marked.
HEAD = "column of the standings"


def in_english(message: str) -> str:
    """The message itself: what the core speaks."""
    return message


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """What a tie-break is called and what it means, as English messages.

    `short` is the head of a column, marked with the context HEAD; "" where the name is short enough. `modifier` says
    what a cut leaves out. A tie-break on a number names it by %(number)s: `number` and `short_number` are that number's
    labels, which stand alone where there is no name or head.
    """

    name: str
    meaning: str
    short: str = ""
    modifier: str = ""
    number: str = ""
    short_number: str = ""

    def name_in(self, translate: Translate = in_english) -> str:
        return _filled(self.name, self.number, translate, translate)

    def meaning_in(self, translate: Translate = in_english) -> str:
        return _filled(self.meaning, self.number, translate, translate)

    def head_in(self, translate: Translate, translate_head: Translate) -> str:
        """`translate_head` translates in the context HEAD; the labels of numbers have none."""
        if self.short or self.number:
            return _filled(self.short, self.short_number, translate_head, translate)
        return self.name_in(translate)


def _filled(message: str, number: str, translate: Translate, translate_number: Translate) -> str:
    if not number:
        return translate(message)
    label = translate_number(number)
    return translate(message) % {"number": label} if message else label


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One column. `compute` is given the results and the entrants to value: all of them, or, `within_tie`, those of one
    group that is still tied. `lower_first` columns rank the smaller value higher. `source` is the article of FIDE's
    rules that it follows (C.07), the game whose number it is, or empty for a rule of this service. `for_two` says that
    it is defined only where two sit at a table, `for_many` that it is meant for tables of more."""

    code: str
    words: TieBreakWords
    source: str
    compute: Compute
    within_tie: bool = False
    lower_first: bool = False
    for_two: bool = True
    for_many: bool = False

    @property
    def name(self) -> str:
        """The name in English."""
        return self.words.name_in()

    @property
    def is_fides(self) -> bool:
        return self.source.startswith("C.07")

    def key(self, value: TieBreakValue) -> Amount:
        """What to sort by, ascending. A missing value sorts behind all others only among missing ones: 0."""
        if value.amount is None:
            return 0
        return value.amount if self.lower_first else -value.amount
