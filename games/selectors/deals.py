"""What the service dealt. A seed leaves this server with the fact that opens it, and for nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from games.engine.core.deals import BegunGame, DealsBySeed
from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.models import DraftPart, Game, GameDeal
from games.selectors.editions import StoredEditions
from games.selectors.games import set_up_of


def deal_of(game: Game) -> GameDeal | None:
    """What was dealt last; None where nothing was, without a query where the system can't deal."""
    if not isinstance(game_system(game.system), DealsBySeed):
        return None
    return GameDeal.objects.filter(game=game).first()


def is_dealt_and_hidden(game: Game) -> bool:
    """Whether the service dealt for the game, and nobody has opened that yet."""
    deal = deal_of(game)
    return deal is not None and not deal.is_open


def seats_shown_to(deal: GameDeal, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats whose cards the player of that seat sees: their own, and those that their device is shared with."""
    if seat is None:
        return ()
    return (seat, *(other for other, host in enumerate(deal.hosts, 1) if host == seat != other))


def who_takes_back(deal: GameDeal, part: DraftPart, last: Seat | None) -> Seat | None:
    """The seat whose player takes back the last part, or whoever holds their cards: the one whose part it is, `last`;
    where another player ended the game at it, that one."""
    sender = part.seat
    return last if sender is None or last in seats_shown_to(deal, sender) else sender


def dealt_game(game: Game, deal: GameDeal, parts: Sequence[Any], *, ends: Collection[Seat] | None = None) -> BegunGame:
    """The verdict on the open parts of a dealt game. `ends`: as in `check_dealt_parts`."""
    system = game_system(game.system)
    assert isinstance(system, DealsBySeed)
    return system.check_dealt_parts(set_up_of(game), deal.seed, parts, StoredEditions(game.system), ends=ends)
