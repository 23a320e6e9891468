"""300 Grand Mage series of real legal games: the rules of the game and of the series together."""

from __future__ import annotations

import random
from collections import Counter

from games.engine.registry import game_system
from games.engine.systems.magistrar.report import SIDES
from tournaments.formats.core.series import (
    MOST_GAMES,
    Ending,
    SeriesGame,
    SeriesStanding,
    StarterRule,
    series_standing,
    starting_seat,
)

SERIES = 300
MAGISTRAR = game_system("magistrar")
EDITION = MAGISTRAR.editions["spiel-das-2021"]


def play(seed: int) -> tuple[SeriesStanding, list[dict[str, int]]]:
    """A series to its end, with the goldens in the bags of each of its games. Tokens are counted in every record."""
    rng = random.Random(seed)
    games: list[SeriesGame] = []
    bags: list[dict[str, int]] = []
    standing = series_standing(5, games)
    while not standing.is_decided:
        number = len(games) + 1
        losers = [seat + 1 for seat in standing.losers_before(number)]
        variants = MAGISTRAR.variants_after({}, losers)
        seat = starting_seat(StarterRule.LOTS, number, first=0, lot=rng.randrange(2))
        record = MAGISTRAR.random_game(rng, players=2, starter=seat + 1, edition=EDITION, variants=variants)
        judged = MAGISTRAR.judged(MAGISTRAR.check_document(record))
        assert (judged.legal, judged.complete) == (True, True)
        assert MAGISTRAR.set_up(record).variants == variants
        golden = variants.get("golden", dict.fromkeys(SIDES, 0))
        bags.append(golden)
        winner = None if judged.winner is None else judged.winner - 1
        games.append(SeriesGame(number, winner, judged.numbers["honoris"]))
        standing = series_standing(5, games, lot=rng.randrange(2))
    return standing, bags


def test_three_hundred_series_of_legal_games_hold() -> None:
    lengths: Counter[int] = Counter()
    for seed in range(SERIES):
        standing, bags = play(seed)
        lengths[len(standing.counted)] += 1
        lost = [0, 0]
        for game, golden in zip(standing.counted, bags, strict=True):
            # R29: one for each game lost before, and there are only four.
            assert [golden[side] for side in SIDES] == lost
            assert sum(lost) <= 4
            if game.winner is not None:
                lost[1 - game.winner] += 1
        assert standing.surplus == ()
        if standing.ending is Ending.WINS:
            assert standing.won[standing.winner or 0] == 3  # R28
        else:
            assert (len(standing.counted), max(standing.won) < 3) == (MOST_GAMES, True)  # H7
    assert set(lengths) >= {3, 4, 5}
