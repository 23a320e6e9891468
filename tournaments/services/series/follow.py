"""Matches of several games: the next game is arranged with the result that makes it due, and what nobody has played yet
follows a result that is corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action, GameState, Side
from games.pages.magistrar.variants import drawn_of
from games.services.games import game_rearrange, games_lock
from games.services.rulings import game_annul
from games.services.submissions import submission_answer
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EventState, RestForfeited
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.series.matches import MatchSeries, match_series, series_without_a_next_game
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, follow
from tournaments.services.permissions import allowed, refuse_own, require_event, seat_of
from tournaments.services.rounds.matches import NextGame, games_arrange
from tournaments.services.rounds.states import require_reason, round_ruled
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Game, Submission

FORFEITING = {
    frozenset[int](): RestForfeited.NOBODY,
    frozenset({0}): RestForfeited.FIRST,
    frozenset({1}): RestForfeited.SECOND,
    frozenset({0, 1}): RestForfeited.BOTH,
}


def games_beside(match: Match) -> list[int]:
    """Primary keys of a match's games: to be locked together before one of them is changed."""
    return list(MatchGame.objects.filter(match=match).order_by("game").values_list("game", flat=True))


@transaction.atomic
def answer_take(*, act: Act, match: Match, submission: Submission, side: str, confirms: bool) -> Game:
    """A word on what was handed in (as `submission_answer`), and what it does to the match's next game."""
    games_lock(games=games_beside(match))
    game = submission_answer(act=act, submission=submission, side=side, confirms=confirms)
    series_follow(act=act, match=match)
    return game


def require_needed(link: MatchGame) -> None:
    """DomainError `series_decided` for a game that was taken away because its match is decided without it."""
    if link.game.is_void and not link.match.is_void:
        raise _decided(match_series(match_by_key(link.match.key)))


def require_turn(link: MatchGame) -> None:
    """DomainError `earlier_game_open` for a game of a match while one before it has no result that counts: its starter
    and its goldens aren't certain before that."""
    if link.match.best_of == 1 or link.is_friendly:
        return
    for earlier in match_series(link.match).pending:
        if earlier.number < link.number:
            raise DomainError(
                "earlier_game_open",
                _("Game %(number)d of this match has no result that counts yet. Hand that one in first.")
                % {"number": earlier.number},
            )


def series_follow(*, act: Act, match: Match) -> None:
    """Bring the games of a match in line with the results so far: arrange the next one where it is due, with the
    starter and the goldens that it has by now; set up anew, take away or give back one that nothing was handed in for.
    What was played stays as it was. To be called in the transaction of what changed, with the games locked
    (`games_lock`). Nothing happens for matches of one game. Done twice is once."""
    if match.best_of == 1 or match.bye or match.is_void:
        return
    stream_lock(stream=match.round.stage.event.stream)
    found = match_by_key(match.key)
    series = match_series(found)
    unplayed = [link for link in series.pending if link.game.state == GameState.EXPECTED]
    if series.standing.is_decided:
        for link in unplayed:
            _rearrange(act, series, link, is_void=True)
    elif not series.pending:
        _next_arrange(act, series)
    elif series.pending == unplayed[:1]:  # nothing that is still open comes before it
        _rearrange(act, series, unplayed[0])


def next_games_arrange_missed(*, act: Act) -> int:
    """Arrange the next games that nothing arranged: of matches whose results began to count by a changed setting."""
    matches = series_without_a_next_game()
    for match in matches:
        with transaction.atomic():
            games_lock(games=games_beside(match))
            series_follow(act=act, match=match)
    return len(matches)


def _rearrange(act: Act, series: MatchSeries, link: MatchGame, *, is_void: bool = False) -> None:
    game = link.game
    if is_void:
        game_rearrange(act=act, game=game, starter=Side(game.starter), variants=game.variants, is_void=True)
        return
    due = series.set_up_of(link.number, game.system, drawn_of(game.variants))
    game_rearrange(act=act, game=game, starter=Side(due.starter), variants=due.variants)


def _next_arrange(act: Act, series: MatchSeries) -> None:
    """The next game: one that was taken away as not needed, or a new one."""
    links = list(MatchGame.objects.filter(match=series.match).select_related("game").order_by("number"))
    last_counted = max((game.number for game in series.standing.counted), default=0)
    for link in links:
        is_back = link.game.is_void and link.game.state == GameState.EXPECTED and not link.is_friendly
        if is_back and link.number > last_counted:
            _rearrange(act, series, link)
            return
    number = links[-1].number + 1 if links else 1
    due = series.set_up_of(number)
    wanted = NextGame(series.match, number, Side(due.starter), due.variants)
    games_arrange(act, series.match.round, [wanted])


