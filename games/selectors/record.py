"""What a player has played: every counting result, and what it adds up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from games.engine.registry import game_system
from games.enums import Outcome, ResultKind, outcome_of
from games.models import Player, SeatResult
from games.selectors.editions import part_in_words
from games.values.results import name_of_seat


@dataclass(frozen=True)
class PlayedGame:
    """A counting result from one player's side. Honoris are the game's own score, None where it isn't known, and
    against more than one opponent. `opponent_key` is empty then too, and the name is that of all. `mage` is empty in a
    game without mages."""

    game_pk: int
    game_key: str
    played_at: datetime
    kind: str
    grade: str
    outcome: str
    opponent_key: str
    opponent_name: str
    honoris: int | None
    honoris_against: int | None
    started: bool
    mage: str


@dataclass
class Tally:
    """Games won, tied and lost, and the Honoris of those in which they are known; None where they are of none."""

    name: str = ""
    key: str = ""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    honoris: int | None = None
    honoris_against: int | None = None
    best: int | None = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, game: PlayedGame) -> None:
        self.wins += game.outcome == Outcome.WIN
        self.draws += game.outcome == Outcome.DRAW
        self.losses += game.outcome == Outcome.LOSS
        if game.honoris is not None and game.honoris_against is not None:
            self.honoris = (self.honoris or 0) + game.honoris
            self.honoris_against = (self.honoris_against or 0) + game.honoris_against
            self.best = game.honoris if self.best is None else max(self.best, game.honoris)


def record_of(player: Player) -> list[PlayedGame]:
    """All counting results of a player, newest first: two queries."""
    mine = SeatResult.objects.filter(seat__player=player, result__is_current=True, result__game__is_void=False)
    rows = SeatResult.objects.filter(result__in=mine.values("result")).select_related("result__game", "seat__player")
    rows = rows.prefetch_related("numbers")
    by_result: dict[int, list[SeatResult]] = {}
    for row in rows.order_by("-result__game__played_at", "-result__game__order", "result__game__key"):
        by_result.setdefault(row.result_id, []).append(row)
    return [_game(player, seats) for seats in by_result.values()]


def _game(player: Player, seats: list[SeatResult]) -> PlayedGame:
    own, *others = sorted(seats, key=lambda row: (row.seat.player_id != player.pk, row.seat.number))
    game, result = own.result.game, own.result
    score = game_system(game.system).numbers[0].key
    is_duel = len(others) == 1
    return PlayedGame(
        game_pk=game.pk,
        game_key=game.key,
        played_at=game.played_at,
        kind=result.kind,
        grade=result.grade,
        outcome=outcome_of(own.place, is_shared=result.winner is None),
        opponent_key=others[0].seat.player.key if is_duel else "",
        opponent_name=", ".join(other.seat.player.public_name for other in others),
        honoris=own.numbers_by_key.get(score),
        honoris_against=others[0].numbers_by_key.get(score) if is_duel else None,
        started=own.seat.number == game.starter,
        mage=game.variants.get("mages", {}).get(name_of_seat(game.system, own.seat.number), ""),
    )


def tally_of(games: Iterable[PlayedGame]) -> Tally:
    """What the games that were really played add up to; forfeits are no games."""
    tally = Tally()
    for game in games:
        if game.kind == ResultKind.PLAYED:
            tally.add(game)
    return tally


def head_to_head(games: Iterable[PlayedGame]) -> list[Tally]:
    """One tally an opponent, most games first."""
    tallies: dict[str, Tally] = {}
    for game in games:
        if game.kind == ResultKind.PLAYED and game.opponent_key:
            tally = tallies.setdefault(game.opponent_key, Tally(name=game.opponent_name, key=game.opponent_key))
            tally.add(game)
    return sorted(tallies.values(), key=lambda tally: (-tally.games, tally.name))


def by_mage(games: Iterable[PlayedGame]) -> list[Tally]:
    """One tally for each mage that was played, most games first; `key` is the mage's."""
    tallies: dict[str, Tally] = {}
    for game in games:
        if game.mage and game.kind == ResultKind.PLAYED:
            tallies.setdefault(game.mage, Tally(name=part_in_words(game.mage), key=game.mage)).add(game)
    return sorted(tallies.values(), key=lambda tally: (-tally.games, tally.name))
