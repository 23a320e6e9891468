"""Noting that a pool's ratings follow results: for the app of ratings alone."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Game
from games.selectors.rated_games import DueGame


def games_rated(games: Iterable[DueGame]) -> None:
    """The ratings follow these games up to these facts. What came in since stays due. In the order of primary keys, in
    which whoever changes games locks them."""
    for game in sorted(games, key=lambda one: one.game):
        Game.objects.filter(pk=game.game, rated_fact__lt=game.number).update(rated_fact=game.number)
