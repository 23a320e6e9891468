"""The order of a ladder: challenges, joining and leaving, idle players, and corrections."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.systems.ladder.histories import START, histories, rules
from tests.tournaments.formats.systems.ladder.plain_ladder import plain_order
from tournaments.formats.systems.ladder import (
    Away,
    Back,
    Challenged,
    ChallengeEnded,
    Happening,
    Joined,
    LadderRules,
    Left,
    Move,
    MoveCause,
    Started,
    ladder_at,
)

RULES = LadderRules()


def at(day: int, hour: int = 20) -> datetime:
    return datetime(2026, 9, 1, hour, tzinfo=UTC) + timedelta(days=day)


def order(happenings: list[Happening], day: int, given_rules: LadderRules = RULES) -> str:
    return "".join(ladder_at(at(day, 23), happenings, given_rules).order)


def won(key: str, pair: str, day: int, *, hour: int = 20) -> list[Happening]:
    return [Challenged(at(day, 1), key, pair[0], pair[1]), ChallengeEnded(at(day, hour), key, True)]


def test_challenger_who_wins_takes_the_place_and_those_between_move_down() -> None:
    ladder = ladder_at(at(1, 23), [Started(START, tuple("ABCDE")), *won("c", "DB", 1)], RULES)
    assert "".join(ladder.order) == "ADBCE"
    assert ladder.moves[-1] == Move(at(1), "D", 4, 2, MoveCause.CHALLENGE, "c")


def test_challenger_who_does_not_win_stays() -> None:
    lost = [Challenged(at(1), "c", "D", "B"), ChallengeEnded(at(2), "c", challenger_won=False)]
    assert order([Started(START, tuple("ABCDE")), *lost], 2) == "ABCDE"


def test_declined_challenge_moves_like_a_win_but_is_no_game() -> None:
    declined = [Challenged(at(1), "c", "B", "A"), ChallengeEnded(at(2), "c", challenger_won=True, was_played=False)]
    ladder = ladder_at(at(61, 23), [Started(START, tuple("ABC")), *declined], replace(RULES, gone=400))
    assert not ladder.last_games
    assert "".join(ladder_at(at(2, 23), [Started(START, tuple("ABC")), *declined], RULES).order) == "BAC"


def test_challenger_who_stands_above_by_then_stays() -> None:
    first = [Challenged(at(1), "one", "C", "B")]
    assert order(
        [Started(START, tuple("ABC")), *first, *won("two", "CA", 2), ChallengeEnded(at(3), "one", True)], 3
    ) == ("CAB")


def test_two_results_at_one_moment_count_in_the_order_of_their_facts() -> None:
    made: list[Happening] = [
        Started(START, tuple("ABC")),
        Challenged(at(1), "b", "B", "A"),
        Challenged(at(1), "c", "C", "A"),
    ]
    ends: list[Happening] = [ChallengeEnded(at(2), "b", True), ChallengeEnded(at(2), "c", True)]
    assert order([*made, *ends], 2) == "BCA"
    assert order([*made, *reversed(ends)], 2) == "CBA"


def test_newcomers_and_those_who_return_stand_at_the_foot() -> None:
    assert order([Started(START, tuple("ABC")), Left(at(1), "A"), Joined(at(2), "D"), Joined(at(3), "A")], 3) == "BCDA"


def test_win_over_a_player_who_left_moves_nobody() -> None:
    gone: list[Happening] = [Started(START, tuple("ABC")), Challenged(at(1), "c", "C", "A"), Left(at(2), "A")]
    assert order([*gone, ChallengeEnded(at(3), "c", True)], 3) == "BC"


def test_idle_player_moves_down_after_60_days_and_every_30_and_leaves_after_180() -> None:
    happenings: list[Happening] = [Started(START, tuple("ABCDEFG"))]
    for day in range(0, 200, 20):
        for pair in ("CB", "ED", "GF"):
            happenings += [
                Challenged(at(day, 1), f"{pair}{day}", *pair),
                ChallengeEnded(at(day), f"{pair}{day}", False),
            ]
    assert [order(happenings, day) for day in (59, 60, 89, 90, 120, 150, 179, 180)] == [
        "ABCDEFG",
        "BACDEFG",
        "BACDEFG",
        "BCADEFG",
        "BCDAEFG",
        "BCDEAFG",
        "BCDEAFG",
        "BCDEFG",
    ]


def test_of_several_idle_players_the_lowest_moves_first() -> None:
    happenings: list[Happening] = [
        Started(START, tuple("ABCD")), Challenged(at(30), "c", "D", "C"), ChallengeEnded(at(30), "c", False)
    ]  # fmt: skip
    assert order(happenings, 60) == "CABD"  # B changes places with C, then A with C


def test_days_away_stop_the_clock_of_an_idle_player() -> None:
    happenings: list[Happening] = [Started(START, tuple("AB"))]
    assert [order(happenings, day) for day in (59, 60)] == ["AB", "BA"]
    happenings.append(Away(at(1), "A", date(2026, 10, 1), date(2026, 10, 20)))
    assert [order(happenings, day) for day in (60, 79, 80)] == ["AB", "AB", "BA"]


def test_player_who_is_back_early_is_no_longer_away() -> None:
    happenings = [Started(START, tuple("AB")), Away(at(1), "A", date(2026, 9, 3), date(2026, 9, 20)), Back(at(5), "A")]
    assert sorted(ladder_at(at(6), happenings, RULES).away_days("A")) == [date(2026, 9, day) for day in (3, 4, 5)]


def test_corrected_game_gives_the_order_that_would_have_been() -> None:
    made, ended = Challenged(at(1), "one", "B", "A"), ChallengeEnded(at(2), "one", challenger_won=True)
    later = won("two", "CA", 5)
    assert order([Started(START, tuple("ABC")), made, ended, *later], 5) == "BCA"
    corrected = replace(ended, challenger_won=False)
    assert order([Started(START, tuple("ABC")), made, corrected, *later], 5) == "CAB"


def test_game_dated_before_its_challenge_counts_from_the_challenge_on() -> None:
    happenings = [Started(START, tuple("AB")), Challenged(at(5), "c", "B", "A"), ChallengeEnded(at(3), "c", True)]
    assert [order(happenings, 4), order(happenings, 5)] == ["AB", "BA"]


@examples(3000)
@given(st.data())
def test_order_equals_a_plain_second_implementation(data: st.DataObject) -> None:
    given_rules = data.draw(rules())
    happenings = data.draw(histories(given_rules))
    for days in (0, 3, 30):
        now = happenings[-1].at + timedelta(days=days)
        ladder = ladder_at(now, happenings, given_rules)
        assert ladder.order == plain_order(now, happenings, given_rules)
        assert len(set(ladder.order)) == len(ladder.order)


@examples(200)
@given(st.data())
def test_ladder_does_not_depend_on_the_order_in_which_moments_came_in(data: st.DataObject) -> None:
    given_rules = data.draw(rules())
    happenings = data.draw(histories(given_rules))
    now = happenings[-1].at
    moments = data.draw(st.permutations(sorted({each.at for each in happenings})))
    mixed = [each for moment in moments for each in happenings if each.at == moment]
    assert ladder_at(now, mixed, given_rules) == ladder_at(now, happenings, given_rules)
