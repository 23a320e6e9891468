"""The places that are still possible, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext, pgettext_lazy

from tournaments.formats.core.possible_places.values import Guarantee, PossiblePlace
from tournaments.selectors.standings.tables import StandingsView


@dataclass(frozen=True, slots=True)
class Need:
    """What a player still needs for something."""

    name: str
    text: str


def place_range(place: PossiblePlace) -> str:
    """As "2–5", or "1" where no other is possible; with a star where they are bounds."""
    shown = str(place.best) if place.best == place.worst else f"{place.best}–{place.worst}"
    return shown if place.is_exact else f"{shown}*"


def places_in_words(place: PossiblePlace) -> str:
    """The range as a sentence without its full stop."""
    if place.best == place.worst:
        return _("Place %(place)d is certain") % {"place": place.best}
    numbers = {"best": place.best, "worst": place.worst}
    if place.is_exact:
        return _("Places %(best)d to %(worst)d are still possible") % numbers
    return _("No place better than %(best)d or worse than %(worst)d is possible") % numbers


@dataclass(frozen=True, slots=True)
class Goal:
    """The places from 1 to `last`, and what they mean: as what is made certain ("first place"), and as a sentence."""

    last: int
    name: str | Promise
    is_certain: str | Promise


FIRST_PLACE = Goal(1, pgettext_lazy("is made certain", "first place"), gettext_lazy("First place is certain."))


def need_in_words(place: PossiblePlace, goal: Goal) -> str:
    """What makes sure of a goal, as a sentence; empty where it is out of reach."""
    last = goal.last
    if place.worst <= last:
        return str(goal.is_certain)
    if place.best > last:
        return ""
    found = next((sure for sure in place.guarantees if sure.worst <= last), None)
    if found is None:
        return _("Own results aren’t enough: others must drop points.")
    return _sentence(found, place.games_left, goal.name)


def _sentence(found: Guarantee, games: int, goal: str | Promise) -> str:
    wins = npgettext("what is needed", "a win", "%(count)d wins", found.wins) % {"count": found.wins}
    ties = npgettext("what is needed", "a tie", "%(count)d ties", found.ties) % {"count": found.ties}
    if not found.ties:
        results = wins
    elif not found.wins:
        results = ties
    else:
        results = _("%(wins)s and %(ties)s") % {"wins": wins, "ties": ties}
    number = found.wins + found.ties
    if games == 1:
        sentence = _("%(results)s in the last game makes %(goal)s certain.")
    else:
        sentence = ngettext(
            "%(results)s from %(games)d games makes %(goal)s certain.",
            "%(results)s from %(games)d games make %(goal)s certain.",
            number,
        )
    return capfirst(sentence % {"results": results, "games": games, "goal": goal})


def first_place_needs(table: StandingsView) -> list[Need]:
    """What those need who can still come first, in the table's order."""
    found = []
    for row in table.rows:
        if row.possible is not None and row.possible.best == 1:
            found.append(Need(row.name, need_in_words(row.possible, FIRST_PLACE)))
    return found
