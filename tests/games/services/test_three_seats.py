"""A made-up game for three seats, from its set-up to its result, its facts and back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.enums import AbandonedPolicy, Agreement, GameState, Grade, ResultKind
from games.facts import games as game_facts
from games.facts import results as result_facts
from games.facts import rulings as ruling_facts
from games.models import Game, GameResult, Player, Submission
from games.pages.refusals import refusal_sentence
from games.selectors.game_rows import games_of_rows
from games.selectors.scores import scores_of
from games.services.conflicts import conflict_of
from games.services.games import SetUp, games_create
from games.services.players import player_create
from games.services.restore import games_restore
from games.services.rulings import abandoned_verdict, bare_verdict, forfeit_verdict, game_reopen, game_rule
from games.services.submissions import submission_add, submission_answer
from games.values.state import ReplayedGame, ReplayedGames
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.facts import StreamFact
from magistrar_site.shared.services.chain import facts_read
from tests.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_system")]

STREAM = "club:toy"
TURNS = [[3, 1, 2], [0, 2, 2], [1, 1, 4], [5, 0, 1]]  # seat 1 wins turns 1 and 4, nobody turn 2, seat 3 turn 3
OTHERWISE = [*TURNS[:3], [0, 5, 1]]
KINDS: dict[str, type[StreamFact]] = {
    declared.kind: declared
    for module in (game_facts, result_facts, ruling_facts)
    for declared in vars(module).values()
    if isinstance(declared, type) and issubclass(declared, StreamFact) and declared.kind
}


def body(turns: list[list[int]] = TURNS) -> bytes:
    return msgspec.json.encode({"format": "toy-record/1", "edition": "toy-1", "turns": turns})


def arranged(evening: Evening, agreement: Agreement = Agreement.ONE, *, players: int = 3) -> Game:
    names = ("Ada", "Bo", "Cleo", "Dan")[:players]
    seated = tuple(player_create(act=evening.act(), name=name, club=evening.club) for name in names)
    set_up = SetUp(
        players=seated,
        starter=None,
        edition="toy-1",
        played_at=evening.now,
        order=1,
        system="toy",
        agreement=agreement,
        place={"match": "0" * 12, "number": 1},
    )
    (game,) = games_create(act=evening.act(), stream=STREAM, set_ups=[set_up])
    return game


def hand_in(evening: Evening, game: Game, seat: int | None, sent: bytes | None = None) -> Submission:
    key = f"{seat}-{Submission.objects.count()}"
    return submission_add(act=evening.act(), game=game, body=sent or body(), seat=seat, idempotency_key=key)


def state_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).state


def replayed(stream: str = STREAM) -> dict[str, ReplayedGame]:
    state = ReplayedGames()
    for fact in facts_read(stream):
        if fact.kind in KINDS:
            KINDS[fact.kind].read(fact.payload).apply(state, fact)
    return state.games


@pytest.mark.parametrize(
    ("agreement", "states"),
    [
        (Agreement.ONE, [GameState.AGREED]),
        (Agreement.HALF, [GameState.AGREED]),
        (Agreement.ALL, [GameState.SUBMITTED, GameState.AGREED]),
    ],
)
def test_one_half_or_all_of_the_others_confirm(agreement: Agreement, states: list[GameState]) -> None:
    evening = Evening()
    game = arranged(evening, agreement)
    submission = hand_in(evening, game, 2)
    assert (submission.accepted, state_of(game)) == (True, GameState.SUBMITTED)
    for seat, state in zip((3, 1), states, strict=False):
        submission_answer(act=evening.act(), submission=submission, seat=seat, confirms=True)
        assert state_of(game) == state
    assert replayed() == games_of_rows(STREAM)


def test_result_has_places_numbers_and_parts_of_three_seats() -> None:
    evening = Evening()
    game = arranged(evening)
    hand_in(evening, game, None)
    result = GameResult.objects.get(game=game, is_current=True)
    places = result.seats.order_by("seat__number").values_list("place", flat=True)
    assert (state_of(game), result.winner, list(places)) == (GameState.AGREED, 1, [1, 3, 2])
    score = scores_of([game.pk])[game.pk]
    assert score.numbers == {"won": {1: 2, 2: 0, 3: 1}, "coins": {1: 9, 2: 4, 3: 9}}
    assert (score.points, score.name_of(3)) == ({1: 2, 2: 0, 3: 1}, "3")
    assert [(part.number, part.winner) for part in result.parts.all()] == [(1, 1), (2, None), (3, 3), (4, 1)]
    assert [row.points for row in result.parts.get(number=3).seats.all()] == [0, 0, 1]


def test_any_objection_and_any_other_version_make_a_conflict_that_an_arbiter_rules_on() -> None:
    evening = Evening()
    game = arranged(evening, Agreement.ALL)
    hand_in(evening, game, 1)
    hand_in(evening, game, 2)
    hand_in(evening, game, 3, body(OTHERWISE))
    assert state_of(game) == GameState.CONFLICTING
    found = conflict_of(Game.objects.get(pk=game.pk))
    assert found is not None
    assert (found.first.seat, found.second.seat) == (1, 3)
    assert (found.difference.part, found.difference.seat) == (4, 1)
    ruled = game_rule(act=evening.act(why="Both saw it"), game=game, verdict=bare_verdict(game=game, places=(2, 1, 2)))
    result = GameResult.objects.get(game=game, is_current=True)
    assert (ruled.state, result.winner, result.kind) == (GameState.RULED, 2, ResultKind.PLAYED)
    game_reopen(act=evening.act(why="Wrong table"), game=game)
    newer = hand_in(evening, game, 3)
    submission_answer(act=evening.act(why="No"), submission=newer, seat=1, confirms=False)
    assert state_of(game) == GameState.CONFLICTING
    assert replayed() == games_of_rows(STREAM)


def test_rulings_place_all_seats() -> None:
    evening = Evening()
    game = arranged(evening)
    assert forfeit_verdict(game=game, places=(None, None, 1)).places == (2, 2, 1)
    assert forfeit_verdict(game=game, places=(2, None, 1)).places == (2, 3, 1)
    everybody = forfeit_verdict(game=game, places=(None, None, None))
    assert (everybody.places, everybody.kind) == ((), ResultKind.DOUBLE_FORFEIT)
    for came in ((1, 2, 3), (2, 3, None), (1, 1)):
        with pytest.raises(Invalid) as refused:
            forfeit_verdict(game=game, places=came)
        assert refused.value.code == "no_such_places"
    for places in ((1, 2), (1, 3, 3), (0, 1, 2)):
        with pytest.raises(Invalid) as refused:
            bare_verdict(game=game, places=places)
        assert refused.value.code == "no_such_places"
    unfinished = hand_in(evening, game, 1, body(TURNS[:3]))
    assert (unfinished.accepted, unfinished.refusal) == (False, "unfinished")
    verdict = abandoned_verdict(game=game, submission=unfinished, policy=AbandonedPolicy.AS_IT_STANDS)
    assert (verdict.places, verdict.grade) == ((1, 3, 2), Grade.RECORD)


def test_facts_bring_the_game_back() -> None:
    evening = Evening()
    game = arranged(evening, Agreement.HALF)
    submission = hand_in(evening, game, 1)
    submission_answer(act=evening.act(), submission=submission, seat=3, confirms=True)
    before: Any = games_of_rows(STREAM)
    Submission.objects.filter(game=game).update(report={})
    GameResult.objects.all().delete()
    for row in Submission.objects.filter(game=game):
        row.confirmations.all().delete()
        row.delete()
    game.delete()
    assert Player.objects.count() == 3
    games_restore(stream=STREAM, games=replayed().values())
    assert games_of_rows(STREAM) == before


def test_game_for_three_takes_three_players() -> None:
    with pytest.raises(ValueError, match="no game for 2 players"):
        arranged(Evening(), players=2)


@pytest.mark.parametrize(("players", "told"), [(3, 4), (4, 3)])
@pytest.mark.parametrize("seat", [1, None])
def test_game_of_another_number_of_players_does_not_count(players: int, told: int, seat: int | None) -> None:
    evening = Evening()
    game = arranged(evening, players=players)
    other = body([[2, 1, 0, 3][:told] for _turn in TURNS])
    sent = hand_in(evening, game, seat, other)
    assert (sent.accepted, sent.refusal, state_of(game)) == (False, "players_differ", GameState.EXPECTED)
    assert refusal_sentence(sent.refusal, game) == "This is a game for another number of players."
    beginning = hand_in(evening, game, seat, body([[2, 1, 0, 3][:told]]))
    with pytest.raises(Invalid) as refused:
        abandoned_verdict(game=game, submission=beginning, policy=AbandonedPolicy.AS_IT_STANDS)
    assert refused.value.code == "not_countable"
    assert hand_in(evening, game, 1, body([[2, 1, 0, 3][:players] for _turn in TURNS])).accepted
    assert replayed() == games_of_rows(STREAM)
