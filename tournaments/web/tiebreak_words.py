"""What the columns of the standings mean, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.core.tiebreaks.catalogue import TIE_BREAKS
from tournaments.formats.core.tiebreaks.value import Cut, PartKind
from tournaments.selectors.standings.tables import Column
from tournaments.selectors.standings.tie_breaks import ShownPart

Text = str | Promise

# What a column says, by its code without the modifier.
MEANINGS: Mapping[str, Text] = {
    "DE": _("The place among those who are tied here, by the games that they played with each other."),
    "HON": _("Honoris of all games together."),
    "HOND": _("Honoris won less Honoris conceded, of all games together."),
    "MRK": _("Duel markers of all games together."),
    "ENC": _("Encounters won in all games together."),
    "WIN": _("Rounds that gave as much as a win, byes and forfeits among them."),
    "WON": _("Games won at the table."),
    "BPG": _("Games played without starting."),
    "BWG": _("Games won without starting."),
    "STA": _("Games started; fewer count higher."),
    "PS": _("The points after every round, added up: early points count more often."),
    "REP": _("Rounds that the player was there to play."),
    "BH": _("The points of all opponents added up: who had the stronger opponents stands higher."),
    "FB": _("Buchholz as if all games of the last round had been tied, so that it is known before they end."),
    "AOB": _("The average of the opponents’ Buchholz."),
    "SB": _("For each opponent his points times what was scored against him: points against the strong count more."),
    "KS": _("Points against opponents who scored at least half of what can be scored."),
    "ARO": _("The average rating of the opponents."),
    "TPR": _("The rating that the results amount to, by the ratings of the opponents."),
    "APRO": _("The average of the opponents’ performance."),
    "PTP": _("The lowest rating of which so many points would have been expected against these opponents."),
    "APPO": _("The average of the opponents’ perfect performance."),
    "RTNG": _("The rating at the start."),
    "TPN": _("The pairing number; a lower one stands higher."),
    "LOT": _("The place in a draw that everybody can repeat from the event’s stored seed."),
}
# What the ends of codes stand for (C.07 14).
MODIFIERS: Mapping[str, Text] = {
    "C1": _("Cut 1: the lowest contribution is left out (C.07 14.1)."),
    "C2": _("Cut 2: the two lowest contributions are left out (C.07 14.2)."),
    "M1": _("Median: the lowest and the highest contribution are left out (C.07 14.3)."),
    "M2": _("Median 2: the two lowest and the two highest contributions are left out (C.07 14.4)."),
}
RULESETS: Mapping[str, Text] = {
    "fide-2026": _("by FIDE’s rules for tie-breaks of 1 March 2026 (C.07)"),
    "fide-2024": _("by FIDE’s rules for tie-breaks of 1 August 2024 (C.07)"),
}
OWN_RULES = _("a rule of this service for Magistrar")
CUTS: Mapping[Cut, Text] = {
    Cut.LOWEST: _("left out: the lowest"),
    Cut.HIGHEST: _("left out: the highest"),
    Cut.UNPLAYED: _("left out first: not played at the player’s own wish (C.07 16.5)"),
}
KINDS: Mapping[PartKind, Text] = {
    PartKind.OPPONENT: "",
    PartKind.GAME: _("points in this game"),
    PartKind.ROUND: "",
    PartKind.DUMMY: _("round not played: counted by the player’s own score (C.07 16.4)"),
    PartKind.LOT: _("drawn"),
}


@dataclass(frozen=True, slots=True)
class ExplainedColumn:
    """A column in words: what it adds up, what is left out, and by whose rules."""

    column: Column
    meaning: Text
    modifier: Text
    rules: Text
    source: str


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    part: ShownPart
    kind: Text
    cut: Text


def explained_column(column: Column, ruleset: str) -> ExplainedColumn:
    """A column that the catalogue doesn't have is shown by its code alone."""
    known = TIE_BREAKS.get(column.code)
    base = next((column.code[:-2] for end in MODIFIERS if column.code.endswith(end)), column.code)
    is_fides = known is not None and known.source.startswith("C.07")
    return ExplainedColumn(
        column=column,
        meaning=MEANINGS.get(base, ""),
        modifier=MODIFIERS.get(column.code[-2:], "") if base != column.code else "",
        rules=RULESETS.get(ruleset, ruleset) if is_fides else OWN_RULES,
        source=known.source if known is not None and is_fides else "",
    )


def round_number_of(wanted: str | None) -> int | None:
    """The number that an address asks for; None where it asks for none."""
    return int(wanted) if wanted and wanted.isdecimal() and len(wanted) < 5 else None
