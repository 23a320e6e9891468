"""Hands in results of an event's games: for a player, or for the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.engine.core.seats import Seat
from games.enums import Action
from games.selectors.games import seats_of
from games.services.submissions import submission_add
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from tournaments.enums import RoundState
from tournaments.models import Event, MatchGame
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.services.events.over import RESULTS_FIXED, refuse_over, refuse_over_now
from tournaments.services.fixtures.played import played_time_follow
from tournaments.services.permissions import allowed, seat_of
from tournaments.services.results.deadline import deadline_plan
from tournaments.services.results.set_up import asked_of, set_up_from_document
from tournaments.services.rounds.states import round_begin
from tournaments.services.series.follow import games_beside, require_needed, require_turn, series_follow

if TYPE_CHECKING:
    from games.models import Submission

DESK = None  # the seat of those who hand in and confirm for the desk


def game_seat_of(actor: Actor, match_game: MatchGame) -> Seat | None:
    """The seat of the actor in this game: by their personal link or their account's player; None for all others."""
    seat = seat_of(actor, match_game.match)
    if seat is None:
        return None
    seats = {row.player_id: number for number, row in seats_of(match_game.game).items()}
    return seats[seat.player.pk]


def event_of(match_game: MatchGame) -> Event:
    return match_game.match.round.stage.event


def require_own(match_game: MatchGame, seat: Seat | None, *, is_desk: bool = False) -> None:
    """Refuse somebody who has no seat in the game and isn't the desk. DomainError `game_void` where the pairing was
    undone, seats and all, since they opened the form; NotAllowed `not_your_game`."""
    if seat is not None or is_desk:
        return
    match_game.match.refresh_from_db(fields=["is_void"])  # it may have been undone just now
    _require_standing(match_game)
    raise NotAllowed("not_your_game", _("This isn’t your game. Open your own personal link, or ask at the desk."))


def playable_game(act: Act, game_key: str, place: MatchGame | None = None) -> MatchGame:
    """Where the game belongs (`place`, where the caller has just read it); NotFound for one of a draft that the actor
    may not see, DomainError `finished`."""
    match_game = place or match_game_by_game(game_key)
    event = event_of(match_game)
    if match_game.match.round.state == RoundState.DRAFT and not allowed(act.actor, event, Action.VIEW):
        raise NotFound("no_such_game", _("There is no game at this address."))
    _require_standing(match_game)
    require_needed(match_game)
    refuse_over(event, finished=RESULTS_FIXED)
    return match_game


def _require_standing(match_game: MatchGame) -> None:
    if match_game.match.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed. Look at the new pairing."))


def own_seat(act: Act, match_game: MatchGame) -> Seat:
    seat = game_seat_of(act.actor, match_game)
    require_own(match_game, seat)
    assert seat is not None  # else it was refused
    return seat


def submitting_seat(act: Act, game_key: str, place: MatchGame | None = None) -> tuple[MatchGame, Seat | None]:
    """The game, and whom the actor hands something in for: their seat, or None for the desk. NotAllowed `not_your_game`
    for all others; NotFound, DomainError `game_void`, `finished` where nothing can be handed in."""
    match_game = playable_game(act, game_key, place)
    seat = game_seat_of(act.actor, match_game)
    if seat is None and not allowed(act.actor, event_of(match_game), Action.DESK):
        own_seat(act, match_game)
    return match_game, seat


def result_submit(
    *, act: Act, game_key: str, body: bytes, idempotency_key: str, place: MatchGame | None = None
) -> Submission:
    """Hand in a game: a player for their own seat, or the desk. Somebody of the desk who plays in the match
    hands in as a player, so that others still have to confirm. `place`: where the game belongs, just read.

    The submission says whether it counts (`accepted`) or why not (`refusal`, `report`). NotAllowed `not_your_game`,
    and what `submission_add` refuses.
    """
    match_game, seat = submitting_seat(act, game_key, place)
    require_turn(match_game)

    def ahead(submission: Submission) -> None:
        """Each result counts as confirmed after a while."""
        if submission.accepted:
            deadline_plan(act=act, event=event_of(match_game), game=submission.game)

    def then(submission: Submission) -> None:
        """The first result starts the round, and each makes the next game due."""
        refuse_over_now(event_of(match_game))
        if submission.accepted:
            played_time_follow(act=act, match_game=match_game)
            series_follow(act=act, match=match_game.match)
            if match_game.match.round.state == RoundState.PUBLISHED:
                round_begin(act=act, round_=match_game.match.round)

    return submission_add(
        act=act,
        game=match_game.game,
        body=body,
        seat=seat,
        idempotency_key=idempotency_key,
        ahead=ahead,
        then=then,
        first=lambda game, evidence: set_up_from_document(
            act=act, asked=asked_of(match_game), game=game, evidence=evidence
        ),
        beside=games_beside(match_game.match) if match_game.match.best_of > 1 else (),  # as `series_follow` needs them
    )
