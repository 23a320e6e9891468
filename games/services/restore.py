"""Writing what comes from elsewhere with an event: clubs and players under the keys that they had there, and games as
their facts say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.db import transaction

from games.engine.registry import game_system
from games.models import Appeal, Club, Confirmation, Game, GameDeal, GameResult, GameSeat, Player, Submission
from games.selectors.evidence import evidence_read
from games.services.clubs import club_make
from games.services.players import player_create
from games.services.results import scores_write
from games.values.results import Score
from games.values.state import ReplayedGame, ReplayedResult, ReplayedSubmission
from magistrar_site.shared.acts import Act, Ids
from magistrar_site.shared.texts import storable_text

BATCH = 500


@dataclass(frozen=True, slots=True)
class PlayerValues:
    """A player from elsewhere. Without a name he goes by the start of his key, which isn't shown to the public."""

    key: str
    name: str = ""
    of_club: bool = False
    is_bot: bool = False
    hides_name: bool = False
    under_16: bool = False
    is_ghost: bool = False


@transaction.atomic
def club_restore(*, act: Act, key: str, name: str, place: str = "") -> Club:
    """A club with a key of elsewhere, whose owner is the actor: as `club_make`."""
    return club_make(act=replace(act, ids=_FirstKey(key, act.ids)), name=name or f"#{key[:6]}", place=place)


@transaction.atomic
def players_restore(*, act: Act, club: Club, players: Iterable[PlayerValues]) -> None:
    """Make those of the players who aren't known here. Known ones stay as they are."""
    wanted = {player.key: player for player in players}
    known = set(Player.objects.filter(key__in=wanted).values_list("key", flat=True))
    for key, values in wanted.items():
        if key in known:
            continue
        player = player_create(
            act=replace(act, ids=_FirstKey(key, act.ids)),
            name=values.name or f"#{key[:6]}",
            club=club if values.of_club else None,
            is_bot=values.is_bot,
        )
        if values.hides_name or values.under_16 or values.is_ghost or not values.name:
            erased_at = act.at if values.is_ghost else None
            Player.objects.filter(pk=player.pk).update(hides_name=True, under_16=values.under_16, erased_at=erased_at)


class _FirstKey:
    """Ids whose first key is given."""

    def __init__(self, key: str, ids: Ids) -> None:
        self._key: str | None = key
        self._ids = ids

    def key(self) -> str:
        key, self._key = self._key, None
        return key or self._ids.key()

    def salt(self) -> str:
        return self._ids.salt()

    def seed(self) -> int:
        return self._ids.seed()


@transaction.atomic
def games_restore(*, stream: str, games: Iterable[ReplayedGame]) -> dict[str, int]:
    """Rows for games, submissions, words and results; the games' primary keys by key. Players must be there, and the
    facts too: none are appended. Permission is the caller's."""
    said = list(games)
    rows = {game.key: _game(stream, game) for game in said}
    Game.objects.bulk_create(rows.values(), batch_size=BATCH)
    GameDeal.objects.bulk_create(
        (
            GameDeal(
                game=rows[game.key],
                commitment=game.deal.commitment,
                seed=game.deal.seed,
                is_open=bool(game.deal.seed),
                hosts=list(game.deal.hosts),
            )
            for game in said
            if game.deal is not None
        ),
        batch_size=BATCH,
    )
    wanted = {key for game in said for key in game.seats}
    players = {player.key: player for player in Player.objects.filter(key__in=wanted)}
    seats = {
        (game.key, seat): GameSeat(game=rows[game.key], number=seat, player=players[key])
        for game in said
        for seat, key in enumerate(game.seats, 1)
    }
    GameSeat.objects.bulk_create(seats.values(), batch_size=BATCH)
    submissions = {row.key: _submission(rows[game.key], row) for game in said for row in game.submissions.values()}
    Submission.objects.bulk_create(submissions.values(), batch_size=BATCH)
    Confirmation.objects.bulk_create(
        (
            Confirmation(
                submission=submissions[row.key],
                seat=seat,
                confirms=answer.confirms,
                actor=answer.actor,
                at=answer.at,
                fact_number=answer.fact_number,
            )
            for game in said
            for row in game.submissions.values()
            for seat, answer in row.answers.items()
        ),
        batch_size=BATCH,
    )
    Appeal.objects.bulk_create(
        (
            Appeal(
                game=rows[game.key],
                seat=appeal.seat,
                ruling=appeal.ruling,
                at=appeal.at,
                fact_number=number,
                decided_fact=appeal.decided_fact,
                granted=appeal.granted,
            )
            for game in said
            for number, appeal in game.appeals.items()
        ),
        batch_size=BATCH,
    )
    _results_restore(said, rows, seats, submissions)
    return {key: row.pk for key, row in rows.items()}


def _game(stream: str, game: ReplayedGame) -> Game:
    return Game(
        key=game.key,
        stream=stream,
        system=game.system,
        starter=game.starter,
        agreement=game.agreement,
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
        time_fact=game.time_fact,
        is_void=game.is_void,
    )


def report_without_document(system: str, kept: Mapping[str, Any] | None) -> dict[str, Any]:
    """The report of a document that was erased: what the facts kept of a legal game, else one that says nothing."""
    return dict(kept or msgspec.to_builtins(game_system(system).report_on_nothing()))


def _submission(game: Game, said: ReplayedSubmission) -> Submission:
    """With the report that the fact kept of a legal game. Of anything else the document is judged anew; where it was
    erased, there is none."""
    if said.report is not None:
        report = dict(said.report)
    elif said.body is not None:
        report = evidence_read(system=game.system, body=said.body).report_json
    else:
        report = report_without_document(game.system, said.report)
    return Submission(
        key=said.key,
        game=game,
        body=said.body or b"",
        grade=said.grade,
        seat=said.seat,
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
    said: Iterable[ReplayedGame],
    games: Mapping[str, Game],
    seats: Mapping[tuple[str, int], GameSeat],
    submissions: Mapping[str, Submission],
) -> None:
    results: list[tuple[str, ReplayedResult, GameResult]] = []
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
                report=submission.report if submission else result.report,
                by_seat=result.by_seat,
                fact_number=result.fact_number,
            )
            results.append((game.key, result, row))
    GameResult.objects.bulk_create((row for _key, _result, row in results), batch_size=BATCH)
    of_games = {game.key: {seat: seats[game.key, seat] for seat in range(1, len(game.seats) + 1)} for game in said}
    for index in range(0, len(results), BATCH):
        scores_write(
            [
                (row, of_games[key], Score(result.places, result.numbers, result.parts))
                for key, result, row in results[index : index + BATCH]
            ]
        )
