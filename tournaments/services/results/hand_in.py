"""Results of an event's games: who may hand in, confirm, dispute and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import UNPLAYED_STATES, AbandonedPolicy, Action, Grade, Side
from games.selectors.games import game_by_key, seats_of, submission_by_key
from games.services.games import games_lock
from games.services.results import Verdict, say_the_same, standing_submissions
from games.services.rulings import (
    abandoned_verdict,
    bare_verdict,
    forfeit_verdict,
    game_annul,
    game_reopen,
    game_rule,
    version_verdict,
)
from games.services.submissions import submission_add
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound
from tournaments.enums import EventState, RoundState
from tournaments.models import Event, MatchGame
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, follow
from tournaments.services.permissions import allowed, refuse_own, require_event, seat_of
from tournaments.services.results.deadline import deadline_plan
from tournaments.services.results.set_up import drawn_take, rules_of
from tournaments.services.rounds.states import round_begun, round_ruled
from tournaments.services.series.follow import answer_take, games_beside, require_needed, require_turn, series_follow

if TYPE_CHECKING:
    from games.models import Game, Submission

DESK = ""


def side_of(actor: Actor, match_game: MatchGame) -> Side | None:
    """The side that the actor plays in this game: by his personal link or his account's player; None for all others."""
    seat = seat_of(actor, match_game.match)
    if seat is None:
        return None
    sides = {row.player_id: Side(side) for side, row in seats_of(match_game.game).items()}
    return sides[seat.entry.player_id]


def event_of(match_game: MatchGame) -> Event:
    return match_game.match.round.stage.event


def _place(act: Act, game_key: str) -> MatchGame:
    """Where the game belongs; NotFound for one of a draft that the actor may not see, DomainError `finished`."""
    match_game = match_game_by_game(game_key)
    event = event_of(match_game)
    if match_game.match.round.state == RoundState.DRAFT and not allowed(act.actor, event, Action.VIEW):
        raise NotFound("no_such_game", _("There is no game at this address."))
    if match_game.match.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed. Look at the new pairing."))
    require_needed(match_game)
    if event.state == EventState.FINISHED:
        raise DomainError("finished", _("This event is finished, so its results can't be changed."))
    return match_game


def _own_side(act: Act, match_game: MatchGame) -> Side:
    side = side_of(act.actor, match_game)
    if side is None:
        raise NotAllowed("not_your_game", _("This isn't your game. Open your own personal link, or ask at the desk."))
    return side


def submitting_side(act: Act, game_key: str) -> tuple[MatchGame, Side | None]:
    """The game, and whom the actor hands something in for: his side, or None for the desk. NotAllowed `not_your_game`
    for all others; NotFound, DomainError `game_void`, `finished` where nothing can be handed in."""
    match_game = _place(act, game_key)
    side = side_of(act.actor, match_game)
    if side is None and not allowed(act.actor, event_of(match_game), Action.DESK):
        _own_side(act, match_game)
    return match_game, side


def result_submit(*, act: Act, game_key: str, body: bytes, idempotency_key: str) -> Submission:
    """Hand in a game: a player of the match for his side, or the desk. Somebody of the desk who plays in the match
    hands in as a player, so that the opponent still has to confirm.

    The submission says whether it counts (`accepted`) or why not (`refusal`, `report`). NotAllowed `not_your_game`,
    and what `submission_add` refuses.
    """
    match_game, side = submitting_side(act, game_key)
    require_turn(match_game)

    def then(submission: Submission) -> None:
        """The first result starts the round, each counts as confirmed after a while, and makes the next game due."""
        if submission.accepted:
            series_follow(act=act, match=match_game.match)
            if match_game.match.round.state == RoundState.PUBLISHED:
                round_begun(act=act, round_=match_game.match.round)
            deadline_plan(act=act, event=event_of(match_game), game_key=game_key)

    return submission_add(
        act=act,
        game=match_game.game,
        body=body,
        side=side or DESK,
        idempotency_key=idempotency_key,
        then=then,
        first=lambda game, evidence: drawn_take(act=act, rules=rules_of(match_game), game=game, evidence=evidence),
        beside=games_beside(match_game.match),
    )


def result_confirm(*, act: Act, submission_key: str) -> Game:
    """The opponent says yes to what was handed in. NotAllowed `own_submission`, `not_your_game`."""
    return _answer(act, submission_key, confirms=True)


def result_dispute(*, act: Act, submission_key: str) -> Game:
    """The opponent says no, with a reason in `act.why`: the arbiter rules, or both hand in anew."""
    return _answer(act, submission_key, confirms=False)


@transaction.atomic
def result_give_in(*, act: Act, submission_key: str) -> Game:
    """A player takes back what he said: what the other side handed in is his version as well, and no longer disputed
    by him. NotAllowed `own_submission`, `not_your_game`; DomainError `superseded`, `settled`."""
    submission = submission_by_key(submission_key)
    match_game = _place(act, submission.game.key)
    side = _own_side(act, match_game)
    games_lock(games=games_beside(match_game.match))
    standing = standing_submissions(submission.game)
    if submission not in standing:
        raise DomainError("superseded", _("There is a newer version of this result. Look at that one."))
    own = next((each for each in standing if each.side == side != submission.side), None)
    if own is not None and not say_the_same(submission.game, (own, submission)):
        same, key = bytes(submission.body), f"as-{submission.key}-{own.key}"
        if not result_submit(act=act, game_key=submission.game.key, body=same, idempotency_key=key).accepted:
            raise DomainError("settled", _("The result of this game is settled already."))
    if own is None or submission.confirmations.filter(side=side, confirms=False).exists():
        answer_take(act=act, match=match_game.match, submission=submission, side=side, confirms=True)
    return game_by_key(submission.game.key)


