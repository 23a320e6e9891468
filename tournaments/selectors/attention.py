"""What the desk should see first: tables that call, players who disagree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.enums import GameState
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.isolates import isolated_list
from tournaments.models import ArbiterCall, Event, Match, MatchGame
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import ENGINE, match_games, match_seats


@dataclass(frozen=True, slots=True)
class Attention:
    """A table that waits for the staff. `kind`: "call", "appeal", "conflict" or "tie". `game_key`: the game to look at.
    `key`: of a call its own, of a tie the match's. Of a call `by` is who called, and `taken_by` who goes there: empty
    as long as nobody does."""

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
    """Calls first, the oldest first; then games whose decision somebody appeals, and those whose versions conflict, by
    table."""
    return [*_calls(event), *_of_games(event)]


def attention_count(event: Event) -> int:
    """How many there are: one query."""
    calls = open_calls(event).values_list("pk").order_by()
    return calls.union(_waiting_games(event).values_list("pk").order_by(), all=True).count()


def open_calls(event: Event) -> QuerySet[ArbiterCall]:
    return ArbiterCall.objects.filter(match__round__stage__event=event, closed_at=None, match__is_void=False)


def open_call_of(match: Match) -> ArbiterCall | None:
    return ArbiterCall.objects.filter(match=match, closed_at=None).first()


def names_of_takers(calls: Iterable[ArbiterCall]) -> dict[str, str]:
    """Who goes to the tables, by the actor that took the call: a name, never an address, since players read it."""
    taken = {call.taken_by for call in calls if call.taken_by}
    users = users_by_keys({actor.partition(":")[2] for actor in taken}) if taken else {}
    names = {key: user.name for key, user in users.items()}
    return {actor: names.get(actor.partition(":")[2], "") or gettext("The arbiter") for actor in taken}


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


def _waiting_games(event: Event) -> QuerySet[MatchGame]:
    """Games whose decision is appealed, and games whose versions conflict."""
    rows = MatchGame.objects.filter(match__round__stage__event=event, match__round__state__in=PUBLIC_ROUNDS)
    waits = Q(game__state=GameState.CONFLICTING) | Q(game__appeals__decided_fact=0)
    return rows.filter(waits, match__is_void=False, game__is_void=False).distinct()


def _of_games(event: Event) -> list[Attention]:
    rows = _waiting_games(event).select_related("match__round", "game").defer(f"match__{ENGINE}", "match__why")
    rows = rows.prefetch_related(match_seats("match__seats")).order_by("match__round__number", "match__table", "pk")
    found = [
        Attention(
            "conflict" if row.game.state == GameState.CONFLICTING else "appeal",
            row.match.round.number,
            row.match.table,
            _names(row.match),
            row.game.key,
        )
        for row in rows
    ]
    return sorted(found, key=lambda each: each.kind)


def _names(match: Match) -> str:
    return isolated_list((seat.player.name for seat in match.seats.all()), " – ")
