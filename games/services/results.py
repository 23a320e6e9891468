"""How a game stands: worked out from what was handed in, confirmed and ruled. Writes rows that can be rebuilt from
the facts; only called with the game's row locked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Max

from games.engine.core.judged import sole_winner
from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.enums import DESK_STATES, SETTLED_STATES, Agreement, GameState, Grade, ResultKind
from games.models import (
    DraftPart,
    DraftSecret,
    Game,
    GameResult,
    GameSeat,
    PartResult,
    PartSeat,
    SeatNumber,
    SeatResult,
    Submission,
)
from games.selectors.agreement import Version, asked_agreement, best_of_versions, compared, state_of_versions
from games.selectors.deals import is_dealt_and_hidden
from games.selectors.evidence import difference_of
from games.selectors.games import score_of_rows, seat_results_at, seats_of
from games.signals import result_changed
from games.values.results import Score, judged_of, score_of

BATCH = 500


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a result says, however it came about. `places` are in seat order, empty where everybody lost. `by_seat` is
    the seat of who entered it at the desk, where that person plays in the game."""

    kind: ResultKind
    grade: Grade
    places: tuple[int, ...]
    report: dict[str, Any] | None = None
    submission: Submission | None = None
    by_seat: Seat | None = None

    @property
    def winner(self) -> Seat | None:
        return sole_winner(self.places)


def verdict_of(submission: Submission) -> Verdict:
    """The result that an accepted submission shows."""
    report = submission.report
    places = judged_of(submission.game.system, report).places
    return Verdict(ResultKind.PLAYED, Grade(submission.grade), places, report, submission)


def standing_submissions(game: Game) -> list[Submission]:
    """The newest accepted submission of each seat and of the desk, since the game was last reopened."""
    rows = Submission.objects.filter(game=game, accepted=True, fact_number__gt=game.set_aside_to)
    newest = rows.order_by().values("seat").annotate(newest=Max("fact_number")).values("newest")
    return list(
        rows.filter(fact_number__in=newest)
        .order_by("fact_number")
        .select_related("game")
        .prefetch_related("confirmations")
    )


def standing_among(game: Game, versions: Iterable[Submission]) -> list[Submission]:
    """The same of a game's versions that have been read, oldest first."""
    counting = [version for version in versions if version.accepted and version.fact_number > game.set_aside_to]
    newest = {version.seat: version for version in counting}
    return [version for version in counting if newest[version.seat] is version]


def say_the_same(game: Game, submissions: Iterable[Submission]) -> bool:
    """Whether all of them agree, each two compared at the coarser of their grades."""
    engine = game_system(game.system)
    documents = [engine.parse(bytes(submission.body)) for submission in submissions]
    return all(
        difference_of(game.system, one, other) is None for one, other in compared(documents, len(game.seats.all()))
    )


def state_of(game: Game, standing: list[Submission], fact_number: int) -> tuple[GameState, Submission | None]:
    """How the game stands by its submissions, and which of them shows the result (the best proven, then the newest).
    `fact_number`: of what came last; a submission that it brought has no answers yet."""
    if not standing:
        return (GameState.REOPENED if game.set_aside_to else GameState.EXPECTED), None
    versions = {
        submission.fact_number: Version(
            number=submission.fact_number,
            seat=submission.seat,
            grade=Grade(submission.grade),
            answers={}
            if submission.fact_number == fact_number
            else {answer.seat: answer.confirms for answer in submission.confirmations.all()},
        )
        for submission in standing
    }
    state = state_of_versions(
        list(versions.values()),
        same=say_the_same(game, standing),
        players=len(game.seats.all()),
        agreement=asked_agreement(Agreement(game.agreement), is_dealt_and_hidden=is_dealt_and_hidden(game)),
    )
    if state is GameState.CONFLICTING:
        return state, None
    best = best_of_versions(list(versions.values()))
    return state, next(submission for submission in standing if submission.fact_number == best.number)


def settle(*, game: Game, fact_number: int, standing: list[Submission] | None = None) -> None:
    """Bring state and result in line with the submissions (`standing`, where they have been read). A ruling isn't
    touched: only reopening takes it back. Nor is what was entered at the desk."""
    if game.state in DESK_STATES:
        return
    state, best = state_of(game, standing_submissions(game) if standing is None else standing, fact_number)
    result_set(game=game, state=state, verdict=verdict_of(best) if best else None, fact_number=fact_number)


