"""How games stand, many at a time: for pairings, tables and lists of results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.registry import game_system
from games.enums import SETTLED_STATES, UNPLAYED_STATES, GameState, ResultKind
from games.models import Game, GameResult, SeatNumber, SeatResult
from games.selectors.games import seats_at, seats_of
from games.values.results import name_of_seat


@dataclass(frozen=True)
class BestNumber:
    """The best that somebody made of a number that a game system declares."""

    label: str
    value: int
    player_key: str
    player_name: str
    game_key: str
    played_at: datetime


def best_numbers(streams: Collection[str]) -> list[BestNumber]:
    """The best of each declared number that ranks players, in the settled games of these streams that were really
    played; of equals the first. One query a number."""
    found = []
    systems = Game.objects.filter(stream__in=streams).order_by().values_list("system", flat=True).distinct()
    for system in sorted(systems):
        for spec in game_system(system).numbers:
            rows = SeatNumber.objects.filter(
                key=spec.key,
                seat_result__result__is_current=True,
                seat_result__result__kind=ResultKind.PLAYED,
                seat_result__result__game__stream__in=streams,
                seat_result__result__game__system=system,
                seat_result__result__game__is_void=False,
                seat_result__result__game__state__in=SETTLED_STATES,
            ).select_related("seat_result__seat__player", "seat_result__result__game")
            order = "value" if spec.better == "less" else "-value"
            row = rows.order_by(order, "seat_result__result__game__played_at", "pk").first() if spec.better else None
            if row is not None:
                player, game = row.seat_result.seat.player, row.seat_result.result.game
                best = (row.value, player.key, player.public_name, game.key, game.played_at)
                found.append(BestNumber(_(spec.label), *best))
    return found


@dataclass(frozen=True)
class GameScore:
    """A game as lists show it. `players` maps a seat to (key, public name); `numbers` has the declared numbers by key,
    each by seat, as far as they are known. `places` are by seat, empty for a double forfeit and while there is no
    result (`kind` is empty then). `winner` is the seat that is alone on place 1, `by_seat` that of somebody
    who entered the result of their own game at the desk."""

    pk: int
    key: str
    state: GameState
    system: str
    starter: int | None
    edition: str
    pool: str
    players: Mapping[int, tuple[str, str]]
    kind: str = ""
    grade: str = ""
    winner: int | None = None
    by_seat: int | None = None
    places: Mapping[int, int] = field(default_factory=dict)
    numbers: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    @property
    def has_result(self) -> bool:
        return bool(self.kind)

    @property
    def is_handed_in(self) -> bool:
        """Whether there is something to go by: the game has been played, or decided without."""
        return self.state not in UNPLAYED_STATES

    @property
    def is_forfeit(self) -> bool:
        """Whether somebody lost without playing; a game that was broken off was played."""
        return self.kind in (ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT)

    def seat_of(self, player_key: str) -> int | None:
        """The seat of a player, None where they don't play in this game."""
        return next((seat for seat, (key, _name) in self.players.items() if key == player_key), None)

    def name_of(self, seat: int | None) -> str:
        """What the game's system calls a seat; empty for none."""
        return name_of_seat(self.system, seat)

    @property
    def points(self) -> Mapping[int, int]:
        """The game's own score by seat: the first number that its system declares; empty where it isn't known."""
        return self.numbers.get(game_system(self.system).numbers[0].key, {})

    @property
    def forfeited(self) -> frozenset[int]:
        """The seats that forfeited: in a forfeit whoever shares the last place, or everybody."""
        if not self.is_forfeit:
            return frozenset()
        last = max(self.places.values(), default=0)
        return frozenset(seat for seat in self.players if self.places.get(seat, last) == last)

    def half_points_against(self, seat: int, other: int) -> int | None:
        """2 where a seat is placed better than the other, 1 where they share a place, else 0; None without a result.
        Nobody gets anything by forfeiting."""
        if not self.has_result:
            return None
        own, theirs = self.places.get(seat), self.places.get(other)
        if own is None or theirs is None or seat in self.forfeited:
            return 0
        return 2 if own < theirs else int(own == theirs)

    def half_points(self, seat: int) -> int | None:
        """2 for a win, 1 for a shared first place, 0 for any other; None without a result. A double forfeit gives
        nobody anything."""
        if not self.has_result:
            return None
        if self.winner is not None:
            return 2 if self.winner == seat else 0
        return 1 if self.places.get(seat) == 1 else 0


def scores_of(games: Iterable[int]) -> dict[int, GameScore]:
    """Scores by the games' primary keys: three queries for any number of games."""
    wanted = list(games)
    if not wanted:
        return {}
    results = _results(wanted)
    rows = Game.objects.filter(pk__in=wanted).prefetch_related(seats_at("seats"))
    return {game.pk: _score(game, results.get(game.pk, {})) for game in rows}


def _results(games: list[int]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    # One row for each number that is known of a seat, or one without: so it is one query.
    seats = SeatResult.objects.filter(result__game__in=games, result__is_current=True).values_list(
        "result__game_id",
        "result__kind",
        "result__grade",
        "result__winner",
        "result__by_seat",
        "seat__number",
        "place",
        "numbers__key",
        "numbers__value",
    )
    for game, kind, grade, winner, by_seat, seat, place, key, value in seats:
        said: dict[str, Any] = {"kind": kind, "grade": grade, "winner": winner, "by_seat": by_seat}
        row = found.setdefault(game, {**said, "places": {}, "numbers": {}})
        if place is not None:
            row["places"][seat] = place
        if key is not None:
            row["numbers"].setdefault(key, {})[seat] = value
    return found


def result_alone(game: Game) -> GameResult | None:
    """The result that counts now with what was handed in, without its rows; None before there is one."""
    return GameResult.objects.filter(game=game, is_current=True).select_related("submission").first()


def _score(game: Game, result: Mapping[str, Any]) -> GameScore:
    return GameScore(
        pk=game.pk,
        key=game.key,
        state=GameState(game.state),
        system=game.system,
        starter=game.starter,
        edition=game.edition,
        pool=game.pool,
        players={number: (seat.player.key, seat.player.public_name) for number, seat in seats_of(game).items()},
        **result,
    )


def times_handed_in(games: Iterable[int]) -> dict[int, datetime]:
    """When what counts of each game was handed in, by the games' primary keys; games that were only ruled on have no
    time."""
    rows = GameResult.objects.filter(game__in=list(games), is_current=True, submission__isnull=False)
    return dict(rows.values_list("game", "submission__at"))
