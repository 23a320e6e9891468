"""The games a second that each rating system rates: python -m bench.ratings [GAMES] [PLAYERS]."""

from __future__ import annotations

import random
import sys
import time

from ratings.algorithms.core.values import RatedGame
from ratings.algorithms.registry import RATING_SYSTEMS


def random_games(count: int, players: int, seed: int = 1) -> list[RatedGame]:
    rng = random.Random(seed)
    games = []
    for number in range(count):
        white, black = rng.sample(range(players), 2)
        games.append(RatedGame(number, white, black, rng.choice((0, 1, 2))))
    return games


def main(count: int = 10_000, players: int = 200) -> None:
    games = random_games(count, players)
    for key, system in RATING_SYSTEMS.items():
        options = system.read_options({})
        begun = time.perf_counter()
        system.rate(games, options, {})
        taken = time.perf_counter() - begun
        sys.stdout.write(f"{key}: {count} games of {players} players in {taken:.2f} s, {count / taken:,.0f} a second\n")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:3]))
