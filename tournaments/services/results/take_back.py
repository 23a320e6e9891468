"""The desk takes back what it just did: an entry, or its yes to what a player handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action, Grade, ResultKind
from games.selectors.games import submission_by_key
from games.services.desk import DeskEntry, answer_undo, entry_changed, game_entry_undo, games_enter
from games.services.games import games_lock
from games.services.results import Verdict
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import NotAllowed
from magistrar_site.shared.selectors.facts import fact_numbered
from magistrar_site.shared.services.facts import stream_lock
from tournaments.models import MatchGame
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, follow
from tournaments.services.events.over import refuse_over_now
from tournaments.services.permissions import allowed, require_event
from tournaments.services.results.deadline import deadline_plan
from tournaments.services.results.enter import require_round_open
from tournaments.services.results.hand_in import event_of, playable_game
from tournaments.services.series.follow import games_beside, series_follow

if TYPE_CHECKING:
    from games.models import Game, GameResult


@transaction.atomic
def entry_undo(*, act: Act, game_key: str, entry: int) -> Game:
    """Take back what the desk entered for a game by the fact with that number: what stood before stands again. For who
    entered it, or an arbiter. NotAllowed `not_your_entry`; DomainError `entry_changed`, `appealed`, `round_over`,
    `finished`."""
    place = _undoable(act, game_key, entry)
    game = game_entry_undo(act=act, game=place.game, entry=entry)
    earlier = _replaced_by(game, entry)
    if earlier is not None:
        games_enter(act=act, stream=game.stream, entries=[DeskEntry(game, _verdict_of_row(game, earlier))])
    _after_undo(act, place)
    return game


@transaction.atomic
def accept_undo(*, act: Act, submission_key: str) -> Game:
    """Take back the desk's yes to what a player handed in, likewise."""
    submission = submission_by_key(submission_key)
    answer = submission.confirmations.filter(seat=None, confirms=True).first()
    if answer is None:
        raise entry_changed()
    place = _undoable(act, submission.game.key, answer.fact_number)
    game = answer_undo(act=act, submission=submission)
    deadline_plan(act=act, event=event_of(place), game=game)
    _after_undo(act, place)
    return game


def _undoable(act: Act, game_key: str, entry: int) -> MatchGame:
    """The game's place, its games and the stream locked."""
    place = playable_game(act, game_key)
    event = event_of(place)
    require_event(act, event, Action.DESK)
    bracket_games_lock(place.match.round.stage)
    games_lock(games=games_beside(place.match))
    stream_lock(stream=event.stream)
    refuse_over_now(event)
    require_round_open(place.match.round)
    fact = fact_numbered(event.stream, entry)
    if fact is None:
        raise entry_changed()
    if fact.actor != str(act.actor) and not allowed(act.actor, event, Action.RULE):
        raise NotAllowed("not_your_entry", _("Somebody else entered this: ask them, or an arbiter."))
    return place


def _after_undo(act: Act, place: MatchGame) -> None:
    series_follow(act=act, match=place.match)
    follow(act, place.match.round.stage, bracket_moves(place.match.round.stage))


def _replaced_by(game: Game, entry: int) -> GameResult | None:
    """The entry that the one of that number took the place of."""
    fact = fact_numbered(game.stream, entry)
    number = fact.members.get("replaces", 0) if fact is not None else 0
    return game.results.filter(fact_number=number).first() if number else None


def _verdict_of_row(game: Game, row: GameResult) -> Verdict:
    places = {seat.seat.number: seat.place for seat in row.seats.select_related("seat") if seat.place is not None}
    return Verdict(
        kind=ResultKind(row.kind),
        grade=Grade(row.grade),
        places=tuple(places[seat] for seat in sorted(places)),
        report=row.report,
        by_seat=row.by_seat,
    )
