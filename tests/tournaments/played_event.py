"""An event of any number of players and rounds, its rounds played by chance: the entries by the services that people
use, the games as rows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.evening import Evening
    from tournaments.models import Event, Stage

PLACES = {1: (1, 2), None: (1, 1), 2: (2, 1)}


def played_event(players: int, rounds: int, *, left_open: int = 0) -> tuple[Event, Evening]:
    """A Swiss event in the database of the settings; `left_open` games of the last round have no result yet."""
    from django.conf import settings

    from tests.evening import Evening
    from tournaments.models import Event, Stage
    from tournaments.services.events.start import event_start

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    evening = Evening()
    event = evening.event(tuple(f"Player {number:04} Brandt" for number in range(players)), preset="swiss-evening")
    event = event_start(act=evening.act(), event=event)
    Stage.objects.filter(event=event).update(planned_rounds=rounds)
    stage = Stage.objects.select_related("event").get(event=event)
    rng = random.Random(2026)
    points = dict.fromkeys(event.entries.order_by("number").values_list("pk", flat=True), 0.0)
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda entry: (-points[entry], rng.random()))
        pairs = list(zip(order[::2], order[1::2], strict=False))
        played = len(pairs) - left_open if number == rounds else len(pairs)
        _round_make(stage, number, pairs, [rng.choice([1, 1, 2, 2, None]) for _pair in pairs[:played]], points)
    return Event.objects.get(pk=event.pk), evening


def _round_make(
    stage: Stage, number: int, pairs: Sequence[tuple[int, int]], winners: Sequence[int | None], points: dict[int, float]
) -> None:
    """A published round and its games; those beyond `winners` have no result."""
    from games.models import Game, GameResult, GameSeat, SeatNumber, SeatResult
    from tournaments.models import Entry, Match, MatchGame, MatchSeat, Round

    event = stage.event
    players = dict(Entry.objects.filter(event=event).values_list("pk", "player_id"))
    round_ = Round.objects.create(stage=stage, number=number, state="published")
    names = [f"{number:02}{table:06}" for table in range(1, len(pairs) + 1)]
    matches = Match.objects.bulk_create(
        Match(key=f"mmmm{name}", round=round_, table=table) for table, name in enumerate(names, 1)
    )
    games = Game.objects.bulk_create(
        Game(
            key=f"gggg{name}",
            stream=event.stream,
            edition=event.settings.edition,
            edition_digest="d",
            pool=event.pool,
            played_at=event.starts_at,
            order=number,
            state="agreed" if at < len(winners) else "expected",
        )
        for at, name in enumerate(names)
    )
    MatchGame.objects.bulk_create(MatchGame(match=match, game=game) for match, game in zip(matches, games, strict=True))
    seats = [(match, at, entry) for match, pair in zip(matches, pairs, strict=True) for at, entry in enumerate(pair)]
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, round=round_, entry_id=entry, position=at) for match, at, entry in seats
    )
    game_seats = GameSeat.objects.bulk_create(
        GameSeat(game=game, number=at, player_id=players[entry])
        for game, pair in zip(games, pairs, strict=True)
        for at, entry in enumerate(pair, 1)
    )
    results = GameResult.objects.bulk_create(
        GameResult(game=game, grade="record", winner=winner, fact_number=1)
        for game, winner in zip(games, winners, strict=False)
    )
    seat_results = SeatResult.objects.bulk_create(
        SeatResult(result=result, seat=game_seats[2 * at + seat], place=PLACES[result.winner][seat])
        for at, result in enumerate(results)
        for seat in (0, 1)
    )
    SeatNumber.objects.bulk_create(
        SeatNumber(seat_result=row, key="honoris", value=(row.pk or 0) * 7 % 40) for row in seat_results
    )
    for pair, winner in zip(pairs, winners, strict=False):
        for entry, place in zip(pair, PLACES[winner], strict=True):
            points[entry] += (1.0 if place == 1 else 0.0) if winner else 0.5
