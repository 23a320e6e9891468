from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import GameState
from games.selectors.games import seat_results_at
from games.selectors.waiting import broken_off
from magistrar_site.shared.errors import NotFound
from tournaments.enums import ByeKind
from tournaments.formats.registry import format_for
from tournaments.models import Event, Match, MatchGame, MatchSeat, Round
from tournaments.selectors.events import PUBLIC_ROUNDS

ENGINE = "round__engine"  # large, and read with every match: never wanted with one
# A match's games but those that were taken away as not needed; a match that is void itself keeps its games.
STANDS = Q(game__is_void=False) | Q(match__is_void=True)
# A game in one of these states still needs somebody to do something before its round is complete.
OPEN_STATES = (GameState.EXPECTED, GameState.CONFLICTING, GameState.REOPENED)
# A seat in a round of a bracket without a match of it, for who is out or waits. It is kept, and no bye to anybody.
IDLE = Q(bye=ByeKind.ZERO, bracket=0)


def bye_words(match: Match) -> str:
    """The meaning of a match for an entrant alone in it; empty where two meet. Wants the stage at hand."""
    if is_idle(match.bye, match.bracket):
        return gettext("no match of the bracket")
    if is_unopposed(match):
        return gettext("no opponent")
    return str(ByeKind(match.bye).label) if match.bye else ""


def is_unopposed(match: Match) -> bool:
    """Whether it is the round of somebody whose opponent by the table of a round robin doesn't play."""
    return match.bye == ByeKind.FULL and format_for(match.round.stage.format).predetermined


def is_idle(bye: str, bracket: int | None) -> bool:
    """As IDLE."""
    return bye == ByeKind.ZERO and bracket == 0


def matches_of(round_: Round) -> QuerySet[Match]:
    """The matches of a round that count, by table, with seats, players, games and current results."""
    return _with_everything(Match.objects.filter(round=round_, is_void=False)).order_by("table", "key")


def match_seats() -> Prefetch[Any]:
    """Prefetches the seats of matches, with entries and players by a join: see `games.selectors.games.seats_at`."""
    return Prefetch("seats", queryset=MatchSeat.objects.select_related("entry__player").order_by("position"))


def match_games() -> Prefetch[Any]:
    """Prefetches the games of matches, likewise."""
    return Prefetch("games", queryset=MatchGame.objects.select_related("game").order_by("number"))


def _with_everything(matches: QuerySet[Match]) -> QuerySet[Match]:
    games = MatchGame.objects.filter(STANDS).select_related("game").order_by("number")
    return (
        matches.select_related("round__stage__event__club")
        .defer(ENGINE)
        .prefetch_related(
            match_seats(),
            Prefetch("games", queryset=games),
            "games__game__seats",
            seat_results_at("games__game__results__seats"),
        )
    )


def match_by_key(key: str) -> Match:
    """With everything around it; NotFound where there is none."""
    match = _with_everything(Match.objects.filter(key=key)).order_by("pk").first()
    if match is None:
        raise NotFound("no_such_match", _("There is no match at this address."))
    return match


def with_place(rows: QuerySet[MatchGame]) -> QuerySet[MatchGame]:
    """Games with round, stage and event, by their place in it."""
    placed = rows.select_related("game", "match__round__stage__event").defer("match__why", f"match__{ENGINE}")
    return placed.order_by("match__round__stage__event", "match__round__number", "match__table", "number")


def match_game_by_game(game_key: str) -> MatchGame:
    """The place of a game in its match, with round, stage, event and club; NotFound for a game of no event."""
    found = MatchGame.objects.select_related("game", "match__round__stage__event__club").filter(game__key=game_key)
    match_game = found.defer(f"match__{ENGINE}").order_by("pk").first()
    if match_game is None:
        raise NotFound("no_such_game", _("There is no game at this address."))
    return match_game


def open_games(event: Event) -> QuerySet[MatchGame]:
    """Games of published rounds that still need a result, by round and table: who is still playing."""
    return _games_in(event, OPEN_STATES)


def uncounted_games(event: Event) -> QuerySet[MatchGame]:
    """Games of published rounds without a result that counts by the event's rules."""
    return open_games(event) if event.settings.unconfirmed_counts else unsettled_games(event)


def unconfirmed_games(event: Event) -> QuerySet[MatchGame]:
    """Games whose result was handed in by one side and not confirmed yet."""
    return _games_in(event, (GameState.SUBMITTED,))


def unsettled_games(event: Event) -> QuerySet[MatchGame]:
    """Both at once."""
    return _games_in(event, (*OPEN_STATES, GameState.SUBMITTED))


def _games_in(event: Event, states: Iterable[GameState]) -> QuerySet[MatchGame]:
    rows = MatchGame.objects.filter(
        match__round__stage__event=event,
        match__round__state__in=PUBLIC_ROUNDS,
        match__is_void=False,
        game__is_void=False,
        is_friendly=False,
        game__state__in=tuple(states),
    )
    seats = MatchSeat.objects.select_related("entry__player").order_by("position")
    return (
        rows.select_related("game", "match__round")
        .annotate(is_broken_off=broken_off("game"))
        .defer("match__why", f"match__{ENGINE}")
        .prefetch_related(Prefetch("match__seats", queryset=seats))
        .order_by("match__round__number", "match__table", "number")
    )
