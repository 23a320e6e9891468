"""What counts as confirmed because nobody objected in time."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.enums import GameState, Side
from games.selectors.games import game_by_key
from games.services.results import standing_submissions
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.services.due import due_kind, due_set
from tournaments.models import Event
from tournaments.selectors.matches import match_game_by_game
from tournaments.services.series import answer_take

CONFIRM = "confirm_result"


def deadline_plan(*, act: Act, event: Event, game_key: str) -> None:
    """After a submission: by when it counts as confirmed, if the event's rules set a deadline. A newer submission
    starts it anew."""
    minutes = event.settings.confirm_within_minutes
    if minutes and game_by_key(game_key).state == GameState.SUBMITTED:
        span = timedelta(minutes=minutes)
        due_set(kind=CONFIRM, subject=game_key, due_at=act.at + span, span=span)


@due_kind(CONFIRM)
def confirm_by_deadline(game_key: str, now: datetime) -> None:
    """The deadline has passed: the opponent's silence is a yes, unless something was said, ruled or undone since."""
    game = game_by_key(game_key)
    if game.state != GameState.SUBMITTED or game.is_void:
        return
    act, match_game = Act(actor=Actor("system", "deadline"), at=now), match_game_by_game(game_key)
    for submission in standing_submissions(game):
        side = Side(submission.side).other
        answer_take(act=act, match=match_game.match, submission=submission, side=side, confirms=True)
