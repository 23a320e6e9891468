"""Words for pairings and standings."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from games.enums import GameState
from games.selectors.scores import GameScore
from games.templatetags.interface import minus
from magistrar_site.shared.isolates import isolated
from tournaments.enums import EventState, RoundState
from tournaments.formats.core.points import written_points
from tournaments.formats.core.tiebreaks.tie_break import HEAD
from tournaments.models import Entry, Event
from tournaments.models.numbers import number_columns
from tournaments.selectors.asking import PublicAnswers
from tournaments.selectors.rounds.name_lines import NameLine
from tournaments.selectors.rounds.pairings import PairingRow
from tournaments.selectors.standings.crosstables import Meeting
from tournaments.selectors.standings.tables import Column, StandingsRow, StandingsView

register = template.Library()


@register.simple_tag
def score_code(system: str) -> str:
    """The code of the column in which standings add the game's own score up; empty where none does."""
    return next((column.code for column in number_columns(system) if column.has_difference), "")


GAME_STATES: dict[str, tuple[str, Any]] = {
    GameState.EXPECTED: ("wait", gettext_lazy("still playing")),
    GameState.SUBMITTED: ("asked", gettext_lazy("to be confirmed")),
    GameState.CONFLICTING: ("warn", gettext_lazy("conflicting")),
    GameState.REOPENED: ("warn", gettext_lazy("reopened")),
    GameState.ENTERED: ("ok", gettext_lazy("entered at the desk")),
    GameState.RULED: ("ok", gettext_lazy("ruled")),
    GameState.AGREED: ("ok", gettext_lazy("agreed")),
    GameState.ANNULLED: ("bad", gettext_lazy("annulled")),
}
EVENT_STATES: dict[str, tuple[str, Any]] = {
    EventState.DRAFT: ("info", gettext_lazy("being set up")),
    EventState.OPEN: ("entries", gettext_lazy("open for entries")),
    EventState.RUNNING: ("live", gettext_lazy("running")),
    EventState.FINISHED: ("ok", gettext_lazy("finished")),
    EventState.CANCELLED: ("bad", gettext_lazy("cancelled")),
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
    """The short name of a column; a legend below the table says it in full."""
    found = column.tie_break
    return found.words.head_in(gettext, partial(pgettext, HEAD)) if found else column.code


@register.filter
def in_points(points: int | None, scale: int) -> str:
    """Points of a stage, of which `scale` units make one, for people; a dash for None."""
    return minus(None if points is None else written_points(points, scale))


@register.filter
def points_in_words(points: int, scale: int) -> str:
    """Likewise as "½ point", "1 point", "1½ points", "0 points"."""
    number = 1 if points == scale or 2 * points == scale else 2
    return ngettext("%(points)s point", "%(points)s points", number) % {"points": in_points(points, scale)}


@register.filter
def with_cells(table: StandingsView) -> list[tuple[StandingsRow, list[tuple[str, str]]]]:
    """The rows, each with its values; those that decided between two who are level on points with a class for it."""
    decided = [table.decided(at) for at in range(len(table.rows))]
    lines = zip(table.rows, decided, [None, *decided], strict=False)
    return [
        (row, [(value, " decided" if at in (below, above) else "") for at, value in enumerate(row.values)])
        for row, below, above in lines
    ]


@register.simple_tag
def what_decided(leaders: StandingsView) -> str:
    """In a sentence what put the winner first; empty where two are first."""
    by = leaders.decided(0)
    if by is None:
        return ""
    first, second = leaders.rows[0], leaders.rows[1]
    if by < 0:
        points = {"first": in_points(first.points, leaders.scale), "second": in_points(second.points, leaders.scale)}
        return gettext("Decided by points: %(first)s to %(second)s.") % points
    values = {
        "name": isolated(second.name),
        "column": column_name(leaders.columns[by]),
        "first": minus(first.values[by]),
        "second": minus(second.values[by]),
    }
    return gettext("Level on points with %(name)s; decided by %(column)s: %(first)s to %(second)s.") % values


@register.filter
def money(cents: int, currency: str) -> str:
    """An amount of money: "12.50 EUR", with the language's own mark, and no cents where there are none."""
    amount = Decimal(cents) / 100
    return f"{number_format(amount, 2 if cents % 100 else 0)}\u00a0{currency}"


OUTCOMES = {2: "is-won", 1: "is-tied", 0: "is-lost"}


@register.filter
def outcome_class(meeting: Meeting) -> str:
    """How a cell of a crosstable is coloured; the sign in it says the same."""
    return "" if meeting.is_annulled or meeting.points is None else OUTCOMES.get(meeting.points, "")


@register.filter
def beside(values: Sequence[Any], others: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Pairs of what stands at the same place."""
    return list(zip(values, others, strict=False))


@register.simple_tag
def parts_of_standing(table: StandingsView, stage_query: str = "") -> list[str]:
    """Where the page of a standing says how the value of each column came about: what follows the page's address."""
    return [f"?{stage_query}round={table.after_round}#{column.code}" for column in table.columns]


@register.filter
def column_name(column: Column) -> str:
    return column.tie_break.words.name_in(gettext) if column.tie_break else column.code


@register.inclusion_tag("tournaments/entry_list.html")
def entry_list(entries: Sequence[Entry], said: PublicAnswers | None = None) -> dict[str, Any]:
    """Entries with rating and club, as far as any of them has one, and with the answers that everybody reads."""
    questions, answers = (said.questions, said.answers) if said is not None else ((), {})
    return {
        "questions": questions,
        "rows": [(entry, answers.get(entry.pk, [])) for entry in entries],
        "has_ratings": any(entry.rating for entry in entries),
        "has_clubs": any(entry.player.club_id for entry in entries),
    }


def _badge(kind: str, text: Any) -> dict[str, str]:
    return {"kind": kind, "sign": kind, "text": str(text)}


# States in which a score, or that there is none, isn't the last word.
OPEN_ENDED = (GameState.SUBMITTED, GameState.CONFLICTING, GameState.REOPENED, GameState.ANNULLED)


@register.filter
def open_word(game: GameScore | None) -> str:
    """The word that a game's score needs beside it on paper where it isn't settled; empty for all others."""
    return str(GAME_STATES[game.state][1]) if game is not None and game.state in OPEN_ENDED else ""


@register.inclusion_tag("components/hall_state.html")
def hall_state(line: NameLine) -> dict[str, Any]:
    """What the hall's screen says beside or below a score: in a word, and with a sign, what isn't settled."""
    if line.state in OPEN_ENDED:
        return _badge(*GAME_STATES[line.state])
    if line.is_forfeit:
        return {"text": gettext("by forfeit")}
    if line.best_of > 1:
        return {"text": gettext("best of %(games)s") % {"games": line.best_of}}
    return {"text": ""}


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


def said_of(pairing: PairingRow) -> str:
    """How a match stands, in a sentence that differs when it does; empty while there is nothing to say."""
    game = pairing.game
    if game is None or len(pairing.seats) != 2:
        return ""
    first, second = (isolated(seat.name) for seat in pairing.seats)
    words = {"table": pairing.table, "first": first, "second": second, "score": pairing.score}
    if pairing.series is None and game.state in _SAID_STATES:
        return str(_SAID_STATES[game.state] % words)
    if pairing.is_forfeit:
        winner = winner_of(pairing)
        if not winner:
            return gettext("Table %(table)s: %(first)s and %(second)s both forfeit") % words
        return gettext("Table %(table)s: %(winner)s wins by forfeit") % {**words, "winner": winner}
    if not pairing.score:
        handed_in = game.state == GameState.SUBMITTED
        return gettext("Table %(table)s: handed in, to be confirmed") % words if handed_in else ""
    if pairing.series is None and not game.points:
        return _said_without_score(game, words, winner_of(pairing))
    sentence = _SAID_SCORES.get(game.state) if pairing.series is None else None
    return str((sentence or gettext("Table %(table)s: %(first)s %(score)s %(second)s")) % words)


def winner_of(pairing: PairingRow) -> str:
    """The name of who won a pairing's game; empty where nobody did alone."""
    winner = pairing.game.winner if pairing.game is not None else None
    return next((isolated(seat.name) for seat in pairing.seats if winner and seat.number == winner), "")


def _said_without_score(game: GameScore, words: dict[str, Any], winner: str) -> str:
    """Of a game of which only the winner is known."""
    if not winner:
        return gettext("Table %(table)s: %(first)s and %(second)s tied") % words
    if game.state == GameState.RULED:
        return gettext("Table %(table)s: %(winner)s won, by a ruling") % {**words, "winner": winner}
    return gettext("Table %(table)s: %(winner)s won") % {**words, "winner": winner}


PLAIN_STATES = (GameState.AGREED, GameState.ENTERED)  # a score says enough of them


@register.inclusion_tag("components/pairing.html", takes_context=True)
def pairing_row(context: dict[str, Any], pairing: PairingRow) -> dict[str, Any]:
    """A pairing as one line. The score of an agreed or entered game says enough, so only other states are shown
    beside it, and that somebody entered the result of their own game."""
    state = pairing.game.state if pairing.game else None
    return {
        "pairing": pairing,
        "said": said_of(pairing),
        "state": state if state not in (None, *PLAIN_STATES) and not pairing.is_forfeit else None,
        "is_own_entry": pairing.game is not None and pairing.game.by_seat is not None and pairing.series is None,
        "request": context.get("request"),
    }


@register.simple_tag
def leaders_said(leaders: StandingsView, event: Event) -> str:
    """Who is ahead, in a sentence that changes only when they do."""
    first, *others = leaders.rows
    if others and others[0].rank == first.rank:
        if leaders.is_bracket and event.state != EventState.FINISHED:
            return f"{gettext('Still in')}: {', '.join(row.name for row in leaders.rows)}"
        together = gettext("In the lead together: %(name)s, %(other)s") % {"name": first.name, "other": others[0].name}
        return f"{together} …" if others[1:] and others[1].rank == first.rank else together
    if event.state == EventState.FINISHED or leaders.is_bracket:
        return gettext("The winner: %(name)s") % {"name": first.name}
    return gettext("In the lead: %(name)s") % {"name": first.name}