def _opened(act: Act, match_key: str) -> tuple[Match, MatchSeries]:
    """A match of several games under its locks: games first, then the stream. DomainError `no_series`, `game_void`,
    `finished`."""
    match = match_by_key(match_key)
    event = match.round.stage.event
    games_lock(games=games_beside(match))
    stream_lock(stream=event.stream)
    match, event = match_by_key(match_key), Event.objects.get(pk=event.pk)
    if match.best_of == 1 or match.bye:
        raise DomainError("no_series", _("This match is for one game, so there is nothing more to arrange."))
    if match.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed. Look at the new pairing."))
    if event.state == EventState.FINISHED:
        raise DomainError("finished", _("This event is finished, so its results can't be changed."))
    return match, match_series(match)


def _seat_keys(match: Match) -> list[str]:
    return [seat.entry.key for seat in match.seats.all()]


@transaction.atomic
def rest_forfeit(*, act: Act, match_key: str, entries: Sequence[str]) -> Match:
    """Rule that these entries of a match of several games (one, or both) forfeit what is left of it; none of them takes
    that back. It needs a reason in `act.why`. Games that nobody has played yet aren't needed any more. Pressed twice is
    once. NotAllowed `own_game`; Invalid `not_in_match`, `reason_missing`; DomainError `series_decided`."""
    stage = match_by_key(match_key).round.stage
    event = stage.event
    require_event(act, event, Action.RULE)
    bracket_games_lock(stage)
    match, series = _opened(act, match_key)
    refuse_own(act, match)
    keys = _seat_keys(match)
    if not set(entries) <= set(keys):
        raise Invalid("not_in_match", _("Only who plays in this match can forfeit it."))
    who = FORFEITING[frozenset(keys.index(entry) for entry in entries)]
    if match.rest_forfeited == who:
        return match
    require_reason(act)
    if who and series.standing.is_decided and not match.rest_forfeited:
        raise _decided(series)
    first = next(iter(match.games.all())).game
    payload = {"match": match.key, "who": who.value, "game": first.key}
    fact_append(act=act, stream=event.stream, kind="match.rest_forfeited", payload=payload)
    match.rest_forfeited = who
    match.save(update_fields=["rest_forfeited"])
    series_follow(act=act, match=match)
    round_ruled(act=act, round_=match.round)
    follow(act, stage, bracket_moves(stage))
    transaction.on_commit(lambda: event_changed.send(sender=Match, event_key=event.key))
    return match


def _decided(series: MatchSeries) -> DomainError:
    first, second = series.standing.won
    return DomainError(
        "series_decided",
        _("This match is decided, %(first)d to %(second)d: a further game isn't part of it.")
        % {"first": first, "second": second},
    )


@transaction.atomic
def friendly_arrange(*, act: Act, match_key: str) -> Game:
    """One more game of a decided match, for the fun of it: unrated, and it counts for nothing. By its players or the
    desk. While one is open, it is that one. DomainError `series_decided` where the event refuses surplus games,
    `series_open` before the decision."""
    match, series = _opened(act, match_key)
    event = match.round.stage.event
    if seat_of(act.actor, match) is None and not allowed(act.actor, event, Action.DESK):
        raise NotAllowed("not_your_game", _("This isn't your game. Open your own personal link, or ask at the desk."))
    if not series.standing.is_decided:
        raise DomainError("series_open", _("This match isn't decided yet: play its next game."))
    if series.rules.surplus_games != "friendly":
        raise _decided(series)
    open_one = next((row for row in series.links if row.is_friendly and row.game.state == GameState.EXPECTED), None)
    if open_one is not None:
        return open_one.game
    links = MatchGame.objects.filter(match=match).order_by("-number")
    number = links.values_list("number", flat=True)[0] + 1
    seat = series.set_up_of(number)
    wanted = NextGame(match, number, Side(seat.starter), is_friendly=True)
    return games_arrange(act, match.round, [wanted])[0]


@transaction.atomic
def later_games_annul(*, act: Act, match_key: str, after: int) -> Match:
    """An arbiter has the games of a match after that number not count, with a reason in `act.why`: they are played
    anew, with the bags that the results before now say. Done twice is once."""
    stage = match_by_key(match_key).round.stage
    require_event(act, stage.event, Action.RULE)
    bracket_games_lock(stage)
    match, series = _opened(act, match_key)
    refuse_own(act, match)
    require_reason(act)
    open_states = {GameState.EXPECTED.value, GameState.ANNULLED.value}
    later = [row for row in series.own_games if row.number > after and row.game.state not in open_states]
    for link in later:
        game_annul(act=act, game=link.game)
    if later:
        series_follow(act=act, match=match)
        round_ruled(act=act, round_=match.round)
        follow(act, stage, bracket_moves(stage))
    return match
