"""How games stand, many at a time: for pairings, tables and lists of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.registry import DEFAULT_JUDGE
from games.enums import UNPLAYED_STATES, GameState, ResultKind
from games.models import Game, GameResult, SeatResult
from games.selectors.games import seats_at


@dataclass(frozen=True)
class GameScore:
    """A game as lists show it. `players` maps a side to (key, public name); `honoris` and `markers` map a side to its
    number, empty where they are not known. `winner` is a side, or empty for a tie, a double forfeit and while there is
    no result (`kind` is empty then)."""

    pk: int
    key: str
    state: GameState
    starter: str
    edition: str
    pool: str
    players: Mapping[str, tuple[str, str]]
    kind: str = ""
    grade: str = ""
    winner: str = ""
    honoris: Mapping[str, int] = field(default_factory=dict)
    markers: Mapping[str, int] = field(default_factory=dict)
    system: str = DEFAULT_JUDGE

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

    def side_of(self, player_key: str) -> str | None:
        """The side on which a player sits, None where he doesn't play in this game."""
        for side, (key, _name) in self.players.items():
            if key == player_key:
                return side
        return None

    def half_points(self, side: str) -> int | None:
        """2 for a win, 1 for a tie, 0 for a loss; None without a result. A double forfeit gives nobody anything."""
        if not self.has_result:
            return None
        if self.winner:
            return 2 if self.winner == side else 0
        return 0 if self.kind == ResultKind.DOUBLE_FORFEIT else 1


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
    seats = SeatResult.objects.filter(result__game__in=games, result__is_current=True).values_list(
        "result__game_id", "result__kind", "result__grade", "result__winner", "seat__side", "honoris", "markers"
    )
    for game, kind, grade, winner, side, honoris, markers in seats:
        nothing: dict[str, Any] = {"kind": kind, "grade": grade, "winner": winner, "honoris": {}, "markers": {}}
        row = found.setdefault(game, nothing)
        if honoris is not None:
            row["honoris"][side] = honoris
        if markers is not None:
            row["markers"][side] = markers
    return found


def result_alone(game: Game) -> GameResult | None:
    """The result that counts now with what was handed in, without its rows; None before there is one."""
    return GameResult.objects.filter(game=game, is_current=True).select_related("submission").first()


def _score(game: Game, result: Mapping[str, Any]) -> GameScore:
    return GameScore(
        pk=game.pk,
        key=game.key,
        state=GameState(game.state),
        starter=game.starter,
        edition=game.edition,
        pool=game.pool,
        system=game.system,
        players={seat.side: (seat.player.key, seat.player.public_name) for seat in game.seats.all()},
        **result,
    )
