"""A pool whose results are made, corrected, moved and taken back at random, by rows alone: what ratings follow from,
without the evening around it."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from games.enums import GameState, Grade, ResultKind
from games.models import Game, GameResult, GameSeat, Player, SeatResult
from ratings.models import Pool

BEGINNING = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
PLACES = {1: (1, 2), None: (1, 1), 2: (2, 1)}


class Results:
    """Players and games of one pool. What changes gets the next number of a fact, as from the services."""

    def __init__(self, rating_system: str, options: dict[str, Any], *, players: int = 8, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.pool = Pool.objects.create(
            key="city", name="City", rating_system=rating_system, options=options, minimum_games=2
        )
        self.players = Player.objects.bulk_create(
            Player(key=f"p{number}", name=f"P {number}", folded_name=f"p {number}", created_at=BEGINNING)
            for number in range(players)
        )
        self.number = 0

    def fact(self) -> int:
        self.number += 1
        return self.number

    def time(self) -> datetime:
        """Rounds of an evening share their time; an evening goes past midnight."""
        return BEGINNING + timedelta(days=self.rng.randrange(6), hours=self.rng.randrange(8))

    def play(self, at: datetime | None = None) -> Game:
        return self.plays([at or self.time()])[0]

    def plays(self, times: list[datetime]) -> list[Game]:
        games = Game.objects.bulk_create(
            Game(
                key=f"g{self.fact():06}",
                stream=f"event:{self.rng.randrange(3)}",
                pool=self.pool.key,
                edition="e",
                edition_digest="d",
                played_at=at,
                order=self.rng.randrange(3),
                state=GameState.AGREED,
                result_fact=self.number,
            )
            for at in times
        )
        seats = [
            GameSeat(game=game, number=number, player=player)
            for game in games
            for number, player in enumerate(self.rng.sample(self.players, 2), 1)
        ]
        GameSeat.objects.bulk_create(seats)
        results = GameResult.objects.bulk_create(self._result(game, self.winner()) for game in games)
        winners = {result.game_id: (result, PLACES[result.winner]) for result in results}
        SeatResult.objects.bulk_create(
            SeatResult(result=winners[seat.game_id][0], seat=seat, place=winners[seat.game_id][1][seat.number - 1])
            for seat in seats
        )
        return games

    def winner(self) -> int | None:
        return self.rng.choice([1, 2, None])

    def _result(self, game: Game, winner: int | None) -> GameResult:
        return GameResult(game=game, kind=ResultKind.PLAYED, grade=Grade.SCORE, winner=winner, fact_number=self.number)

    def any_game(self) -> Game | None:
        games = list(Game.objects.order_by("pk"))
        return self.rng.choice(games) if games else None

    def correct(self, game: Game) -> None:
        self.decide(game, self.winner())

    def decide(self, game: Game, winner: int | None) -> None:
        GameResult.objects.filter(game=game).update(is_current=False)
        result = self._result(game, winner)
        result.save()
        for seat in game.seats.all():
            SeatResult.objects.create(result=result, seat=seat, place=PLACES[result.winner][seat.number - 1])
        self._changed(game, state=GameState.RULED)

    def annul(self, game: Game) -> None:
        self._changed(game, state=GameState.ANNULLED)

    def void(self, game: Game) -> None:
        self._changed(game, is_void=True)

    def forfeit(self, game: Game) -> None:
        GameResult.objects.filter(game=game, is_current=True).update(kind=ResultKind.FORFEIT)
        self._changed(game)

    def move(self, game: Game) -> None:
        Game.objects.filter(pk=game.pk).update(played_at=self.time(), time_fact=self.fact())

    def _changed(self, game: Game, **values: Any) -> None:
        Game.objects.filter(pk=game.pk).update(result_fact=self.fact(), **values)

    def act(self, what: str) -> None:
        """One thing of that name, on a game at random."""
        if what == "play":
            self.play()
        elif (game := self.any_game()) is not None:
            getattr(self, what)(game)