def _answer(act: Act, submission_key: str, *, confirms: bool) -> Game:
    submission = submission_by_key(submission_key)
    match_game = _place(act, submission.game.key)
    side = _own_side(act, match_game)
    return answer_take(act=act, match=match_game.match, submission=submission, side=side, confirms=confirms)


def result_accept(*, act: Act, submission_key: str) -> Game:
    """The desk takes what one side handed in, in place of the opponent. NotAllowed for who plays in the game."""
    submission = submission_by_key(submission_key)
    match_game = _place(act, submission.game.key)
    require_event(act, event_of(match_game), Action.DESK)
    refuse_own(act, match_game.match)
    return answer_take(act=act, match=match_game.match, submission=submission, side=DESK, confirms=True)


def _require_arbiter(act: Act, match_game: MatchGame) -> None:
    require_event(act, event_of(match_game), Action.RULE)
    refuse_own(act, match_game.match)


def _require_taker(act: Act, match_game: MatchGame) -> None:
    """The desk, where the event accepts results of which nothing but the winner is known."""
    event = event_of(match_game)
    require_event(act, event, Action.DESK)
    refuse_own(act, match_game.match)
    if event.settings.least_grade != Grade.BARE and not allowed(act.actor, event, Action.RULE):
        raise NotAllowed(
            "needs_arbiter", _("This event wants a game to be handed in: only an arbiter may leave it at who won.")
        )


def _decide(
    act: Act,
    match_game: MatchGame,
    decide: Callable[[], Game],
    *,
    permit: Callable[[Act, MatchGame], None] = _require_arbiter,
) -> Game:
    """An arbiter's decision, and what it does to its round and, in a bracket, to those after it: all or nothing."""
    permit(act, match_game)
    stage = match_game.match.round.stage
    with transaction.atomic():
        bracket_games_lock(stage)
        games_lock(games=games_beside(match_game.match))
        game = decide()
        series_follow(act=act, match=match_game.match)
        round_ruled(act=act, round_=match_game.match.round)
        follow(act, stage, bracket_moves(stage))
    return game


def result_rule(*, act: Act, game_key: str, kind: str, winner: str = "", submission_key: str = "") -> Game:
    """An arbiter's ruling, with a reason in `act.why`. `kind`: "version" (that submission counts), "abandoned" (broken
    off: the duels of that submission count as the event's rules say), "forfeit" (`winner` gets it without playing, ""
    for a double forfeit) or "bare" (played, only the winner is known, "" for a tie).

    NotAllowed `own_game`: nobody rules on his own game. Invalid `no_such_ruling`, `no_such_side`, `reason_missing`.
    """
    match_game = _place(act, game_key)
    return _decide(
        act,
        match_game,
        lambda: game_rule(act=act, game=match_game.game, verdict=_verdict(match_game, kind, winner, submission_key)),
    )


def result_take(*, act: Act, game_key: str, winner: str) -> Game:
    """The desk writes down who won ("" for a tie), with a reason in `act.why`, where the event accepts bare results and
    nothing was handed in. NotAllowed `needs_arbiter`, `own_game`; DomainError `has_result`."""
    match_game = _place(act, game_key)

    def take() -> Game:
        game = match_game.game
        game.refresh_from_db(fields=["state"])  # under the locks
        if game.state not in UNPLAYED_STATES:
            raise DomainError("has_result", _("Something was handed in already: accept it, or ask an arbiter."))
        return game_rule(act=act, game=game, verdict=_verdict(match_game, "bare", winner, ""))

    return _decide(act, match_game, take, permit=_require_taker)


def _verdict(match_game: MatchGame, kind: str, winner: str, submission_key: str) -> Verdict:
    if winner not in {"", *Side.values}:
        raise Invalid("no_such_side", _("Say who won: White, Black, or neither."), fields={"winner": _("Choose.")})
    if kind == "version":
        return version_verdict(game=match_game.game, submission=submission_by_key(submission_key))
    if kind == "abandoned":
        policy = AbandonedPolicy(event_of(match_game).settings.abandoned)
        submission = submission_by_key(submission_key)
        return abandoned_verdict(game=match_game.game, submission=submission, policy=policy)
    if kind == "forfeit":
        return forfeit_verdict(winner=winner)
    if kind == "bare":
        return bare_verdict(winner=winner)
    raise Invalid("no_such_ruling", _("Choose what the ruling is."), fields={"kind": _("Choose one of the list.")})


def result_annul(*, act: Act, game_key: str) -> Game:
    """The game doesn't count, with a reason in `act.why`."""
    match_game = _place(act, game_key)
    return _decide(act, match_game, lambda: game_annul(act=act, game=match_game.game))


def result_reopen(*, act: Act, game_key: str) -> Game:
    """Take a settled result back, with a reason in `act.why`: it has to be handed in or ruled anew."""
    match_game = _place(act, game_key)
    return _decide(act, match_game, lambda: game_reopen(act=act, game=match_game.game))
