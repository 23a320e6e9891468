"""What an arbiter decides: a version that counts, a forfeit, a result without a game, annulled, reopened. Each needs
a reason, and who may is decided by whoever arranged the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.multiplayer import is_placing
from games.engine.registry import game_system
from games.enums import AbandonedPolicy, GameState, Grade, ResultKind
from games.facts.rulings import GameAnnulled, GameReopened, GameRuled
from games.models import Game, Submission
from games.selectors.deals import deal_of
from games.selectors.evidence import evidence_read, misfit, set_up_misfit
from games.services.results import Verdict, result_set, verdict_of
from games.values.results import judged_of, places_of, score_of
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append


def _require_reason(act: Act) -> None:
    if not act.why:
        raise Invalid("reason_missing", _("A ruling needs a reason."), fields={"why": _("Say why, in a few words.")})


def _lock(game: Game) -> Game:
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed."))
    return game


@transaction.atomic
def game_rule(*, act: Act, game: Game, verdict: Verdict) -> Game:
    """Rule how a game ended, over whatever was handed in. Invalid `reason_missing`."""
    _require_reason(act)
    game = _lock(game)
    ruled = GameRuled(
        game=game.key,
        result=verdict.kind,
        grade=verdict.grade,
        places=list(verdict.places),
        submission=verdict.submission.key if verdict.submission else None,
    )
    fact = fact_append(act=act, stream=game.stream, fact=ruled)
    result_set(game=game, state=GameState.RULED, verdict=verdict, fact_number=fact.number)
    return game


def version_verdict(*, game: Game, submission: Submission) -> Verdict:
    """The verdict that one of the versions counts. Invalid `not_countable` for a refused one, and for the record of an
    earlier deal."""
    if submission.game_id != game.pk or not submission.accepted or _is_of_earlier_deal(game, submission):
        raise Invalid(
            "not_countable", _("This version breaks a rule or belongs elsewhere, so a ruling can’t make it count.")
        )
    return verdict_of(submission)


def _is_of_earlier_deal(game: Game, submission: Submission) -> bool:
    """Whether it is a record, and the service dealt another game since."""
    if submission.grade != Grade.RECORD or deal_of(game) is None:
        return False
    evidence = evidence_read(system=game.system, body=bytes(submission.body))
    return misfit(game, evidence) in ("deal_closed", "deal_differs")


def forfeit_verdict(*, game: Game, places: Sequence[int | None]) -> Verdict:
    """Those without a place forfeit: they share the last one behind those who came; nobody has a place: everybody
    forfeits. Invalid `no_such_places`, also where everybody has one."""
    came = [place for place in places if place is not None]
    if len(places) != game.seats.count() or len(came) == len(places) or not is_placing(came):
        raise no_such_places()
    if not came:
        return Verdict(ResultKind.DOUBLE_FORFEIT, Grade.BARE, ())
    return Verdict(ResultKind.FORFEIT, Grade.BARE, tuple(place or len(came) + 1 for place in places))


def bare_verdict(*, game: Game, places: Sequence[int | None]) -> Verdict:
    """A played game of which only the places are known. Invalid `no_such_places` for what no game can end with."""
    known = tuple(place for place in places if place is not None)
    if len(known) != game.seats.count() or len(known) != len(places) or not is_placing(known):
        raise no_such_places()
    return Verdict(ResultKind.PLAYED, Grade.BARE, known)


def no_such_places() -> Invalid:
    """The refusal of places that no game can end with."""
    return Invalid(
        "no_such_places",
        _(
            "Write the seats from the best to the last, as 1>3>2, with = between those who share a place, as 1>2=3. In "
            "a played game name every seat; after a forfeit leave out those who forfeited."
        ),
        fields={"placing": _("Check the places.")},
    )


def abandoned_verdict(*, game: Game, submission: Submission, policy: AbandonedPolicy) -> Verdict:
    """A game that was broken off, by the parts that the submission proves. Invalid `not_countable` where those aren't
    legal or belong elsewhere, be it to a game with another set-up; `finished_game` where all five were played."""
    report = submission.report
    if (
        submission.game_id != game.pk
        or not report["legal"]
        or not _has_numbers(game, report)
        or _is_elsewhere(submission)
    ):
        raise Invalid("not_countable", _("This version breaks a rule or belongs elsewhere, so it proves nothing."))
    if report["complete"]:
        raise Invalid("finished_game", _("The whole game was played: rule that this version counts."))
    kind = ResultKind.DOUBLE_FORFEIT if policy is AbandonedPolicy.NOBODY else ResultKind.ABANDONED
    return Verdict(kind, Grade(submission.grade), _places_of_abandoned(game, report, policy), report, submission)


def _has_numbers(game: Game, report: Mapping[str, Any]) -> bool:
    """Whether the report says how the game stands."""
    return bool(score_of(game.system, report, ()).numbers)


def _is_elsewhere(submission: Submission) -> bool:
    """Whether the document is of a game with another set-up, which nobody has said of an unfinished one before."""
    game = submission.game
    return bool(set_up_misfit(game, evidence_read(system=game.system, body=bytes(submission.body))))


def _places_of_abandoned(game: Game, report: Mapping[str, Any], policy: AbandonedPolicy) -> tuple[int, ...]:
    if policy is AbandonedPolicy.AS_IT_STANDS:
        return game_system(game.system).places_so_far(judged_of(game.system, report))
    return () if policy is AbandonedPolicy.NOBODY else places_of(game.seats.count(), None)


@transaction.atomic
def game_annul(*, act: Act, game: Game) -> Game:
    """The game doesn't count for anything. Invalid `reason_missing`."""
    _require_reason(act)
    game = _lock(game)
    fact = fact_append(act=act, stream=game.stream, fact=GameAnnulled(game=game.key))
    result_set(game=game, state=GameState.ANNULLED, verdict=None, fact_number=fact.number)
    return game


@transaction.atomic
def game_reopen(*, act: Act, game: Game) -> Game:
    """Take a settled result back: everything handed in so far is set aside (and kept). Invalid `reason_missing`."""
    _require_reason(act)
    game = _lock(game)
    fact = fact_append(act=act, stream=game.stream, fact=GameReopened(game=game.key))
    game.set_aside_to = fact.number
    result_set(game=game, state=GameState.REOPENED, verdict=None, fact_number=fact.number)
    return game
