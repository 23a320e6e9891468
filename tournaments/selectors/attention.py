"""What the desk should see first: tables that call, players who disagree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.enums import GameState
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.isolates import isolated_list
from tournaments.models import ArbiterCall, Event, Match, MatchGame
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import ENGINE, match_games, match_seats


@dataclass(frozen=True, slots=True)
class Attention:
    """A table that waits for the staff. `kind`: "call" or "conflict". `game_key`: the game to look at. Of a call `key`
    is its own, `by` who called, and `taken_by` who goes there: empty as long as nobody does."""

    kind: str
    round_number: int
    table: int
    names: str
    game_key: str
    key: str = ""
    by: str = ""
    at: datetime | None = None
    taken_by: str = ""


def attention_of(event: Event) -> list[Attention]:
    """Calls first, the oldest first; then games whose versions conflict, by table."""
    return [*_calls(event), *_conflicts(event)]


def attention_count(event: Event) -> int:
    """How many there are: one query."""
    calls = open_calls(event).values_list("pk").order_by()
    return calls.union(_conflicting(event).values_list("pk").order_by(), all=True).count()


def open_calls(event: Event) -> QuerySet[ArbiterCall]:
    return ArbiterCall.objects.filter(match__round__stage__event=event, closed_at=None, match__is_void=False)


def open_call_of(match: Match) -> ArbiterCall | None:
    return ArbiterCall.objects.filter(match=match, closed_at=None).first()


def names_of_takers(calls: Iterable[ArbiterCall]) -> dict[str, str]:
    """Who goes to the tables, by the actor that took the call."""
    taken = {call.taken_by for call in calls if call.taken_by}
    users = users_by_keys({actor.partition(":")[2] for actor in taken}) if taken else {}
    return {actor: str(users.get(actor.partition(":")[2], "")) or "?" for actor in taken}


def _calls(event: Event) -> list[Attention]:
    rows = open_calls(event).select_related("match__round", "entry__player").defer(f"match__{ENGINE}", "match__why")
    calls = list(rows.prefetch_related(match_games("match__games"), match_seats("match__seats")))
    takers = names_of_takers(calls)
    return [
        Attention(
            "call",
            call.match.round.number,
            call.match.table,
            _names(call.match),
            next((link.game.key for link in reversed(call.match.games.all())), ""),
            call.key,
            call.entry.player.name,
            call.at,
            takers.get(call.taken_by, ""),
        )
        for call in calls
    ]


def _conflicting(event: Event) -> QuerySet[MatchGame]:
    rows = MatchGame.objects.filter(match__round__stage__event=event, match__round__state__in=PUBLIC_ROUNDS)
    return rows.filter(match__is_void=False, game__is_void=False, game__state=GameState.CONFLICTING)


def _conflicts(event: Event) -> list[Attention]:
    rows = _conflicting(event).select_related("match__round", "game").defer(f"match__{ENGINE}", "match__why")
    rows = rows.prefetch_related(match_seats("match__seats")).order_by("match__round__number", "match__table")
    return [
        Attention("conflict", row.match.round.number, row.match.table, _names(row.match), row.game.key) for row in rows
    ]


def _names(match: Match) -> str:
    return isolated_list((seat.entry.player.name for seat in match.seats.all()), " – ")
