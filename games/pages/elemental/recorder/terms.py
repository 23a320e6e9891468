"""The values of an edition that the recorder's script plays a sheet with."""

from __future__ import annotations

from typing import Any

from games.engine.systems.elemental.edition import Edition


def terms_data(edition: Edition, players: int) -> dict[str, Any]:
    """Plain JSON values, as the edition's file has them."""
    data = edition.data
    return {
        "players": players,
        "board": data.board.value,
        "boundary": data.rulings.boundary.value,
        "corners": data.corners.value[str(players)],
        "star_spots": data.star_spots.value,
        "decks": {"attack": data.decks.attack.value, "defense": data.decks.defense.value},
        "counters": edition.counters,
        "half": data.rulings.half.value,
        "hand": {"attack": data.hand.attack.value, "defense": data.hand.defense.value},
        "health": data.health.value,
        "health_max": data.health_max.value,
        "knock_out_health": data.knock_out_health.value,
        "sudden_duel_stars": data.sudden_duel_stars.value,
        "star_draw_stars": data.star_draw_stars.value,
        "star_draw_cards": data.star_draw_cards.value,
        "rounds": data.rounds.value,
    }
