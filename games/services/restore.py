"""Writing games as their facts say them: for an event that comes from elsewhere. Appends no facts: they are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from games.models import Confirmation, DuelRow, Game, GameResult, GameSeat, Player, SeatResult, Submission
from games.selectors.said import GameSays, ResultSays, SubmissionSays
from games.services.evidence import evidence_read
from magistrar_site.shared.texts import storable_text

BATCH = 500
# Stands for a report where the document was erased and no legal game was in it.
_NO_REPORT: Mapping[str, Any] = {
    "legal": False,
    "complete": False,
    "winner": None,
    "honoris": None,
    "markers": None,
    "level": None,
    "claim": None,
    "duels": [],
    "violations": [],
    "assumed": [],
}


@transaction.atomic
def games_restore(*, stream: str, games: Iterable[GameSays]) -> dict[str, int]:
    """Rows for games, submissions, words and results; the games' primary keys by key. Players must be there.
    Permission is the caller's."""
    said = list(games)
    rows = {game.key: _game(stream, game) for game in said}
    Game.objects.bulk_create(rows.values(), batch_size=BATCH)
    wanted = {key for game in said for key in game.seats.values()}
    players = {player.key: player for player in Player.objects.filter(key__in=wanted)}
    seats = {
        (game.key, side): GameSeat(game=rows[game.key], side=side, player=players[key])
        for game in said
        for side, key in game.seats.items()
    }
    GameSeat.objects.bulk_create(seats.values(), batch_size=BATCH)
    submissions = {row.key: _submission(rows[game.key], row) for game in said for row in game.submissions.values()}
    Submission.objects.bulk_create(submissions.values(), batch_size=BATCH)
    Confirmation.objects.bulk_create(
        (
            Confirmation(
                submission=submissions[row.key],
                side=side,
                confirms=word.confirms,
                actor=word.actor,
                at=word.at,
                fact_number=word.fact_number,
            )
            for game in said
            for row in game.submissions.values()
            for side, word in row.words.items()
        ),
        batch_size=BATCH,
    )
    _results_restore(said, rows, seats, submissions)
    return {key: row.pk for key, row in rows.items()}


def _game(stream: str, game: GameSays) -> Game:
    return Game(
        key=game.key,
        stream=stream,
        system=game.system,
        starter=game.starter,
        edition=game.edition,
        edition_digest=game.edition_digest,
        variants=dict(game.variants),
        least_grade=game.least_grade,
        pool=game.pool,
        played_at=game.played_at,
        order=game.order,
        state=game.state,
        result_fact=game.result_fact,
        set_aside_to=game.set_aside_to,
        is_void=game.is_void,
    )


def _submission(game: Game, said: SubmissionSays) -> Submission:
    """Judged anew where the document is there; where it was erased, by what the fact kept of it."""
    if said.body is not None:
        report = evidence_read(system=game.system, body=said.body).report_json
    else:
        report = dict(said.report or {"system": game.system, **_NO_REPORT})
    return Submission(
        key=said.key,
        game=game,
        body=said.body or b"",
        grade=said.grade,
        side=said.side,
        actor=said.actor,
        at=said.at,
        report=report,
        accepted=said.accepted,
        refusal=said.refusal,
        digest=said.digest,
        # Erased with the document: any key that nobody sends will do, as it only has to be unique.
        idempotency_key=storable_text(said.idempotency_key or f"erased:{said.key}"),
        fact_number=said.fact_number,
    )


def _results_restore(
    said: Iterable[GameSays],
    games: Mapping[str, Game],
    seats: Mapping[tuple[str, str], GameSeat],
    submissions: Mapping[str, Submission],
) -> None:
    results: list[tuple[str, ResultSays, GameResult]] = []
    for game in said:
        for result in game.results:
            submission = submissions[result.submission] if result.submission else None
            row = GameResult(
                game=games[game.key],
                is_current=result.is_current,
                kind=result.kind,
                grade=result.grade,
                winner=result.winner,
                submission=submission,
                report=submission.report if submission else None,
                fact_number=result.fact_number,
            )
            results.append((game.key, result, row))
    GameResult.objects.bulk_create((row for _key, _result, row in results), batch_size=BATCH)
    SeatResult.objects.bulk_create(
        (
            SeatResult(result=row, seat=seats[key, side], **values)
            for key, result, row in results
            for side, values in result.seats.items()
        ),
        batch_size=BATCH,
    )
    DuelRow.objects.bulk_create(
        (DuelRow(result=row, **values) for _key, result, row in results for values in result.duels), batch_size=BATCH
    )
