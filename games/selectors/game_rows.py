"""The games of a stream as their rows have them, in the values that their facts are replayed into: to be compared."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch

from games.models import Game, GameResult, Submission
from games.selectors.games import score_of_rows, seat_results_at, seats_at, seats_of
from games.values.state import (
    ReplayedAnswer,
    ReplayedAppeal,
    ReplayedDeal,
    ReplayedGame,
    ReplayedResult,
    ReplayedSubmission,
)

BATCH = 500  # games that are read at a time, so that no query grows with an event


def games_of_rows(stream: str) -> dict[str, ReplayedGame]:
    """The games of a stream as their rows stand, by key, in the order of play."""
    results = GameResult.objects.select_related("submission").defer("submission__body", "submission__report")
    games = (
        Game.objects.filter(stream=stream)
        .select_related("deal")
        .prefetch_related(
            seats_at("seats"),
            "submissions__confirmations",
            "appeals",
            Prefetch("results", queryset=results),
            seat_results_at("results__seats"),
            "results__parts__seats",
        )
    )
    in_order = games.order_by("played_at", "order", "key")
    return {game.key: _game(game) for game in in_order.iterator(chunk_size=BATCH)}


def _game(game: Game) -> ReplayedGame:
    return ReplayedGame(
        key=game.key,
        system=game.system,
        starter=game.starter,
        edition=game.edition,
        edition_digest=game.edition_digest,
        variants=game.variants,
        least_grade=str(game.least_grade),
        pool=game.pool,
        played_at=game.played_at,
        order=game.order,
        seats=_seats(game),
        agreement=str(game.agreement),
        state=str(game.state),
        result_fact=game.result_fact,
        set_aside_to=game.set_aside_to,
        time_fact=game.time_fact,
        is_void=game.is_void,
        deal=_deal(game),
        submissions={row.key: _submission(row) for row in game.submissions.all()},
        appeals={
            row.fact_number: ReplayedAppeal(row.seat, row.ruling, row.at, row.decided_fact, row.granted)
            for row in game.appeals.all()
        },
        results=[_result(row) for row in sorted(game.results.all(), key=lambda row: (row.fact_number, row.pk))],
    )


def _deal(game: Game) -> ReplayedDeal | None:
    """What was dealt, with the seed where it is open."""
    deal = getattr(game, "deal", None)
    return ReplayedDeal(deal.commitment, tuple(deal.hosts), deal.seed if deal.is_open else "") if deal else None


def _seats(game: Game) -> tuple[str, ...]:
    """The players' keys by seat, from 1 on; empty for a seat that nobody has, so that a gap is a difference."""
    taken = seats_of(game)
    return tuple(taken[seat].player.key if seat in taken else "" for seat in range(1, max(taken, default=0) + 1))


def _submission(row: Submission) -> ReplayedSubmission:
    return ReplayedSubmission(
        key=row.key,
        seat=row.seat,
        grade=str(row.grade),
        accepted=row.accepted,
        refusal=row.refusal,
        digest=row.digest,
        actor=row.actor,
        at=row.at,
        fact_number=row.fact_number,
        body=bytes(row.body),
        idempotency_key=row.idempotency_key,
        report=row.report if is_legal(row.report) else None,
        stored_report=row.report,
        answers={
            answer.seat: ReplayedAnswer(answer.confirms, answer.actor, answer.at, answer.fact_number)
            for answer in row.confirmations.all()
        },
    )


def _result(row: GameResult) -> ReplayedResult:
    score = score_of_rows(row)
    return ReplayedResult(
        kind=str(row.kind),
        grade=str(row.grade),
        winner=row.winner,
        submission=row.submission.key if row.submission else None,
        fact_number=row.fact_number,
        places=score.places,
        numbers=score.numbers,
        parts=score.parts,
        is_current=row.is_current,
        by_seat=row.by_seat,
        report=row.report if row.submission is None else None,
        stored_report=row.report,
    )


def is_legal(report: Any) -> bool:
    """Whether a stored report is one of a legal game; False for anything that is no report."""
    return isinstance(report, dict) and report.get("legal") is True