def result_set(*, game: Game, state: GameState, verdict: Verdict | None, fact_number: int) -> None:
    """Make `verdict` the game's one current result (None: there is none any more) and tell who listens."""
    counting = GameResult.objects.filter(game=game, is_current=True)
    # A game that no fact has given a result yet has none.
    current = counting.prefetch_related(seat_results_at("seats")).first() if game.result_fact else None
    if not _is_same(current, verdict):
        if current is not None:
            counting.update(is_current=False)
        if verdict is not None:
            _result_create(game, verdict, fact_number)
    game.state, game.result_fact = state, fact_number
    game.save(update_fields=["state", "result_fact", "set_aside_to"])
    if state in (*SETTLED_STATES, GameState.ANNULLED):
        drafts_end([game])
    news_send(game)


def drafts_end(games: Sequence[Game]) -> None:
    """A record in progress is for a game that is: it goes once that is settled. Turns of a game that the service dealt
    stay until the event is over: its secrets were seen, so after a mistake it goes on from there, or not at all."""
    for model in (DraftPart, DraftSecret):
        model.objects.filter(game__in=games, game__deal__isnull=True).delete()


def news_send(game: Game) -> None:
    """Tell who listens, after the commit, that a result of this game's stream and pool changed."""
    news = {"game_key": game.key, "stream": game.stream, "pool": game.pool}
    transaction.on_commit(lambda: result_changed.send(sender=Game, **news))


def _is_same(current: GameResult | None, verdict: Verdict | None) -> bool:
    if current is None or verdict is None:
        return current is None and verdict is None
    if current.submission_id != (verdict.submission.pk if verdict.submission else None):
        return False
    if verdict.submission is None and (current.report, current.by_seat) != (verdict.report, verdict.by_seat):
        return False
    said = (current.kind, current.grade, score_of_rows(current, with_parts=False).places)
    return said == (verdict.kind, verdict.grade, verdict.places)


def _result_create(game: Game, verdict: Verdict, fact_number: int) -> None:
    results_create([(game, verdict, fact_number)])


def results_create(verdicts: Sequence[tuple[Game, Verdict, int]]) -> None:
    """A row for each of these results, with the number of the fact that says it, and the rows of its seats and parts.
    None of the games may have a current result."""
    rows = [
        GameResult(
            game=game,
            kind=verdict.kind,
            grade=verdict.grade,
            winner=verdict.winner,
            submission=verdict.submission,
            report=verdict.report,
            by_seat=verdict.by_seat,
            fact_number=fact_number,
        )
        for game, verdict, fact_number in verdicts
    ]
    GameResult.objects.bulk_create(rows, batch_size=BATCH)
    scores_write(
        [
            (row, seats_of(game), score_of(game.system, verdict.report, verdict.places))
            for row, (game, verdict, _fact) in zip(rows, verdicts, strict=True)
        ]
    )


def scores_write(values: Sequence[tuple[GameResult, Mapping[int, GameSeat], Score]]) -> None:
    """Rows for what results say: the places and numbers of the seats, and the parts."""
    places = [
        (SeatResult(result=result, seat=row, place=score.places[seat - 1] if score.places else None), seat, score)
        for result, seats, score in values
        for seat, row in seats.items()
    ]
    SeatResult.objects.bulk_create((row for row, _seat, _score in places), batch_size=BATCH)
    SeatNumber.objects.bulk_create(
        (
            SeatNumber(seat_result=row, key=key, value=value)
            for row, seat, score in places
            for key, of_seats in score.numbers.items()
            if (value := of_seats[seat - 1]) is not None
        ),
        batch_size=BATCH,
    )
    parts = [
        (PartResult(result=result, number=part.number, winner=part.winner), part)
        for result, _seats, score in values
        for part in score.parts
    ]
    PartResult.objects.bulk_create((row for row, _part in parts), batch_size=BATCH)
    PartSeat.objects.bulk_create(
        (
            PartSeat(part=row, seat=seat, place=place, points=points)
            for row, part in parts
            for seat, (place, points) in enumerate(zip_longest(part.places, part.points), 1)
        ),
        batch_size=BATCH,
    )
