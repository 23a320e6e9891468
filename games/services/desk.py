"""Results that the desk writes down as somebody told them, many at once, and takes back. Permission and locks
(`games_lock`) are the caller's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import GameState
from games.facts.desk import AnswerUndone, GameEntered, GameEntryUndone
from games.models import Game, GameResult, Submission
from games.services.appeals import appealed, under_appeal
from games.services.results import Verdict, drafts_end, news_send, results_create, settle
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append, facts_append


@dataclass(frozen=True, slots=True)
class DeskEntry:
    """How a game ended, as the desk enters it. `replaces` is the number of the fact of the entry that it takes the
    place of; 0 where there is none."""

    game: Game
    verdict: Verdict
    replaces: int = 0


@transaction.atomic
def games_enter(*, act: Act, stream: str, entries: Sequence[DeskEntry]) -> None:
    """Enter results of a stream's games, in order: a fact each, at the cost of a few statements for all of them. Who
    listens is told once for each pool. The act's reason isn't kept. DomainError `appealed`."""
    if not entries:
        return
    if appealed(entry.game for entry in entries):
        raise under_appeal()
    facts = [_fact(entry) for entry in entries]
    first = facts_append(act=replace(act, why=""), stream=stream, facts=facts) - len(facts) + 1
    games = [entry.game for entry in entries]
    GameResult.objects.filter(game__in=games, is_current=True).update(is_current=False)
    results_create([(entry.game, entry.verdict, number) for number, entry in enumerate(entries, first)])
    for number, game in enumerate(games, first):
        game.state, game.result_fact = GameState.ENTERED, number
    Game.objects.bulk_update(games, ["state", "result_fact"], batch_size=100)
    drafts_end(games)
    for game in {game.pool: game for game in games}.values():
        news_send(game)


def _fact(entry: DeskEntry) -> GameEntered:
    verdict = entry.verdict
    return GameEntered(
        game=entry.game.key,
        result=verdict.kind,
        grade=verdict.grade,
        places=list(verdict.places),
        report=verdict.report,
        by_seat=verdict.by_seat,
        replaces=entry.replaces,
    )


@transaction.atomic
def game_entry_undo(*, act: Act, game: Game, entry: int) -> Game:
    """Take back what the fact with the number `entry` entered: the game stands as what was handed in says. DomainError
    `entry_changed` where something else counts by now; `appealed`."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if (game.state, game.result_fact) != (GameState.ENTERED, entry):
        raise entry_changed()
    if appealed([game]):
        raise under_appeal()
    fact = fact_append(act=replace(act, why=""), stream=game.stream, fact=GameEntryUndone(game=game.key, entry=entry))
    game.state = GameState.EXPECTED
    settle(game=game, fact_number=fact.number)
    return game


@transaction.atomic
def answer_undo(*, act: Act, submission: Submission) -> Game:
    """Take back the desk's yes to a submission. DomainError `entry_changed` where something else counts by now."""
    game = Game.objects.select_for_update().get(pk=submission.game_id)
    answer = submission.confirmations.filter(seat=None, confirms=True).first()
    if answer is None or (game.state, game.result_fact) != (GameState.AGREED, answer.fact_number):
        raise entry_changed()
    undone = AnswerUndone(game=game.key, submission=submission.key)
    fact = fact_append(act=replace(act, why=""), stream=game.stream, fact=undone)
    answer.delete()
    settle(game=game, fact_number=fact.number)
    return game


def entry_changed() -> DomainError:
    """The refusal for something that isn't any more as it was seen."""
    return DomainError("entry_changed", _("Something else counts for this game by now. Look at it again."))
