"""What a player's page says of games."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.enums import Outcome, ResultKind
from games.selectors.record import PlayedGame
from magistrar_site.shared.isolates import isolated_list
from tournaments.selectors.event_lists import GamePlace

register = template.Library()


@register.simple_tag
def day_of(at: datetime, place: GamePlace | None) -> str:
    """The day on which a game was played, in its event's zone where that is known. It stays on one line."""
    day = date_format(at.astimezone(ZoneInfo(place.event_zone)) if place else at, "SHORT_DATE_FORMAT")
    return format_html('<span class="nowrap">{}</span>', day)


@register.filter
def opponents_in_words(game: PlayedGame) -> str:
    return str(isolated_list(one.name for one in game.opponents))


@register.inclusion_tag("tournaments/player/form_sign.html")
def form_sign(game: PlayedGame) -> dict[str, Any]:
    """A result as one letter in its colour."""
    words = {Outcome.WIN: (_("won"), _("W")), Outcome.DRAW: (_("tied"), _("T")), Outcome.LOSS: (_("lost"), _("L"))}
    word, letter = words[Outcome(game.outcome)]
    return {"game": game, "word": word, "letter": letter, "is_forfeit": game.kind != ResultKind.PLAYED}


@register.simple_tag
def streak(form: list[PlayedGame], run: int) -> str:
    """The newest results that were alike, such as "3 wins"; `form` has the newest game last."""
    played = [game for game in form if game.kind == ResultKind.PLAYED]
    if not played:
        return ""
    outcome = Outcome(played[-1].outcome)
    if outcome == Outcome.WIN:
        return ngettext("%(n)d win", "%(n)d wins", run) % {"n": run}
    if outcome == Outcome.DRAW:
        return ngettext("%(n)d tie", "%(n)d ties", run) % {"n": run}
    return ngettext("%(n)d loss", "%(n)d losses", run) % {"n": run}
