"""What players do on their phones, in tests of whole evenings."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from games.engine.core.seats import seat_name
from games.engine.registry import game_system
from games.enums import Grade
from games.selectors.evidence import evidence_read
from games.services.random_play import random_body

if TYPE_CHECKING:
    from games.models import Game


def side_of(game: Game, name: str) -> str:
    return next(str(seat.name) for seat in game.seats.all() if seat.player.name == name)


def won_by(game: Game, name: str, grade: Grade = Grade.RECORD) -> bytes:
    """A legal game that fits the set-up and that `name` wins."""
    for seed in range(100):
        body = random_body(rng=random.Random(seed), game=game, grade=grade)
        winner = evidence_read(system="magistrar", body=body).judged.winner
        if winner is not None and seat_name(game_system(game.system).seat_names, winner) == side_of(game, name):
            return body
    raise AssertionError(f"{name} never wins")


def hand_in_by(phone: Page, way: str) -> None:
    """Open the form of one of the less usual ways, from a player's own page."""
    phone.get_by_text("More ways", exact=True).click()
    phone.get_by_role("link", name=way).click()


def hand_in(phone: Page, body: bytes, said: str = "Your result is handed in.") -> None:
    """From a player's own page of the evening. `said` is what the page says then."""
    hand_in_by(phone, "Type or paste the game")
    phone.get_by_label("The game").fill(body.decode())
    phone.get_by_role("button", name="Hand it in").click()
    expect(phone.get_by_text(said)).to_be_visible()
