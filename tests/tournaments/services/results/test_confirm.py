"""Confirming, disputing and giving in: whose right it is, and what each leaves behind."""

from __future__ import annotations

import json

import pytest

from games.enums import GameState, Grade
from games.models import GameResult, Player
from magistrar_site.shared.selectors.facts import facts_of, head_of
from tests.evening import Evening, entry_at, game_of, opened
from tests.tournaments.services.results.test_hand_in import refusal
from tournaments.models import Event, Match
from tournaments.services.results.confirm import result_confirm, result_dispute, result_give_in
from tournaments.services.results.hand_in import result_submit
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_confirmation_by_the_opponent_settles_the_game(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)

    result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)

    assert game_of(match).state == GameState.AGREED


def test_confirming_twice_is_once(evening: Evening, event: Event, match: Match) -> None:
    submission = evening.submit(match)
    result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)
    head = head_of(event.stream)

    result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)

    assert head_of(event.stream) == head


def test_own_submission_cannot_be_confirmed(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)

    code = refusal(result_confirm, act=evening.by(entry_at(match, 0)), submission_key=submission.key)

    assert (code, game_of(match).state) == ("own_submission", GameState.SUBMITTED)


def test_two_that_say_the_same_agree_by_themselves_at_the_coarser_grade(evening: Evening, match: Match) -> None:
    record = json.loads(evening.body(match))
    submission = evening.submit(match, json.dumps(record).encode())
    score = {
        "format": "magistrar-score/1",
        "honoris": submission.report["honoris"],
        "markers": submission.report["markers"],
    }

    evening.submit(match, json.dumps(score).encode(), position=1)

    game = game_of(match)
    assert game.state == GameState.AGREED
    assert GameResult.objects.get(game=game, is_current=True).grade == Grade.RECORD  # the better proof shows


def test_confirming_against_an_own_version_is_refused_and_changes_nothing(
    evening: Evening, event: Event, match: Match
) -> None:
    theirs = evening.submit(match)
    evening.submit(match, position=1)
    head = head_of(event.stream)

    code = refusal(result_confirm, act=evening.by(entry_at(match, 1)), submission_key=theirs.key)

    assert (code, head_of(event.stream)) == ("own_version_differs", head)


@pytest.mark.parametrize("disputes", [False, True])
def test_player_gives_in_and_the_other_version_counts(evening: Evening, match: Match, disputes: bool) -> None:
    theirs = evening.submit(match)
    second = evening.by(entry_at(match, 1))
    if disputes:
        result_dispute(act=second, submission_key=theirs.key)
    evening.submit(match, position=1)
    game = game_of(match)
    assert game.state == GameState.CONFLICTING
    own = {refusal(result_give_in, act=evening.by(entry_at(match, 0)), submission_key=theirs.key)}
    stranger = {
        refusal(result_give_in, act=evening.by_user(evening.account("s@example.org")), submission_key=theirs.key)
    }
    assert (own, stranger) == ({"own_submission"}, {"not_your_game"})

    result_give_in(act=second, submission_key=theirs.key)

    assert game_of(match).state == GameState.AGREED
    assert GameResult.objects.get(game=game, is_current=True).report == theirs.report
    head = head_of(game.stream)
    result_give_in(act=second, submission_key=theirs.key)  # pressed twice is once
    assert head_of(game.stream) == head
    assert str(event_verify(event=match.round.stage.event)).startswith("verified ")


def test_who_disputed_can_still_say_yes(evening: Evening, match: Match) -> None:
    theirs = evening.submit(match)
    newer = evening.submit(match)
    second = evening.by(entry_at(match, 1))
    assert refusal(result_give_in, act=second, submission_key=theirs.key) == "superseded"
    result_dispute(act=second, submission_key=newer.key)

    result_give_in(act=second, submission_key=newer.key)

    assert game_of(match).state == GameState.AGREED


def test_corrected_version_of_one_side_can_still_agree(evening: Evening, match: Match) -> None:
    body = evening.body(match)
    evening.submit(match)
    evening.submit(match, body, position=1)

    evening.submit(match, body)

    assert game_of(match).state == GameState.AGREED


def test_dispute_conflicts_and_keeps_its_reason_beside_the_chain(evening: Evening, event: Event, match: Match) -> None:
    submission = evening.submit(match)

    result_dispute(act=evening.by(entry_at(match, 1), "I won duel 4"), submission_key=submission.key)

    fact = list(facts_of(event.stream))[-1]
    assert game_of(match).state == GameState.CONFLICTING
    assert "duel 4" not in json.dumps(fact.payload)
    assert [detail.text for detail in fact.details.all()] == ["I won duel 4"]


def test_account_that_handed_in_does_not_confirm_by_the_link_of_another_player(evening: Evening, match: Match) -> None:
    user = evening.account("first@example.org")
    Player.objects.filter(pk=entry_at(match, 0).player_id).update(user=user)
    game = game_of(match)
    submission = result_submit(
        act=evening.by_user(user), game_key=game.key, body=evening.body(match), idempotency_key="own"
    )
    shared = opened(entry_at(match, 1))

    shared.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    shared.post(f"/submissions/{submission.key}/answer/", {"answer": "confirm"})
    assert game_of(match).state == GameState.SUBMITTED

    shared.logout()
    opened(entry_at(match, 0), entry_at(match, 1)).post(f"/submissions/{submission.key}/answer/", {"answer": "confirm"})
    assert game_of(match).state == GameState.AGREED
