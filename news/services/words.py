"""Happenings as sentences, in the language that is on, with the address of their page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.isolates import isolated, isolated_list
from news.enums import HappeningType
from news.values.happenings import Happening

if TYPE_CHECKING:
    from tournaments.models import Event, Round

TITLES: Mapping[HappeningType, str | Promise] = {
    HappeningType.EVENT_OPENED: _("New event: %(event)s"),
    HappeningType.EVENT_STARTED: _("%(event)s has started"),
    HappeningType.EVENT_FINISHED: _("%(event)s is over: the final standings"),
    HappeningType.EVENT_REOPENED: _("%(event)s goes on: it was reopened"),
    HappeningType.EVENT_CANCELLED: _("%(event)s was cancelled"),
    HappeningType.EVENT_RESTORED: _("%(event)s takes place after all"),
    HappeningType.ENTRY_ADDED: _("%(player)s entered %(event)s"),
    HappeningType.ENTRY_WITHDRAWN: _("%(player)s no longer plays in %(event)s"),
    HappeningType.ROUND_PUBLISHED: _("%(event)s: the pairings of round %(round)s"),
    HappeningType.RESULT_RECORDED: _("%(players)s: %(score)s (%(event)s, round %(round)s)"),
    HappeningType.RESULT_CHANGED: _("Corrected: %(players)s: %(score)s (%(event)s, round %(round)s)"),
    HappeningType.RESULT_CONFIRMED: _("Confirmed: %(players)s: %(score)s (%(event)s, round %(round)s)"),
    HappeningType.STANDINGS_CHANGED: _("%(event)s: new standings"),
    HappeningType.SEASON_OPENED: _("%(league)s, %(season)s: open for entries"),
    HappeningType.SEASON_PLACED: _("%(league)s, %(season)s: the divisions are placed"),
    HappeningType.SEASON_STARTED: _("%(league)s, %(season)s has started"),
    HappeningType.SEASON_CLOSED: _("%(league)s, %(season)s is over"),
    HappeningType.SEASON_CANCELLED: _("%(league)s, %(season)s was cancelled"),
    HappeningType.SEASON_CHANGED: _("%(league)s, %(season)s: a step was taken back or put right"),
}


def title_of(happening: Happening) -> str:
    """What happened, in one sentence."""
    if happening.pairing is not None and not happening.pairing.score:
        return gettext("The result was taken back: %(players)s (%(event)s, round %(round)s)") % _names(happening)
    return str(TITLES[happening.type]) % _names(happening)


def _names(happening: Happening) -> dict[str, Any]:
    names: dict[str, Any] = {}
    if happening.event is not None:
        names["event"] = isolated(happening.event.name)
    if happening.season is not None:
        names["season"], names["league"] = isolated(happening.season.name), isolated(happening.season.league.name)
    if happening.player is not None:
        names["player"] = isolated(happening.player.public_name)
    if happening.round is not None:
        names["round"] = happening.round.number
    if happening.pairing is not None:
        names["players"] = isolated_list((seat.name for seat in happening.pairing.seats), " – ")
        names["score"] = happening.pairing.score
    return names


def path_of(happening: Happening) -> str:
    """The page that shows it."""
    event, season = happening.event, happening.season
    if season is not None:
        return reverse("leagues:season", args=[season.league.club.slug, season.league.slug, season.number])
    assert event is not None
    if happening.place is not None:
        return reverse("tournaments:game", args=[happening.place.game.key])
    if happening.round is not None:
        return round_path(event, happening.round)
    if happening.player is not None:
        return reverse("tournaments:event_entries", args=[event.slug])
    return reverse("tournaments:event", args=[event.slug])


def round_path(event: Event, round_: Round) -> str:
    """The page of a round, also of an earlier or later stage."""
    stage = f"?stage={round_.stage.number}" if round_.stage.number > 1 else ""
    return f"{reverse('tournaments:event_round', args=[event.slug, round_.number])}{stage}"
