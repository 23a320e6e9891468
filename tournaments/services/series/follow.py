"""Matches of several games: the next game is arranged with the result that makes it due, and what nobody has played yet
follows a result that is corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.choices import said_of
from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.enums import GameState
from games.services.games import game_rearrange, games_lock
from games.services.submissions import submission_answer
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import stream_lock
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.series.matches import MatchSeries, match_series, series_without_a_next_game
from tournaments.services.events.over import RESULTS_FIXED, refuse_over, refuse_over_now
from tournaments.services.rounds.matches import NextGame, games_arrange

if TYPE_CHECKING:
    from games.models import Game, Submission


def games_beside(match: Match) -> list[int]:
    """Primary keys of a match's games: to be locked together before one of them is changed."""
    return list(MatchGame.objects.filter(match=match).order_by("game").values_list("game", flat=True))


@transaction.atomic
def answer_take(*, act: Act, match: Match, submission: Submission, seat: Seat | None, confirms: bool) -> Game:
    """A word on what was handed in (as `submission_answer`), and what it does to the match's next game."""
    games_lock(games=games_beside(match))
    game = submission_answer(act=act, submission=submission, seat=seat, confirms=confirms)
    refuse_over_now(match.round.stage.event)
    series_follow(act=act, match=match)
    return game


def require_needed(link: MatchGame) -> None:
    """DomainError `already_decided` for a game that was taken away because its match is decided without it."""
    if link.game.is_void and not link.match.is_void:
        raise already_decided(match_series(match_by_key(link.match.key)))


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
        game_rearrange(act=act, game=game, starter=game.starter, variants=game.variants, is_void=True)
        return
    due = series.set_up_of(link.number, said_of(game_system(game.system).choices, game.variants))
    game_rearrange(act=act, game=game, starter=due.starter, variants=due.variants)


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
    wanted = NextGame(series.match, number, due.starter, due.variants)
    games_arrange(act, series.match.round, [wanted])


def series_for_change(act: Act, match_key: str) -> tuple[Match, MatchSeries]:
    """A match of several games under its locks: games first, then the stream. DomainError `no_series`, `game_void`,
    `finished`."""
    match = match_by_key(match_key)
    event = match.round.stage.event
    games_lock(games=games_beside(match))
    stream_lock(stream=event.stream)
    match, event = match_by_key(match_key), Event.objects.get(pk=event.pk)
    if match.best_of == 1 or match.bye:
        raise DomainError("no_series", _("This match has only one game, so there is nothing more to set up."))
    if match.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed. Look at the new pairing."))
    refuse_over(event, finished=RESULTS_FIXED)
    return match, match_series(match)


def already_decided(series: MatchSeries) -> DomainError:
    first, second = series.standing.won
    return DomainError(
        "series_decided",
        _("This match is decided, %(first)d to %(second)d: a further game isn’t part of it.")
        % {"first": first, "second": second},
    )
