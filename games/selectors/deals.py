"""What the service dealt. A seed leaves this server with the fact that opens it, and for nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from games.engine.core.deals import BegunGame, DealsBySeed
from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.models import Game, GameDeal
from games.selectors.editions import StoredEditions
from games.selectors.games import set_up_of


def deal_of(game: Game) -> GameDeal | None:
    """What was dealt last; None where nothing was, without a query where the system can't deal."""
    if not isinstance(game_system(game.system), DealsBySeed):
        return None
    return GameDeal.objects.filter(game=game).first()


def seats_shown_to(deal: GameDeal, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats whose cards the player of that seat sees: their own, and those that their device is shared with."""
    if seat is None:
        return ()
    return (seat, *(other for other, host in enumerate(deal.hosts, 1) if host == seat != other))


def dealt_game(game: Game, deal: GameDeal, parts: Sequence[Any], *, ends: Collection[Seat] | None = None) -> BegunGame:
    """The verdict on the open parts of a dealt game. `ends`: as in `check_dealt_parts`."""
    system = game_system(game.system)
    assert isinstance(system, DealsBySeed)
    return system.check_dealt_parts(set_up_of(game), deal.seed, parts, StoredEditions(game.system), ends=ends)
