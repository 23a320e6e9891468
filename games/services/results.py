"""How a game stands: worked out from what was handed in, confirmed and ruled. Writes rows that can be rebuilt from
the facts; only called with the game's row locked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max

from games.engine.registry import game_system
from games.enums import SETTLED_STATES, Agreement, GameState, Grade, Outcome, ResultKind, Side, seat_of_side
from games.models import (
    DraftPart,
    DuelRow,
    Game,
    GameResult,
    GameSeat,
    PartResult,
    PartSeat,
    SeatNumber,
    SeatResult,
    Submission,
)
from games.selectors.agreement import Version, best_of_versions, state_of_versions
from games.selectors.evidence import difference_of
from games.selectors.result_values import duel_values, seat_values
from games.signals import result_changed


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a result says, however it came about. `winner` is empty for a tie or a double forfeit."""

    kind: ResultKind
    grade: Grade
    winner: str
    report: dict[str, Any] | None = None
    submission: Submission | None = None


def verdict_of(submission: Submission) -> Verdict:
    """The result that an accepted submission shows."""
    report = submission.report
    return Verdict(ResultKind.PLAYED, Grade(submission.grade), report["winner"] or "", report, submission)


def standing_submissions(game: Game) -> list[Submission]:
    """The newest accepted submission of each side and of the desk (side ""), since the game was last reopened."""
    rows = Submission.objects.filter(game=game, accepted=True, fact_number__gt=game.set_aside_to)
    newest = rows.order_by().values("side").annotate(newest=Max("fact_number")).values("newest")
    return list(rows.filter(fact_number__in=newest).order_by("fact_number").prefetch_related("confirmations"))


def say_the_same(game: Game, submissions: Iterable[Submission]) -> bool:
    """Whether all of them agree, each two compared at the coarser of their grades."""
    engine = game_system(game.system)
    documents = [engine.parse(bytes(submission.body)) for submission in submissions]
    return all(difference_of(game.system, documents[0], other) is None for other in documents[1:])


def state_of(game: Game, standing: list[Submission]) -> tuple[GameState, Submission | None]:
    """How the game stands by its submissions, and which of them shows the result (the best proven, then the newest)."""
    if not standing:
        return (GameState.REOPENED if game.set_aside_to else GameState.EXPECTED), None
    versions = {
        submission.fact_number: Version(
            number=submission.fact_number,
            seat=submission.seat,
            grade=Grade(submission.grade),
            answers={answer.seat: answer.confirms for answer in submission.confirmations.all()},
        )
        for submission in standing
    }
    state = state_of_versions(
        list(versions.values()),
        same=say_the_same(game, standing),
        players=len(game.seats.all()),
        agreement=Agreement(game.agreement),
    )
    if state is GameState.CONFLICTING:
        return state, None
    best = best_of_versions(list(versions.values()))
    return state, next(submission for submission in standing if submission.fact_number == best.number)


def settle(*, game: Game, fact_number: int) -> None:
    """Bring state and result in line with the submissions. A ruling isn't touched: only reopening takes it back."""
    if game.state in {GameState.RULED, GameState.ANNULLED}:
        return
    state, best = state_of(game, standing_submissions(game))
    result_set(game=game, state=state, verdict=verdict_of(best) if best else None, fact_number=fact_number)


def result_set(*, game: Game, state: GameState, verdict: Verdict | None, fact_number: int) -> None:
    """Make `verdict` the game's one current result (None: there is none any more) and tell who listens."""
    current = GameResult.objects.filter(game=game, is_current=True).first()
    if not _is_same(current, verdict):
        GameResult.objects.filter(game=game, is_current=True).update(is_current=False)
        if verdict is not None:
            _result_create(game, verdict, fact_number)
    game.state, game.result_fact = state, fact_number
    game.save(update_fields=["state", "result_fact", "set_aside_to"])
    if state in (*SETTLED_STATES, GameState.ANNULLED):
        DraftPart.objects.filter(game=game).delete()  # a record in progress is for a game that is
    news = {"game_key": game.key, "stream": game.stream, "pool": game.pool}
    transaction.on_commit(lambda: result_changed.send(sender=Game, **news))


def _is_same(current: GameResult | None, verdict: Verdict | None) -> bool:
    if current is None or verdict is None:
        return current is None and verdict is None
    submission_id = verdict.submission.pk if verdict.submission else None
    said = (verdict.kind, verdict.grade, verdict.winner, submission_id)
    return (current.kind, current.grade, current.winner, current.submission_id) == said


def _result_create(game: Game, verdict: Verdict, fact_number: int) -> None:
    result = GameResult.objects.create(
        game=game,
        kind=verdict.kind,
        grade=verdict.grade,
        winner=verdict.winner,
        winner_seat=seat_of_side(verdict.winner),
        submission=verdict.submission,
        report=verdict.report,
        fact_number=fact_number,
    )
    seat_results_write(
        (result, seat, seat_values(seat.side, verdict.kind, verdict.winner, verdict.report))
        for seat in game.seats.all()
    )
    parts_write([(result, duel_values(verdict.report))])
    DuelRow.objects.bulk_create(DuelRow(result=result, **values) for values in duel_values(verdict.report))


NUMBERS = ("honoris", "markers", "encounters", "level")


def seat_results_write(values: Iterable[tuple[GameResult, GameSeat, Mapping[str, Any]]]) -> None:
    """Rows for what results mean for seats, with their numbers."""
    rows = [
        SeatResult(result=result, seat=seat, place=_place(row["outcome"], result), **row)
        for result, seat, row in values
    ]
    SeatResult.objects.bulk_create(rows)
    SeatNumber.objects.bulk_create(
        SeatNumber(seat_result=row, key=key, value=getattr(row, key))
        for row in rows
        for key in NUMBERS
        if getattr(row, key) is not None
    )


def _place(outcome: Outcome, result: GameResult) -> int | None:
    if outcome == Outcome.LOSS:
        return 2 if result.winner else None
    return 1


def parts_write(values: Iterable[tuple[GameResult, Iterable[Mapping[str, Any]]]]) -> None:
    """Rows for the parts of results, each with its seats."""
    duels = [(result, duel) for result, of_result in values for duel in of_result]
    parts = PartResult.objects.bulk_create(
        PartResult(result=result, number=duel["number"], winner=seat_of_side(duel["winner"])) for result, duel in duels
    )
    PartSeat.objects.bulk_create(
        PartSeat(part=part, seat=side.seat, place=1 if duel["winner"] in ("", side) else 2, points=duel["points"][side])
        for part, (_result, duel) in zip(parts, duels, strict=True)
        for side in Side
    )
