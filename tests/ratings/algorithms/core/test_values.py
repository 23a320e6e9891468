from __future__ import annotations

import pytest

from ratings.algorithms.core.values import RatedGame, Side


def test_rated_game_gives_black_the_rest_of_the_points() -> None:
    game = RatedGame(key=1, white="Anna", black="Bert", score=2)
    assert [(game.player(side), game.half_points(side)) for side in Side] == [("Anna", 2), ("Bert", 0)]


@pytest.mark.parametrize("black, score", [("Anna", 1), ("Bert", 3), ("Bert", -1)])
def test_rated_game_refuses_a_player_against_himself_and_other_scores(black: str, score: int) -> None:
    with pytest.raises(ValueError):
        RatedGame(key=1, white="Anna", black=black, score=score)
