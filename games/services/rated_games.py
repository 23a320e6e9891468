"""Noting that a pool's ratings follow results: for the app of ratings alone."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection

from games.models import Game
from games.selectors.rated_games import DueGame


def games_rated(games: Iterable[DueGame]) -> None:
    """The ratings follow these games up to these facts. What came in since stays due. In the order of primary keys, in
    which whoever changes games locks them."""
    table, column = connection.ops.quote_name(Game._meta.db_table), connection.ops.quote_name("rated_fact")
    numbers = [(game.number, game.game, game.number) for game in sorted(games, key=lambda one: one.game)]
    if not numbers:
        return
    with connection.cursor() as cursor:  # a statement for each, made once: there may be thousands
        cursor.executemany(f"UPDATE {table} SET {column} = %s WHERE id = %s AND {column} < %s", numbers)
