"""Games as plain values: what a stream's facts say of them, and what their rows say, in the same shape.

Players, games and submissions are called by their keys. `said` is the number of the fact that last changed the thing;
it isn't part of what is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from games.models import Game, GameResult, Submission
from games.selectors.games import seat_results_at, seats_at

BATCH = 500  # games that are read at a time, so that no query grows with an event


def said_by() -> Any:
    """The field `said` of a value."""
    return field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class WordSays:
    """Somebody's word on a submission."""

    confirms: bool
    actor: str
    at: datetime
    fact_number: int


@dataclass(slots=True)
class SubmissionSays:
    """What somebody handed in. `body` is None where the document was erased. `report` is the engine's, kept by the
    facts where the game was legal; `stored_report` is what a row has, of any game; `hidden` is
    what public facts leave out. `words` are by side."""

    key: str
    side: str
    grade: str
    accepted: bool
    refusal: str
    digest: str
    actor: str
    at: datetime
    fact_number: int
    body: bytes | None = None
    idempotency_key: str | None = None
    report: Mapping[str, Any] | None = None
    agrees_with: tuple[str, ...] = field(default=(), compare=False)
    stored_report: Any = field(default=None, compare=False)
    hidden: frozenset[str] = field(default=frozenset(), compare=False)
    words: dict[str, WordSays] = field(default_factory=dict)
    said: int = said_by()


@dataclass(slots=True)
class ResultSays:
    """A version of a game's result. `seats` and `duels` hold the members of the rows under it."""

    kind: str
    grade: str
    winner: str
    submission: str | None
    fact_number: int
    seats: Mapping[str, Mapping[str, Any]]
    duels: list[dict[str, Any]]
    is_current: bool = True
    stored_report: Any = field(default=None, compare=False)
    said: int = said_by()

    @property
    def shown(self) -> tuple[str, str, str, str | None]:
        """What makes two results the same."""
        return self.kind, self.grade, self.winner, self.submission


@dataclass(slots=True)
class GameSays:
    """A game with its set-up, how it stands, and every result it had. `seats` maps a side to a player."""

    key: str
    system: str
    starter: str
    edition: str
    edition_digest: str
    variants: Mapping[str, Any]
    least_grade: str
    pool: str
    played_at: datetime
    order: int
    seats: Mapping[str, str]
    state: str = "expected"
    result_fact: int = 0
    set_aside_to: int = 0
    time_fact: int = 0
    is_void: bool = False
    submissions: dict[str, SubmissionSays] = field(default_factory=dict)
    results: list[ResultSays] = field(default_factory=list)
    said: int = said_by()

    @property
    def current(self) -> ResultSays | None:
        """The result that counts; None before there is one."""
        return next((result for result in self.results if result.is_current), None)

    def standing(self, *, before: int | None = None) -> list[SubmissionSays]:
        """The newest accepted submission of each side and of the desk, since the game was last reopened, by number.
        `before`: those that stood before the fact of that number, which nothing has reopened since."""
        newest = {
            row.side: row
            for row in sorted(self.submissions.values(), key=lambda row: row.fact_number)
            if row.accepted and row.fact_number > self.set_aside_to and (before is None or row.fact_number < before)
        }
        return sorted(newest.values(), key=lambda row: row.fact_number)


SEAT_MEMBERS = ("outcome", "honoris", "markers", "encounters", "level")
DUEL_MEMBERS = ("number", "winner", "points", "level", "encounters")


def games_said(stream: str) -> dict[str, GameSays]:
    """The games of a stream as their rows stand, by key, in the order of play."""
    results = GameResult.objects.select_related("submission").defer("submission__body", "submission__report")
    games = Game.objects.filter(stream=stream).prefetch_related(
        seats_at("seats"),
        "submissions__confirmations",
        Prefetch("results", queryset=results),
        seat_results_at("results__seats"),
        "results__duels",
    )
    in_order = games.order_by("played_at", "order", "key")
    return {game.key: _game(game) for game in in_order.iterator(chunk_size=BATCH)}


def _game(game: Game) -> GameSays:
    return GameSays(
        key=game.key,
        system=game.system,
        starter=str(game.starter),
        edition=game.edition,
        edition_digest=game.edition_digest,
        variants=game.variants,
        least_grade=str(game.least_grade),
        pool=game.pool,
        played_at=game.played_at,
        order=game.order,
        seats={str(seat.side): seat.player.key for seat in game.seats.all()},
        state=str(game.state),
        result_fact=game.result_fact,
        set_aside_to=game.set_aside_to,
        time_fact=game.time_fact,
        is_void=game.is_void,
        submissions={row.key: _submission(row) for row in game.submissions.all()},
        results=[_result(row) for row in sorted(game.results.all(), key=lambda row: (row.fact_number, row.pk))],
    )


def _submission(row: Submission) -> SubmissionSays:
    return SubmissionSays(
        key=row.key,
        side=str(row.side),
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
        words={
            str(word.side): WordSays(word.confirms, word.actor, word.at, word.fact_number)
            for word in row.confirmations.all()
        },
    )


def _result(row: GameResult) -> ResultSays:
    return ResultSays(
        kind=str(row.kind),
        grade=str(row.grade),
        winner=str(row.winner),
        submission=row.submission.key if row.submission else None,
        fact_number=row.fact_number,
        seats={str(seat.seat.side): {name: getattr(seat, name) for name in SEAT_MEMBERS} for seat in row.seats.all()},
        duels=[{name: getattr(duel, name) for name in DUEL_MEMBERS} for duel in row.duels.all()],
        is_current=row.is_current,
        stored_report=row.report,
    )


def is_legal(report: Any) -> bool:
    """Whether a stored report is one of a legal game; False for anything that is no report."""
    return isinstance(report, dict) and report.get("legal") is True
