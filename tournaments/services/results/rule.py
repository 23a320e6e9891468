"""An arbiter's decision about a game: previewed as one value, then made."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from games.engine.core.judged import sole_winner
from games.engine.core.multiplayer import read_placing
from games.engine.core.seats import Seat, seats_of
from games.engine.registry import game_system
from games.enums import AbandonedPolicy, Action
from games.selectors.games import submission_by_key
from games.services.appeals import appeals_decide
from games.services.games import games_lock
from games.services.results import Verdict
from games.services.rulings import (
    abandoned_verdict,
    bare_verdict,
    forfeit_verdict,
    game_annul,
    game_reopen,
    game_rule,
    no_such_places,
    version_verdict,
)
from games.values.results import places_of, seat_named
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import canonical, stream_lock
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.registry import format_for
from tournaments.models import MatchGame, Round
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import match_by_key, match_game_by_game
from tournaments.selectors.series.views import SeriesView, series_view
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, follow
from tournaments.services.change_preview import Preview, change_preview
from tournaments.services.events.over import refuse_over_now
from tournaments.services.permissions import refuse_own, require_event
from tournaments.services.results.hand_in import event_of, playable_game
from tournaments.services.rounds.states import round_follow_ruling
from tournaments.services.series.annul import later_games_annul
from tournaments.services.series.follow import games_beside, series_follow

if TYPE_CHECKING:
    from games.models import Game

ROUND_VALUES = ("number", "state", "fact_number")
UNSAID = "–"  # the reason of a decision that is only looked at, where none was given yet


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is decided. `kind`: "version", "abandoned", "forfeit" or "bare" as `result_rule` has them (with `winner`,
    `submission_key` and `placing`), "annul" or "reopen". `later` says what becomes of the games that were
    played after this one in a match of several: "keep" as they were played, or "annul", so that they are played anew
    with the right bags."""

    kind: str
    winner: str = ""
    submission_key: str = ""
    placing: str = ""
    later: str = "keep"


@dataclass(frozen=True, slots=True)
class RulingPreview(Preview):
    """What a ruling would change; `series` has a match of several games before and after it. `seen` is the digest of
    what it rests on, for `ruling_make`."""

    series: tuple[SeriesView, SeriesView] | None = None
    seen: str = ""


def _rule(act: Act, game_key: str, ruling: Ruling) -> Game:
    return result_rule(
        act=act,
        game_key=game_key,
        kind=ruling.kind,
        winner=ruling.winner,
        submission_key=ruling.submission_key,
        placing=ruling.placing,
    )


_DECISIONS: Mapping[str, Callable[[Act, str, Ruling], Game]] = {
    "version": _rule,
    "abandoned": _rule,
    "forfeit": _rule,
    "bare": _rule,
    "annul": lambda act, game_key, _ruling: result_annul(act=act, game_key=game_key),
    "reopen": lambda act, game_key, _ruling: result_reopen(act=act, game_key=game_key),
}
KINDS = tuple(_DECISIONS)
LATER = ("keep", "annul")


def ruling_basis(match_game: MatchGame) -> str:
    """SHA-256 (hex) of what a decision about a game rests on and what it would touch: what was said of the match's
    games, the rounds from this one on, in a bracket what was played in them, and the event's rules. Results of other
    games in a hall where everybody plays are none of it, though they move ranks."""
    stage = match_game.match.round.stage
    rounds = Round.objects.filter(stage=stage, number__gte=match_game.match.round.number).order_by("number", "pk")
    games = MatchGame.objects.filter(match=match_game.match).order_by("number", "pk")
    said = games.annotate(handed_in=Max("game__submissions__fact_number"))
    rests_on: list[object] = [
        list(said.values_list("game__key", "game__state", "game__result_fact", "handed_in")),
        [(number, state in PUBLIC_ROUNDS, fact) for number, state, fact in rounds.values_list(*ROUND_VALUES)],
        [stage.event.rules, stage.event.state, stage.state],
    ]
    if isinstance(format_for(stage.format), RanksByPlace):
        later = MatchGame.objects.filter(match__round__in=rounds, match__is_void=False).order_by("pk")
        rests_on.append(list(later.values_list("game__key", "game__result_fact")))
    return hashlib.sha256(canonical(rests_on)).hexdigest()


def ruling_make(*, act: Act, game_key: str, ruling: Ruling, seen: str | None = None) -> Game:
    """Decide, with a reason in `act.why`. `seen` is what the preview that was looked at rests on: DomainError
    `preview_changed` where that is something else by now. Invalid `no_such_ruling`, and what the decisions of
    `services.results.hand_in` refuse."""
    decide = _DECISIONS.get(ruling.kind)
    if decide is None:
        raise Invalid("no_such_ruling", _("Choose what the ruling is."), fields={"kind": _("Choose one of the list.")})
    if ruling.later not in LATER:
        raise Invalid(
            "no_such_ruling", _("Keep the later games, or have them annulled."), fields={"later": _("Choose.")}
        )
    with transaction.atomic():
        if seen is not None:
            match_game = match_game_by_game(game_key)
            stream_lock(stream=event_of(match_game).stream)  # from here on nothing comes in between
            if ruling_basis(match_game_by_game(game_key)) != seen:
                raise DomainError(
                    "preview_changed", _("Something changed since this was shown. Look at it again, then confirm.")
                )
        game = decide(act, game_key, ruling)
        if ruling.later == "annul":
            place = match_game_by_game(game_key)
            later_games_annul(act=act, match_key=place.match.key, after=place.number)
    return game


