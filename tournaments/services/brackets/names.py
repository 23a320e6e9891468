"""Names of a bracket's rounds and matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, Group
from tournaments.models import Stage
from tournaments.selectors.rounds.pairings import PairingRow
from tournaments.services.brackets.follow import bracket_of_stage

GROUPS: Mapping[Group, str | Promise] = {
    Group.WINNERS: gettext_lazy("Winners’ bracket"),
    Group.LOSERS: gettext_lazy("Losers’ bracket"),
    Group.THIRD_PLACE: gettext_lazy("Third place"),
    Group.FINAL: gettext_lazy("Grand final"),
}


LATE: Mapping[int, str | Promise] = {
    0: gettext_lazy("Final"),
    1: gettext_lazy("Semi-finals"),
    2: gettext_lazy("Quarter-finals"),
}


def named_pairings(stage: Stage, pairings: Sequence[PairingRow], entrants: int) -> tuple[list[PairingRow], str]:
    """Pairings of a round with what each stands for in the bracket of so many, as the final or the match for third
    place; where all are the same, as semi-finals, that stands beside them once. Other stages' pairings stay as they
    are."""
    names = _match_names(stage, entrants)
    found = {names.get(pairing.bracket, "") for pairing in pairings if pairing.bracket}
    if len(found) == 1:
        return list(pairings), found.pop()
    return [replace(pairing, stands_for=names.get(pairing.bracket, "")) for pairing in pairings], ""


def _match_names(stage: Stage, entrants: int) -> dict[int, str]:
    format_ = bracket_of_stage(stage)
    if format_ is None or not entrants:
        return {}
    drawn = format_.bracket_of(entrants, stage.options)
    return {match.id: _match_name(drawn, match) for match in drawn.matches}


def _match_name(drawn: Bracket, match: BracketMatch) -> str:
    """Empty where it is called by its round alone."""
    is_early = match.group in (Group.WINNERS, Group.LOSERS) and match.to_final > (1 if drawn.double else max(LATE))
    if not is_early:
        return round_name(drawn, match.group, match)
    return f"{GROUPS[match.group]}, {round_name(drawn, match.group, match)}" if drawn.double else ""


def round_name(drawn: Bracket, group: Group, match: BracketMatch) -> str:
    if group is Group.THIRD_PLACE:
        return _("Third place")
    if group is Group.FINAL:
        return _("Second grand final") if match.is_reset else _("Grand final")
    if not drawn.double and match.to_final in LATE:
        return str(LATE[match.to_final])
    if match.to_final == 1:
        return _("Final of the winners’ bracket") if group is Group.WINNERS else _("Final of the losers’ bracket")
    return _("Round %(number)d") % {"number": match.round}
