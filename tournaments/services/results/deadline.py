"""What counts as confirmed because nobody objected in time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.engine.core.seats import Seat
from games.enums import GameState
from games.selectors.deals import is_dealt_and_hidden
from games.selectors.games import game_by_key, seats_of
from games.services.games import games_lock
from games.services.results import standing_submissions
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.selectors.due import due_times
from magistrar_site.shared.services.due import due_kind, due_set
from tournaments.enums import OVER
from tournaments.models import Event
from tournaments.selectors.rounds.matches import match_game_by_game, unconfirmed_games
from tournaments.services.series.follow import answer_take, games_beside

if TYPE_CHECKING:
    from games.models import Game

CONFIRM = "confirm_result"


def deadline_plan(*, act: Act, event: Event, game: Game) -> None:
    """After a submission: by when it counts as confirmed, if the event's rules set a deadline. A newer submission
    starts it anew. None runs while what was dealt here is hidden: the game may go on, and everybody is asked."""
    minutes = event.settings.confirm_within_minutes
    if minutes and game.state == GameState.SUBMITTED and not is_dealt_and_hidden(game):
        span = timedelta(minutes=minutes)
        due_set(kind=CONFIRM, subject=game.key, due_at=act.at + span, span=span)


def deadlines_end(*, act: Act, event: Event) -> None:
    """The event is about to be finished: nobody can object any more, so where a deadline runs silence is a yes now.
    What no deadline runs for stays unconfirmed. To be called in a transaction, before the event's stream is locked."""
    waiting = {link.game.key: link.match for link in unconfirmed_games(event)}
    running = due_times(CONFIRM, list(waiting))
    games_lock(games=[game for key in running for game in games_beside(waiting[key])])
    for game_key in sorted(running):
        confirm_by_deadline(game_key, act.at)


@due_kind(CONFIRM)
def confirm_by_deadline(game_key: str, now: datetime) -> None:
    """The deadline has passed: the silence of the others is a yes, unless something was said, ruled or undone since, or
    the event was finished: its results stay; or what was dealt is still hidden."""
    game, match_game = game_by_key(game_key), match_game_by_game(game_key)
    is_over = match_game.match.round.stage.event.state in OVER
    if game.state != GameState.SUBMITTED or game.is_void or is_over or is_dealt_and_hidden(game):
        return
    act = Act(actor=Actor("system", "deadline"), at=now)
    for submission in standing_submissions(game):
        for seat in silent_seats(game):
            if answer_take(act=act, match=match_game.match, submission=submission, seat=seat, confirms=True).is_settled:
                return


def silent_seats(game: Game) -> list[Seat]:
    """The seats that have neither handed in nor answered a version that stands, in seat order."""
    standing = standing_submissions(game)
    voices = {submission.seat for submission in standing}
    voices |= {answer.seat for submission in standing for answer in submission.confirmations.all()}
    return [seat for seat in seats_of(game) if seat not in voices]
