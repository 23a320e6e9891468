"""Words for pairings and standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.enums import GameState
from tournaments.enums import EventState, RoundState
from tournaments.selectors.pairings import ShownPairing
from tournaments.selectors.tables import Column

register = template.Library()

# Heads of the columns that club evenings use; the others go by their code, with the catalogue's name as a title.
SHORT = {
    "HON": pgettext_lazy("column of the standings", "Honoris"),
    "HOND": pgettext_lazy("column of the standings", "Honoris ±"),
    "MRK": pgettext_lazy("column of the standings", "Markers"),
    "ENC": pgettext_lazy("column of the standings", "Encounters"),
    "DE": pgettext_lazy("column of the standings", "Direct"),
    "WIN": pgettext_lazy("column of the standings", "Wins"),
}

GAME_STATES: dict[str, tuple[str, Any]] = {
    GameState.EXPECTED: ("wait", gettext_lazy("still playing")),
    GameState.SUBMITTED: ("wait", gettext_lazy("to be confirmed")),
    GameState.CONFLICTING: ("warn", gettext_lazy("conflicting")),
    GameState.REOPENED: ("warn", gettext_lazy("reopened")),
    GameState.RULED: ("ok", gettext_lazy("ruled")),
    GameState.AGREED: ("ok", gettext_lazy("agreed")),
    GameState.ANNULLED: ("bad", gettext_lazy("annulled")),
}
EVENT_STATES: dict[str, tuple[str, Any]] = {
    EventState.DRAFT: ("info", gettext_lazy("being set up")),
    EventState.OPEN: ("wait", gettext_lazy("open for entries")),
    EventState.RUNNING: ("live", gettext_lazy("running")),
    EventState.FINISHED: ("ok", gettext_lazy("finished")),
}
ROUND_STATES: dict[str, tuple[str, Any]] = {
    RoundState.DRAFT: ("info", gettext_lazy("draft")),
    RoundState.PUBLISHED: ("live", gettext_lazy("published")),
    RoundState.RUNNING: ("live", gettext_lazy("running")),
    RoundState.CLOSED: ("ok", gettext_lazy("closed")),
    RoundState.REOPENED: ("warn", gettext_lazy("reopened")),
    RoundState.UNDONE: ("bad", gettext_lazy("undone")),
}


@register.filter
def column_head(column: Column) -> str:
    return str(SHORT.get(column.code, column.code))


@register.filter
def beside(values: Sequence[Any], others: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Pairs of what stands at the same place."""
    return list(zip(values, others, strict=False))


@register.filter
def column_name(column: Column) -> str:
    return gettext(column.name)


def _badge(kind: str, text: Any) -> dict[str, str]:
    return {"kind": kind, "sign": "starter" if kind == "live" else kind, "text": str(text)}


@register.inclusion_tag("components/badge.html")
def game_badge(state: str) -> dict[str, str]:
    return _badge(*GAME_STATES[state])


@register.inclusion_tag("components/badge.html")
def event_badge(state: str) -> dict[str, str]:
    return _badge(*EVENT_STATES[state])


@register.inclusion_tag("components/badge.html")
def round_badge(state: str) -> dict[str, str]:
    return _badge(*ROUND_STATES[state])


# What became of a game, said to who can't see it; what has no sentence here has a score or is open.
_SAID_STATES: dict[str, Any] = {
    GameState.CONFLICTING: gettext_lazy("Table %(table)s: %(first)s and %(second)s don’t agree"),
    GameState.REOPENED: gettext_lazy("Table %(table)s: the game of %(first)s and %(second)s is open again"),
    GameState.ANNULLED: gettext_lazy("Table %(table)s: the game of %(first)s and %(second)s is annulled"),
}
_SAID_SCORES: dict[str, Any] = {
    GameState.SUBMITTED: gettext_lazy("Table %(table)s: %(first)s %(score)s %(second)s, to be confirmed"),
    GameState.RULED: gettext_lazy("Table %(table)s: %(first)s %(score)s %(second)s, by a ruling"),
}


def said_of(pairing: ShownPairing) -> str:
    """How a match stands, in a sentence that differs when it does; empty while there is nothing to say."""
    game = pairing.game
    if game is None or len(pairing.seats) != 2:
        return ""
    first, second = (seat.name for seat in pairing.seats)
    words = {"table": pairing.table, "first": first, "second": second, "score": pairing.score}
    if pairing.series is None and game.state in _SAID_STATES:
        return str(_SAID_STATES[game.state] % words)
    if pairing.is_forfeit:
        winner = next((seat.name for seat in pairing.seats if game.winner and seat.side == game.winner), "")
        if not winner:
            return gettext("Table %(table)s: %(first)s and %(second)s both forfeit") % words
        return gettext("Table %(table)s: %(winner)s wins by forfeit") % {**words, "winner": winner}
    if not pairing.score:
        handed_in = game.state == GameState.SUBMITTED
        return gettext("Table %(table)s: handed in, to be confirmed") % words if handed_in else ""
    sentence = _SAID_SCORES.get(game.state) if pairing.series is None else None
    return str((sentence or gettext("Table %(table)s: %(first)s %(score)s %(second)s")) % words)


@register.inclusion_tag("components/pairing.html", takes_context=True)
def pairing_row(context: dict[str, Any], pairing: ShownPairing) -> dict[str, Any]:
    """A pairing as one line. An agreed game's score says enough, so only other states are shown beside it."""
    state = pairing.game.state if pairing.game else None
    return {
        "pairing": pairing,
        "said": said_of(pairing),
        "state": state if state is not None and state != GameState.AGREED and not pairing.is_forfeit else None,
        "request": context.get("request"),
    }
