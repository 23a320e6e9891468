"""Challenges on a ladder: made, withdrawn, accepted, declined, played; and what they do to the order."""

from __future__ import annotations

import pytest

from games.enums import GameState
from magistrar_site.shared.errors import DomainError
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening
from tests.tournaments.ladders import RunningLadder
from tournaments.enums import ChallengeOutcome
from tournaments.models import Challenge, Round, Standing
from tournaments.services.ladder.rule import challenge_rule, challenge_rule_preview

pytestmark = [pytest.mark.django_db]


def refused(ladder: RunningLadder, pair: str) -> tuple[str, str]:
    with pytest.raises(DomainError) as error:
        ladder.challenge(pair)
    return error.value.code, str(error.value.message)


@pytest.mark.both_databases
def test_challenger_who_wins_takes_the_place_and_the_table_has_it(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    assert ladder.order() == "ABCDEF"
    challenge = ladder.challenge("EB")
    evening.later(hours=5)
    ladder.accept(challenge)
    evening.later(days=2)
    ladder.rule(challenge, "E")
    assert ladder.order() == "AEBCDF"
    assert ladder.verdict() == "verified"
    rows = Standing.objects.filter(table__stage=ladder.stage).select_related("entry__player").order_by("rank")
    assert [(row.rank, row.entry.player.name[0], row.played, row.wins) for row in rows][:3] == [
        (1, "A", 0, 0),
        (2, "E", 1, 1),
        (3, "B", 1, 0),
    ]


def test_challenged_player_who_wins_keeps_the_place(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    ladder.played("EB", "B")
    ladder.played("FC", "")
    assert ladder.order() == "ABCDEF"
    assert ladder.verdict() == "verified"


def test_declined_challenge_counts_as_won_and_is_not_rated(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    ladder.decline(ladder.challenge("DA"))
    assert ladder.order() == "DABCEF"
    assert not Round.objects.filter(stage=ladder.stage).exists()
    assert ladder.verdict() == "verified"


def test_challenge_that_is_withdrawn_moves_nobody(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    ladder.withdraw(ladder.challenge("DA"))
    assert ladder.order() == "ABCDEF"
    ladder.challenge("DA")  # and the next one is possible at once
    assert ladder.verdict() == "verified"


@pytest.mark.parametrize(("who", "order"), [("withdraw", "ABCDEF"), ("decline", "DABCEF")])
def test_accepted_challenge_that_is_given_up_is_a_forfeit_without_rating(
    who: str, order: str, evening: Evening
) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.accepted("DA")
    getattr(ladder, who)(challenge)
    assert ladder.order() == order
    game = ladder.game(challenge).game
    assert (game.state, game.results.get(is_current=True).kind) == (GameState.RULED, "forfeit")
    ratings_refresh(pool_key=ladder.event.pool)
    assert ladder.verdict() == "verified"
    ladder.challenge("AD" if order[0] == "D" else "DA")  # it was no game, so nobody has to rest


def test_pressed_twice_is_once(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    assert ladder.challenge("DA") == challenge
    ladder.accept(challenge)
    ladder.accept(Challenge.objects.get(pk=challenge.pk))
    assert Round.objects.filter(stage=ladder.stage).count() == 1
    ladder.withdraw(challenge)
    with pytest.raises(DomainError, match="has been played"):
        ladder.withdraw(challenge)


def test_refusals_say_why_and_from_when_it_will_be_possible(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    assert refused(ladder, "FB")[0] == "challenge_too_far"
    assert refused(ladder, "AB")[0] == "challenge_not_above"
    ladder.challenge("DA")
    assert refused(ladder, "DC") == (
        "challenge_own_open",
        "One challenge at a time: another one of yours is still open. Possible from 9 Mar 2026, 20:00 at the latest.",
    )
    ladder.challenge("BA")
    assert refused(ladder, "CA")[0] == "challenge_incoming"
    ladder.played("FE", "F")
    assert refused(ladder, "EF")[0] == "challenge_resting"


def test_challenge_that_is_over_takes_no_answer(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    ladder.withdraw(challenge)
    with pytest.raises(DomainError, match="withdrawn"):
        ladder.accept(challenge)
    with pytest.raises(DomainError, match="withdrawn"):
        ladder.decline(challenge)


def test_corrected_game_gives_the_order_that_would_have_been(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    first = ladder.played("CA", "C")
    evening.later(days=1)
    ladder.played("DC", "D")  # takes the first place
    assert ladder.order() == "DCABEF"
    ladder.rule(first, "A")
    # Without the first win C stays third, and D takes that place.
    assert ladder.order() == "ABDCEF"
    assert ladder.verdict() == "verified"


def test_outcome_without_a_game_can_be_put_right(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.decline(ladder.challenge("DA"))
    act = evening.act(why="Tapped by mistake")
    shifts = challenge_rule_preview(act=act, challenge=challenge, outcome=ChallengeOutcome.ANNULLED)
    assert [(shift.name[0], shift.before, shift.after) for shift in shifts] == [
        ("A", 2, 1),
        ("B", 3, 2),
        ("C", 4, 3),
        ("D", 1, 4),
    ]
    assert ladder.order() == "DABCEF"
    challenge_rule(act=act, challenge=challenge, outcome=ChallengeOutcome.ANNULLED)
    assert ladder.order() == "ABCDEF"
    assert ladder.verdict() == "verified"
