"""Who may challenge whom, the reasons where not, and the deadlines of a challenge."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.systems.ladder.histories import START, histories, rules
from tournaments.formats.systems.ladder import (
    Away,
    ChallengeAccepted,
    Challenged,
    ChallengeEnded,
    Happening,
    LadderRules,
    Left,
    Refusal,
    RefusalCode,
    Started,
    answer_deadline,
    challenge_refusal,
    holidays_left,
    ladder_at,
    play_deadline,
)

RULES = LadderRules()


def at(day: int, hour: int = 20) -> datetime:
    return datetime(2026, 9, 1, hour, tzinfo=UTC) + timedelta(days=day)


def refusal(pair: str, day: int, *happenings: Happening) -> Refusal | None:
    ladder = ladder_at(at(day), [Started(START, tuple("ABCDEF")), *happenings], RULES)
    return challenge_refusal(pair[0], pair[1], ladder, at(day), RULES)


@pytest.mark.parametrize("pair", ["BA", "CA", "DA", "FC"])
def test_players_up_to_three_places_above_may_be_challenged(pair: str) -> None:
    assert refusal(pair, 1) is None


@pytest.mark.parametrize(
    ("pair", "code"),
    [("EA", RefusalCode.TOO_FAR), ("AB", RefusalCode.NOT_ABOVE), ("AA", RefusalCode.NOT_ABOVE)],
)
def test_other_players_may_not_and_no_day_is_known(pair: str, code: RefusalCode) -> None:
    assert refusal(pair, 1) == Refusal(code)


def test_player_who_left_can_not_be_challenged() -> None:
    assert refusal("BA", 2, Left(at(1), "A")) == Refusal(RefusalCode.NOT_ON_LADDER)


def test_challenger_has_one_challenge_at_a_time() -> None:
    made = Challenged(at(1), "c", "D", "C")
    assert refusal("DB", 2, made) == Refusal(RefusalCode.OWN_OPEN, at(4))  # until it must be answered
    accepted = ChallengeAccepted(at(2), "c")
    assert refusal("DB", 3, made, accepted) == Refusal(RefusalCode.OWN_OPEN, at(16))  # until it must be played
    assert refusal("DB", 3, made, accepted, ChallengeEnded(at(3), "c", challenger_won=False)) is None


def test_two_who_have_met_rest_seven_days() -> None:
    met = (Challenged(at(1), "c", "C", "B"), ChallengeEnded(at(2), "c", challenger_won=False))
    assert refusal("CB", 3, *met) == Refusal(RefusalCode.RESTING, at(9))
    assert refusal("CB", 9, *met) is None
    assert refusal("CA", 3, *met) is None


def test_declined_challenge_needs_no_rest() -> None:
    declined = ChallengeEnded(at(2), "c", challenger_won=False, was_played=False)
    assert refusal("CB", 3, Challenged(at(1), "c", "C", "B"), declined) is None


def test_player_has_two_incoming_challenges_at_most() -> None:
    made = (Challenged(at(1), "one", "B", "A"), Challenged(at(2), "two", "C", "A"))
    assert refusal("DA", 2, made[0]) is None
    assert refusal("DA", 2, *made) == Refusal(RefusalCode.INCOMING, at(4))  # when the first must be answered


def test_player_who_is_away_can_be_challenged_from_the_first_day_back() -> None:
    away = Away(at(1), "A", date(2026, 9, 3), date(2026, 9, 8))
    assert refusal("BA", 1, away) is None
    assert refusal("BA", 2, away) == Refusal(RefusalCode.AWAY, datetime(2026, 9, 9, tzinfo=UTC))


def test_days_away_suspend_both_deadlines() -> None:
    made, accepted = Challenged(at(1), "c", "C", "B"), ChallengeAccepted(at(5), "c")
    challenged_away = Away(at(1), "B", date(2026, 9, 3), date(2026, 9, 4))
    challenger_away = Away(at(1), "C", date(2026, 9, 4), date(2026, 9, 10))
    happenings = [Started(START, tuple("ABC")), made, challenged_away, challenger_away]
    ladder = ladder_at(at(4), happenings, RULES)
    challenge = ladder.challenges["c"]
    assert answer_deadline(challenge, ladder, RULES) == at(6)  # three days, and two of B
    assert play_deadline(challenge, ladder, RULES) is None
    ladder = ladder_at(at(6), [*happenings, accepted], RULES)
    assert play_deadline(ladder.challenges["c"], ladder, RULES) == at(23)  # 14 days, and four of C after the acceptance


def test_holidays_are_counted_by_year() -> None:
    happenings = [Started(START, ("A",)), Away(at(1), "A", date(2026, 12, 20), date(2027, 1, 4))]
    away = ladder_at(at(2), happenings, RULES).away_days("A")
    assert [holidays_left(away, year, RULES) for year in (2026, 2027, 2028)] == [18, 26, 30]


@pytest.mark.parametrize(("name", "value"), [("reach", 0), ("rest", -1), ("gone", 60), ("answer", 0)])
def test_impossible_rules_are_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=name):
        LadderRules(**{name: value})


@examples(300)
@given(st.data())
def test_reason_is_gone_on_the_day_that_it_names(data: st.DataObject) -> None:
    given_rules = data.draw(rules())
    happenings = data.draw(histories(given_rules))
    now = happenings[-1].at
    ladder = ladder_at(now, happenings, given_rules)
    for one in ladder.order:
        for other in ladder.order:
            refused = challenge_refusal(one, other, ladder, now, given_rules)
            if refused is None or refused.code not in (RefusalCode.RESTING, RefusalCode.AWAY):
                continue
            assert refused.possible_from is not None
            assert refused.possible_from > now
            later = challenge_refusal(one, other, ladder, refused.possible_from, given_rules)
            assert later is None or later.code != refused.code
