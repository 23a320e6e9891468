"""How games stand, many at a time: for pairings, tables and lists of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.enums import GameState
from games.models import Game, GameResult, SeatResult


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

    @property
    def has_result(self) -> bool:
        return bool(self.kind)

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
        return 1 if self.kind == "played" else 0


def scores_of(games: Iterable[int]) -> dict[int, GameScore]:
    """Scores by the games' primary keys: four queries for any number of games."""
    wanted = list(games)
    if not wanted:
        return {}
    results = _results(wanted)
    rows = Game.objects.filter(pk__in=wanted).prefetch_related("seats__player")
    return {game.pk: _score(game, results.get(game.pk, {})) for game in rows}


def _results(games: list[int]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    columns = GameResult.objects.filter(game__in=games, is_current=True).values("game_id", "kind", "grade", "winner")
    for row in columns:
        found[row["game_id"]] = {
            "kind": row["kind"],
            "grade": row["grade"],
            "winner": row["winner"],
            "honoris": {},
            "markers": {},
        }
    seats = SeatResult.objects.filter(result__game__in=games, result__is_current=True)
    for game, side, honoris, markers in seats.values_list("result__game_id", "seat__side", "honoris", "markers"):
        if honoris is not None:
            found[game]["honoris"][side] = honoris
        if markers is not None:
            found[game]["markers"][side] = markers
    return found


def _score(game: Game, result: Mapping[str, Any]) -> GameScore:
    return GameScore(
        pk=game.pk,
        key=game.key,
        state=GameState(game.state),
        starter=game.starter,
        edition=game.edition,
        pool=game.pool,
        players={seat.side: (seat.player.key, seat.player.public_name) for seat in game.seats.all()},
        **result,
    )
