"""Records in progress of an event's games: whoever may hand a game in may record it, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.core.seats import Seat
from games.services.deals import cards_share, deal_open, game_deal
from games.services.drafts import draft_clear, draft_part_save, draft_part_take_back, draft_secret_save
from magistrar_site.shared.acts import Act
from tournaments.services.results.hand_in import own_seat, playable_game, submitting_seat
from tournaments.services.results.set_up import require_set_up

if TYPE_CHECKING:
    from games.models import DraftPart


def record_part_save(
    *, act: Act, game_key: str, number: int, part: object, idempotency_key: str, replaces: str = ""
) -> DraftPart:
    """Keep a finished part of a record in progress, as `draft_part_save`, once what it is played with is said.
    NotAllowed `not_your_game`; DomainError as `require_set_up`."""
    match_game, seat = submitting_seat(act, game_key)
    require_set_up(match_game, number)
    return draft_part_save(
        act=act,
        game=match_game.game,
        number=number,
        part=part,
        seat=seat,
        idempotency_key=idempotency_key,
        replaces=replaces,
    )


def record_part_take_back(*, act: Act, game_key: str, number: int, version: str) -> None:
    """Take the last saved part off, as `draft_part_take_back`. NotAllowed `not_your_game`."""
    match_game, seat = submitting_seat(act, game_key)
    draft_part_take_back(act=act, game=match_game.game, number=number, version=version, seat=seat)


def record_clear(*, act: Act, game_key: str, version: str) -> None:
    """Take all saved parts off, as `draft_clear`. NotAllowed `not_your_game`."""
    match_game, _seat = submitting_seat(act, game_key)
    draft_clear(act=act, game=match_game.game, version=version)


def record_deal(*, act: Act, game_key: str) -> None:
    """Deal for a game, as `game_deal`: a player of it, or the desk. Somebody of the desk who plays in the game is a
    player there. NotAllowed `not_your_game`."""
    match_game, seat = submitting_seat(act, game_key)
    game_deal(act=act, game=match_game.game, is_desk=seat is None)


def record_cards_share(*, act: Act, game_key: str, seat: Seat, host: Seat) -> None:
    """Show a seat's cards on another device too, as `cards_share`: that seat's own player, or the desk. NotAllowed
    `not_your_game`."""
    match_game, by = submitting_seat(act, game_key)
    cards_share(act=act, game=match_game.game, seat=seat, host=host, by=by)


def record_deal_open(*, act: Act, game_key: str) -> None:
    """Open what was dealt for a game, as `deal_open`. NotAllowed `not_your_game`."""
    match_game, seat = submitting_seat(act, game_key)
    deal_open(act=act, game=match_game.game, seat=seat)


def record_secret_save(
    *, act: Act, game_key: str, secret: object, idempotency_key: str, replaces: str = "", opens: bool = False
) -> None:
    """Keep what the actor's own seat keeps to itself of a record in progress, as `draft_secret_save`. NotAllowed
    `not_your_game` for everybody else, the desk too."""
    match_game = playable_game(act, game_key)
    seat = own_seat(act, match_game)
    draft_secret_save(
        act=act,
        game=match_game.game,
        seat=seat,
        secret=secret,
        idempotency_key=idempotency_key,
        replaces=replaces,
        opens=opens,
    )


def record_seen(*, act: Act, game_key: str) -> None:
    """NotAllowed `not_your_game` for anyone who may not look on while a game is recorded."""
    submitting_seat(act, game_key)
