"""Ruling, annulling and reopening: whose right it is, and what each leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from games.enums import GameState
from games.models import GameResult, Player, SeatResult, Submission
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.results.test_hand_in import refusal
from tournaments.models import Match
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.rule import result_annul, result_reopen, result_rule

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_ruling_needs_a_reason_and_overrules_what_was_handed_in(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)
    evening.submit(match, position=1)
    game = game_of(match)

    ruling: dict[str, Any] = {"game_key": game.key, "kind": "version", "submission_key": submission.key}
    assert refusal(result_rule, act=evening.act(), **ruling) == "reason_missing"
    result_rule(act=evening.act(why="Both boards were looked at"), **ruling)

    result = GameResult.objects.get(game=game, is_current=True)
    assert (game_of(match).state, result.submission_id) == (GameState.RULED, submission.pk)


def test_submission_after_a_ruling_is_kept_but_changes_nothing(evening: Evening, match: Match) -> None:
    game = game_of(match)
    result_rule(act=evening.act(why="White never came"), game_key=game.key, kind="forfeit", winner="black")

    late = evening.submit(match)

    result = GameResult.objects.get(game=game, is_current=True)
    assert (late.accepted, late.refusal) == (False, "settled")
    assert (game_of(match).state, result.kind, result.winner) == (GameState.RULED, "forfeit", 2)


@pytest.mark.parametrize(
    "kind, winner, places",
    [
        ("forfeit", "white", {1: 1, 2: 2}),
        ("forfeit", "", {1: None, 2: None}),
        ("bare", "black", {1: 2, 2: 1}),
        ("bare", "", {1: 1, 2: 1}),
    ],
)
def test_rulings_without_a_game(
    evening: Evening, match: Match, kind: str, winner: str, places: dict[int, int | None]
) -> None:
    result_rule(act=evening.act(why="Seen by the arbiter"), game_key=game_of(match).key, kind=kind, winner=winner)

    rows = SeatResult.objects.filter(result__game=game_of(match), result__is_current=True)
    assert dict(rows.values_list("seat__number", "place")) == places


def test_organiser_who_plays_does_not_rule_on_his_own_game(evening: Evening, match: Match) -> None:
    Player.objects.filter(pk=entry_at(match, 0).player_id).update(user=evening.user)

    code = refusal(result_rule, act=evening.act(why="I won"), game_key=game_of(match).key, kind="bare", winner="white")

    assert code == "own_game"


def test_annulled_game_has_no_result_and_takes_none(evening: Evening, match: Match) -> None:
    evening.play(match)

    result_annul(act=evening.act(why="The bags were wrong"), game_key=game_of(match).key)
    late = evening.submit(match)

    assert game_of(match).state == GameState.ANNULLED
    assert late.refusal == "settled"
    assert not GameResult.objects.filter(is_current=True).exists()


def test_reopened_game_sets_aside_what_was_handed_in_and_starts_anew(evening: Evening, match: Match) -> None:
    first = evening.play(match)

    result_reopen(act=evening.act(why="Wrong table"), game_key=game_of(match).key)

    assert game_of(match).state == GameState.REOPENED
    assert not GameResult.objects.filter(is_current=True).exists()
    assert Submission.objects.filter(pk=first.pk).exists()
    assert refusal(result_confirm, act=evening.by(entry_at(match, 1)), submission_key=first.key) == ("superseded")

    evening.submit(match)
    assert game_of(match).state == GameState.SUBMITTED
