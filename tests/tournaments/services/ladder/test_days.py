"""Deadlines, holidays, idle players and those who come and go."""

from __future__ import annotations

from datetime import timedelta

import pytest

from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.selectors.facts import facts_of_kind
from tests.evening import Evening
from tests.tournaments.ladders import RunningLadder
from tournaments.enums import ChallengeOutcome
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.settings import event_settings_change
from tournaments.services.ladder.roster import ladder_leave, ladder_return

pytestmark = [pytest.mark.django_db]


@pytest.mark.both_databases
def test_challenge_that_nobody_answers_counts_from_its_deadline_on(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    made_at = evening.now
    ladder.pass_days(4)
    challenge.refresh_from_db()
    assert (challenge.outcome, challenge.ended_at) == (ChallengeOutcome.UNANSWERED, made_at + timedelta(days=3))
    assert ladder.order() == "DABCEF"
    assert ladder.verdict() == "verified"


def test_challenge_that_nobody_plays_moves_nobody(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.accepted("DA")
    ladder.pass_days(15)
    assert ladder.game(challenge).game.results.get(is_current=True).kind == "double_forfeit"
    assert ladder.order() == "ABCDEF"
    ladder.challenge("DA")
    assert ladder.verdict() == "verified"


def test_forfeit_at_a_deadline_while_a_challenger_wins_elsewhere_gives_one_order(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    ladder.challenge("DA")  # never answered
    evening.later(days=2, hours=23)
    other = ladder.accepted("CB")
    evening.later(hours=2)  # the deadline has passed, and nobody has looked yet
    ladder.rule(other, "C")
    ladder.pass_days(1)
    # D took the first place at the deadline, before C beat B.
    assert ladder.order() == "DACBEF"
    assert ladder.verdict() == "verified"


def test_holiday_suspends_the_deadline_and_shows_only_as_away(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    today = evening.now.date()
    ladder.away("A", today + timedelta(days=1), today + timedelta(days=5))
    ladder.pass_days(6)
    challenge.refresh_from_db()
    assert challenge.outcome == ""
    ladder.pass_days(3)
    challenge.refresh_from_db()
    assert challenge.outcome == ChallengeOutcome.UNANSWERED
    assert ladder.verdict() == "verified"


def test_holiday_of_either_moves_the_end_of_the_round_of_an_accepted_challenge(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    round_ = ladder.game(ladder.accepted("DA")).match.round
    before, today = round_.ends_at, evening.now.date()
    ladder.away("D", today + timedelta(days=1), today + timedelta(days=4))
    round_.refresh_from_db()
    assert round_.ends_at == before + timedelta(days=4)
    ladder.pass_days(2)
    ladder.back("D")
    round_.refresh_from_db()
    assert round_.ends_at == before + timedelta(days=1)  # the day of coming back is none away
    assert ladder.verdict() == "verified"


def test_nobody_is_away_longer_than_the_rules_allow(evening: Evening) -> None:
    ladder = RunningLadder(evening, holiday=10)
    today = evening.now.date()
    ladder.away("A", today, today + timedelta(days=7))
    with pytest.raises(Invalid, match="2 days more than the 10"):
        ladder.away("A", today + timedelta(days=20), today + timedelta(days=23))
    with pytest.raises(Invalid, match="can’t be taken"):
        ladder.away("A", today - timedelta(days=3), today - timedelta(days=1))
    assert ladder.verdict() == "verified"


def test_player_who_is_away_can_not_be_challenged(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    ladder.away("A", evening.now.date(), evening.now.date() + timedelta(days=2))
    with pytest.raises(DomainError, match=r"This player is away\. Possible from 9 Mar 2026, 00:00"):
        ladder.challenge("BA")


@pytest.mark.slow
def test_idle_players_move_down_and_leave_and_each_day_is_told(evening: Evening) -> None:
    ladder = RunningLadder(evening, 4, idle=5, idle_again=3, gone=12)
    ladder.pass_days(4)
    ladder.played("DC", "C")
    ladder.pass_days(2)
    assert ladder.order() == "CABD"
    ladder.pass_days(7)
    assert set(ladder.order()) == {"C", "D"}
    told = [(fact.members["idle"], fact.members["left"]) for fact in facts_of_kind(ladder.event.stream, "ladder.day")]
    left = [key for _idle, gone in told for key in gone]
    assert sorted(left) == sorted(ladder.entry(letter).key for letter in "AB")
    assert ladder.verdict() == "verified"
    entry = ladder.entry("A")
    ladder_return(act=evening.by(entry), stage=ladder.stage, entry=entry)
    assert ladder.order()[-1] == "A"
    assert ladder.verdict() == "verified"


def test_players_come_and_go_at_any_time(evening: Evening) -> None:
    ladder = RunningLadder(evening, 4)
    open_ = ladder.challenge("DB")
    ladder.join("Zoe")
    assert ladder.order() == "ABCDZ"
    entry = ladder.entry("B")
    ladder_leave(act=evening.by(entry), entry=entry)
    open_.refresh_from_db()
    assert open_.outcome == ChallengeOutcome.DECLINED  # D takes B's place before B is gone
    assert ladder.order() == "ADCZ"
    ladder_return(act=evening.by(entry), stage=ladder.stage, entry=entry)
    assert ladder.order() == "ADCZB"
    challenge = ladder.accepted("CA")
    entry_withdraw(act=evening.act(), entry=ladder.entry("C"))
    assert ladder.game(challenge).game.results.get(is_current=True).kind == "forfeit"
    assert ladder.order() == "ADZB"
    assert ladder.verdict() == "verified"


def test_answer_after_the_deadline_is_refused_however_late_the_due_work_is(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    deadline = evening.now + timedelta(days=3)
    evening.later(days=3, hours=1)  # nobody has looked yet
    for answer in (ladder.accept, ladder.decline, ladder.withdraw):
        with pytest.raises(DomainError, match="wasn’t answered in time"):
            answer(challenge)
    ladder.pass_days(1)
    challenge.refresh_from_db()
    assert (challenge.outcome, challenge.ended_at) == (ChallengeOutcome.UNANSWERED, deadline)
    assert ladder.order() == "DABCEF"
    assert ladder.verdict() == "verified"


def test_holiday_after_the_deadline_revives_no_challenge(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    unanswered, unplayed = ladder.challenge("DA"), ladder.accepted("CB")
    deadline = evening.now + timedelta(days=3)
    evening.later(days=3, hours=1)
    ladder.away("A", evening.now.date(), evening.now.date() + timedelta(days=5))
    unanswered.refresh_from_db()
    assert (unanswered.outcome, unanswered.ended_at) == (ChallengeOutcome.UNANSWERED, deadline)
    evening.later(days=11)  # the time to play C against B is over
    ladder.away("B", evening.now.date(), evening.now.date() + timedelta(days=5))
    assert ladder.game(unplayed).game.results.get(is_current=True).kind == "double_forfeit"
    assert ladder.order() == "DABCEF"
    assert ladder.verdict() == "verified"


def test_what_is_overdue_stands_in_nobodys_way(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    ladder.challenge("DA")
    evening.later(days=3, hours=1)
    ladder.challenge("CD")  # who stands above by now, and takes challenges again
    assert ladder.order() == "DABCEF"
    assert facts_of_kind(ladder.event.stream, "ladder.ended").get().actor == "system:ladder"
    assert ladder.verdict() == "verified"


def test_leaving_withdraws_nothing_that_is_overdue(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    own, other = ladder.challenge("DA"), ladder.challenge("EB")
    evening.later(days=3, hours=1)
    entry = ladder.entry("D")
    ladder_leave(act=evening.by(entry), entry=entry)
    for challenge in (own, other):
        challenge.refresh_from_db()
        assert challenge.outcome == ChallengeOutcome.UNANSWERED
    assert ladder.order() == "AEBCF"
    assert ladder.verdict() == "verified"


def test_longer_time_to_answer_revives_no_challenge(evening: Evening) -> None:
    ladder = RunningLadder(evening)
    challenge = ladder.challenge("DA")
    evening.later(days=3, hours=1)
    event_settings_change(act=evening.act(why="More time."), stage=ladder.stage, changes={"options": {"answer": 10}})
    challenge.refresh_from_db()
    assert challenge.outcome == ChallengeOutcome.UNANSWERED
    assert ladder.order() == "DABCEF"
    assert ladder.verdict() == "verified"
