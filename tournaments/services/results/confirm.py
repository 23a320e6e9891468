"""Confirms or disputes what was handed in: by another player, or by the desk in place of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.games import game_by_key, submission_by_key
from games.services.games import games_lock
from games.services.results import say_the_same, standing_submissions
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tournaments.services.permissions import refuse_own, require_event
from tournaments.services.results.hand_in import DESK, event_of, own_seat, playable_game, result_submit
from tournaments.services.series.follow import answer_take, games_beside

if TYPE_CHECKING:
    from games.models import Game


def result_confirm(*, act: Act, submission_key: str) -> Game:
    """The opponent says yes to what was handed in. NotAllowed `own_submission`, `not_your_game`."""
    return _answer(act, submission_key, confirms=True)


def result_dispute(*, act: Act, submission_key: str) -> Game:
    """The opponent says no, with a reason in `act.why`: the arbiter rules, or both hand in anew."""
    return _answer(act, submission_key, confirms=False)


@transaction.atomic
def result_give_in(*, act: Act, submission_key: str) -> Game:
    """A player takes back what they said: what another one handed in is their version as well, and no longer disputed
    by them. NotAllowed `own_submission`, `not_your_game`; DomainError `superseded`, `settled`."""
    submission = submission_by_key(submission_key)
    match_game = playable_game(act, submission.game.key)
    seat = own_seat(act, match_game)
    games_lock(games=games_beside(match_game.match))
    standing = standing_submissions(submission.game)
    if submission not in standing:
        raise DomainError("superseded", _("There is a newer version of this result. Look at that one."))
    own = next((each for each in standing if each.seat == seat != submission.seat), None)
    if own is not None and not say_the_same(submission.game, (own, submission)):
        same, key = bytes(submission.body), f"as-{submission.key}-{own.key}"
        if not result_submit(act=act, game_key=submission.game.key, body=same, idempotency_key=key).accepted:
            raise DomainError("settled", _("The result of this game is settled already."))
    if own is None or submission.confirmations.filter(seat=seat, confirms=False).exists():
        answer_take(act=act, match=match_game.match, submission=submission, seat=seat, confirms=True)
    return game_by_key(submission.game.key)


def _answer(act: Act, submission_key: str, *, confirms: bool) -> Game:
    submission = submission_by_key(submission_key)
    match_game = playable_game(act, submission.game.key)
    seat = own_seat(act, match_game)
    return answer_take(act=act, match=match_game.match, submission=submission, seat=seat, confirms=confirms)


def result_accept(*, act: Act, submission_key: str) -> Game:
    """The desk takes what a player handed in, in place of the others. NotAllowed for those who play in the game."""
    submission = submission_by_key(submission_key)
    match_game = playable_game(act, submission.game.key)
    require_event(act, event_of(match_game), Action.DESK)
    refuse_own(act, match_game.match)
    return answer_take(act=act, match=match_game.match, submission=submission, seat=DESK, confirms=True)
