"""The words of a tie-break (`formats.core.tiebreaks`) in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats.core.tiebreaks.rulesets import RULESETS
from tournaments.formats.core.tiebreaks.tie_break import TieBreak
from tournaments.formats.core.tiebreaks.value import CUT_WORDS, PART_WORDS
from tournaments.selectors.standings.tables import Column
from tournaments.selectors.standings.tie_breaks import PartRow


@dataclass(frozen=True, slots=True)
class ExplainedColumn:
    """A column in words: what it adds up, what is left out, and by whose rules."""

    column: Column
    meaning: str
    modifier: str
    rules: str
    source: str


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    part: PartRow
    kind: str
    cut: str


def explained_column(column: Column, ruleset: str) -> ExplainedColumn:
    """A column that the catalogue doesn't have is shown by its code alone."""
    found = column.tie_break
    if found is None:
        return ExplainedColumn(column, "", "", "", "")
    return ExplainedColumn(
        column=column,
        meaning=found.words.meaning_in(_),
        modifier=_(found.words.modifier) if found.words.modifier else "",
        rules=_rules(found, ruleset),
        source=found.source if found.is_fides else "",
    )


def _rules(tie_break: TieBreak, ruleset: str) -> str:
    if tie_break.is_fides:
        return _(RULESETS[ruleset].explained) if ruleset in RULESETS else ruleset
    if tie_break.source:
        return _("a rule of this service for %(game)s") % {"game": tie_break.source}
    return _("a rule of this service")


def explained_part(part: PartRow) -> ExplainedPart:
    kind = PART_WORDS[part.kind]
    return ExplainedPart(part, _(kind) if kind else "", _(CUT_WORDS[part.cut]) if part.cut else "")


def round_number_of(wanted: str | None) -> int | None:
    """The number that an address asks for; None where it asks for none."""
    return int(wanted) if wanted and wanted.isdecimal() and len(wanted) < 5 else None
