"""Two at the same moment on a ladder, each with a connection of their own: one order, and it verifies."""

from __future__ import annotations

from functools import partial

import pytest

from magistrar_site.shared.errors import DomainError
from tests.evening import Evening
from tests.tournaments.ladders import RunningLadder
from tests.tournaments.services.test_concurrency import assert_chain_is_whole, at_once
from tournaments.models import Challenge, Round
from tournaments.services.ladder.answer import challenge_accept, challenge_decline
from tournaments.services.ladder.challenge import challenge_make, challenge_withdraw
from tournaments.services.ladder.days import ladder_due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_two_results_at_one_moment_give_one_order() -> None:
    evening = Evening()
    ladder = RunningLadder(evening)
    first, second = ladder.accepted("DB"), ladder.accepted("CA")
    evening.later(days=1)  # both at the same instant by the clock

    results = at_once(partial(ladder.rule, first, "D"), partial(ladder.rule, second, "C"))

    assert results == [None, None]
    assert ladder.order() in {"CADBEF", "CDABEF"}
    assert ladder.order() == ladder.order()
    assert ladder.verdict() == "verified"
    assert_chain_is_whole(ladder.event)


def test_two_challenge_the_same_player_for_the_last_place_and_one_is_refused() -> None:
    evening = Evening()
    ladder = RunningLadder(evening, incoming=1)
    challenged = ladder.entry("A")

    def challenge(letter: str) -> Challenge:
        one = ladder.entry(letter)
        return challenge_make(act=evening.by(one), stage=ladder.stage, challenger=one, challenged=challenged)

    results = at_once(*[partial(challenge, letter) for letter in "BCD"])

    assert sorted(type(result).__name__ for result in results) == ["Challenge", "DomainError", "DomainError"]
    assert Challenge.objects.count() == 1
    assert ladder.verdict() == "verified"


def test_accepted_and_withdrawn_at_once_and_one_of_both_holds() -> None:
    evening = Evening()
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    accept = partial(challenge_accept, act=evening.by(challenge.challenged), challenge=challenge)
    withdraw = partial(challenge_withdraw, act=evening.by(challenge.challenger), challenge=challenge)

    results = at_once(accept, withdraw, accept)

    assert all(isinstance(result, Challenge | DomainError) for result in results), results
    assert Round.objects.count() <= 1
    assert ladder.order() == "ABCDEF"
    assert ladder.verdict() == "verified"


def test_forfeit_at_a_deadline_while_a_challenger_wins_elsewhere() -> None:
    evening = Evening()
    ladder = RunningLadder(evening)
    ladder.challenge("DA")
    other = ladder.accepted("CB")
    evening.later(days=3, hours=1)
    late = partial(ladder_due, ladder.event.key, evening.now)

    results = at_once(late, partial(ladder.rule, other, "C"), late)

    assert results == [None, None, None]
    assert ladder.order() == "DACBEF"  # the deadline was before the game, whoever came first
    assert ladder.verdict() == "verified"
    assert_chain_is_whole(ladder.event)


def test_declined_while_the_deadline_passes_ends_once() -> None:
    evening = Evening()
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    evening.later(days=3, hours=1)
    decline = partial(challenge_decline, act=evening.by(challenge.challenged), challenge=challenge)

    results = at_once(decline, partial(ladder_due, ladder.event.key, evening.now))

    assert not [each for each in results if isinstance(each, Exception) and not isinstance(each, DomainError)]
    assert ladder.order() == "DABCEF"
    assert ladder.verdict() == "verified"