def ruling_preview(*, act: Act, game_key: str, ruling: Ruling) -> RulingPreview:
    """What the decision would change, with all its refusals but that of a missing reason. Nothing stays of it."""
    match_game = match_game_by_game(game_key)
    event = event_of(match_game)
    require_event(act, event, Action.RULE)  # before anything is worked out
    tried = act if act.why else act.because(UNSAID)
    series: list[SeriesView | None] = [series_view(match_game.match)]
    basis = ruling_basis(match_game)  # before it is worked out: what comes in meanwhile is noticed

    def change() -> None:
        ruling_make(act=tried, game_key=game_key, ruling=ruling)
        series.append(series_view(match_by_key(match_game.match.key)))

    preview = change_preview(
        stage=match_game.match.round.stage, after_round=match_game.match.round.number, change=change
    )
    before, after = series
    members = {member.name: getattr(preview, member.name) for member in fields(preview)}
    both = (before, after) if before is not None and after is not None else None
    return RulingPreview(**members, series=both, seen=basis)


def _decide(act: Act, match_game: MatchGame, decide: Callable[[], Game]) -> Game:
    """An arbiter's decision, and what it does to its round and, in a bracket, to those after it: all or nothing."""
    require_event(act, event_of(match_game), Action.RULE)
    refuse_own(act, match_game.match)
    return _settle(act, match_game, decide)


def _settle(act: Act, match_game: MatchGame, decide: Callable[[], Game]) -> Game:
    """As `_decide`; permission is the caller's."""
    stage = match_game.match.round.stage
    with transaction.atomic():
        bracket_games_lock(stage)
        games_lock(games=games_beside(match_game.match))
        game = decide()
        refuse_over_now(stage.event)
        appeals_decide(act=act, game=game, granted=True)
        series_follow(act=act, match=match_game.match)
        round_follow_ruling(act=act, round_=match_game.match.round)
        follow(act, stage, bracket_moves(stage))
    return game


def result_rule(
    *,
    act: Act,
    game_key: str,
    kind: str,
    winner: str = "",
    submission_key: str = "",
    placing: str = "",
) -> Game:
    """An arbiter's ruling, with a reason in `act.why`. `kind`: "version" (that submission counts), "abandoned" (broken
    off: what that submission proves counts as the event's rules say), "forfeit" (`winner` gets it without playing, ""
    for a double forfeit) or "bare" (played, only the winner is known, "" for a tie). In place of `winner`, which is
    called as the game's system calls the seat, `placing` says who was placed where, as "1>3>2" or "1>2=3": all seats
    of a played game, and those who came to a forfeited one. A played game of more than two needs it; with a `winner`
    beside it both have to say the same.

    NotAllowed `own_game`: nobody rules on their own game. Invalid `no_such_ruling`, `no_such_side`, `no_such_places`,
    `reason_missing`.
    """
    match_game = playable_game(act, game_key)
    return _decide(
        act,
        match_game,
        lambda: game_rule(
            act=act, game=match_game.game, verdict=_verdict(match_game, kind, winner, submission_key, placing)
        ),
    )


def overdue_forfeit(*, act: Act, game_key: str) -> Game:
    """Nobody played within the window, and by the event's rule both lose, with a reason in `act.why`. For the work that
    is due then: permission is the caller's."""
    match_game = match_game_by_game(game_key)
    verdict = _verdict(match_game, "forfeit", "", "")
    return _settle(act, match_game, lambda: game_rule(act=act, game=match_game.game, verdict=verdict))


def _verdict(match_game: MatchGame, kind: str, winner: str, submission_key: str, placing: str = "") -> Verdict:
    game = match_game.game
    if kind == "version":
        return version_verdict(game=game, submission=submission_by_key(submission_key))
    if kind == "abandoned":
        policy = AbandonedPolicy(event_of(match_game).settings.abandoned)
        submission = submission_by_key(submission_key)
        return abandoned_verdict(game=game, submission=submission, policy=policy)
    if kind not in {"forfeit", "bare"}:
        raise Invalid("no_such_ruling", _("Choose what the ruling is."), fields={"kind": _("Choose one of the list.")})
    players = game.seats.count()
    if placing:
        try:
            places = read_placing(placing, players)
        except ValueError:
            raise no_such_places() from None
        if winner and _seat_that_won(game, winner, players) != sole_winner(places):
            raise Invalid(
                "no_such_places",
                _("The places say that somebody else won. Say only one of the two: the winner, or the places."),
                fields={"placing": _("Check the places.")},
            )
        return (
            forfeit_verdict(game=game, places=places) if kind == "forfeit" else bare_verdict(game=game, places=places)
        )
    won = _seat_that_won(game, winner, players)
    if kind == "forfeit":
        came = [1 if seat == won else None for seat in seats_of(players)]
        return forfeit_verdict(game=game, places=came)
    if players > 2:  # the winner doesn't say who is second
        raise no_such_places()
    return bare_verdict(game=game, places=places_of(players, won))


def _seat_that_won(game: Game, winner: str, players: int) -> Seat | None:
    """The seat that is called so; None for the empty name. Invalid `no_such_side`."""
    names = game_system(game.system).seat_names[:players]
    if winner not in {"", *names}:
        message = _("Say which seat won (%(seats)s), or leave it empty where none did.")
        fields = {"winner": _("Choose.")}
        raise Invalid("no_such_side", message % {"seats": ", ".join(names)}, fields=fields)
    return seat_named(game.system, winner)


def result_annul(*, act: Act, game_key: str) -> Game:
    """The game doesn't count, with a reason in `act.why`."""
    match_game = playable_game(act, game_key)
    return _decide(act, match_game, lambda: game_annul(act=act, game=match_game.game))


def result_reopen(*, act: Act, game_key: str) -> Game:
    """Take a settled result back, with a reason in `act.why`: it has to be handed in or ruled anew."""
    match_game = playable_game(act, game_key)
    return _decide(act, match_game, lambda: game_reopen(act=act, game=match_game.game))
