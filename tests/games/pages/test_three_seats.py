"""A game for three seats is entered and told by pages made from its numbers."""

from __future__ import annotations

import json
import re

import pytest
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from games.engine.core.game_system import GameSystem
from games.enums import AbandonedPolicy, Agreement, GameState
from games.models import Game, GameResult
from games.pages.core.answers import HandIn, Sent
from games.pages.core.context import Addresses, GameContext, SeatContext, Standing
from games.pages.registry import game_pages
from games.services.games import SetUp, games_create
from games.services.players import player_create
from games.services.rulings import abandoned_verdict, game_rule
from games.services.submissions import submission_add, submission_answer
from tests.evening import Evening

pytestmark = pytest.mark.django_db

TURNS = [[3, 1, 2], [0, 2, 2], [1, 1, 4], [5, 0, 1]]


@pytest.fixture
def game(evening: Evening, toy_system: GameSystem) -> Game:
    players = tuple(player_create(act=evening.act(), club=evening.club, name=name) for name in ("Ada", "Bo", "Cleo"))
    set_up = SetUp(
        players=players,
        starter=None,
        edition="toy-1",
        played_at=evening.now,
        order=0,
        system="toy",
        agreement=Agreement.HALF,
    )
    (game,) = games_create(act=evening.act(), stream="test:toy", set_ups=[set_up])
    return game


def agreed(evening: Evening, game: Game, body: bytes) -> GameResult:
    submission = submission_add(act=evening.act(), game=game, body=body, seat=1, idempotency_key=evening.ids.key())
    submission_answer(act=evening.act(), submission=submission, seat=3, confirms=True)
    assert Game.objects.get(pk=game.pk).state == GameState.AGREED
    return GameResult.objects.get(game=game, is_current=True)


def test_score_form_hands_in_what_half_of_the_others_confirm(evening: Evening, game: Game) -> None:
    seats = tuple(
        SeatContext(seat.number, str(seat.number), "", seat.player.key, seat.player.name, False)
        for seat in game.seats.order_by("number")
    )
    context = GameContext(game=game, seats=seats, addresses=Addresses("/games/k/"), may_submit=True)
    posted = QueryDict(mutable=True)
    posted["idempotency_key"] = "x"
    for key, values in (("won", (2, 0, 1)), ("coins", (9, 4, 9))):
        posted.update({f"{key}_{seat}": str(value) for seat, value in enumerate(values, 1)})

    answer = game_pages("toy").entries["score"].answer(context, Sent("POST", posted, MultiValueDict()))

    assert isinstance(answer, HandIn)
    result = agreed(evening, game, answer.body)
    assert [row.place for row in result.seats.order_by("seat__number")] == [1, 3, 2]


def test_replay_of_the_result_is_a_list_of_steps(evening: Evening, game: Game) -> None:
    result = agreed(evening, game, json.dumps({"format": "toy-record/1", "edition": "toy-1", "turns": TURNS}).encode())
    pages = game_pages("toy")

    told = pages.replay(game, result)

    assert told is not None
    assert told.last == len(TURNS)
    assert pages.all_steps(game, told, "").count("<li>") == len(TURNS)


def test_places_of_a_game_that_was_broken_off_are_those_of_the_ruling(evening: Evening, game: Game) -> None:
    body = json.dumps({"format": "toy-record/1", "edition": "toy-1", "turns": TURNS[:3]}).encode()
    begun = submission_add(act=evening.act(), game=game, body=body, seat=1, idempotency_key="begun")
    verdict = abandoned_verdict(game=game, submission=begun, policy=AbandonedPolicy.AS_IT_STANDS)
    game_rule(act=evening.act(why="It is late"), game=game, verdict=verdict)
    result = GameResult.objects.get(game=game, is_current=True)
    seats = tuple(
        SeatContext(seat.number, str(seat.number), "", seat.player.key, seat.player.name, False)
        for seat in game.seats.order_by("number")
    )
    standing = Standing(result=result)
    context = GameContext(game=game, seats=seats, addresses=Addresses("/games/k/"), read_standing=lambda: standing)
    pages = game_pages("toy")

    details = pages.details(context, pages.report(begun.report, {seat.side: seat.name for seat in seats}))

    table = details[details.index("<tbody>") : details.index("</tbody>")]
    assert verdict.places == (1, 3, 2)
    assert re.findall(r"<td[^>]*>\s*(\d+|–)\s*</td>", table)[::3] == ["1", "3", "2"]
