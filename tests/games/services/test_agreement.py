"""When the versions of a game agree, for any number of players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.enums import Agreement, GameState, Grade
from games.selectors.agreement import Version, best_of_versions, others_needed, state_of_versions
from tests.extent import examples

pytestmark = pytest.mark.pure

SEATS = st.integers(1, 9)
AGREEMENTS = st.sampled_from(list(Agreement))


def version(number: int, seat: int | None, answers: dict[int | None, bool] | None = None) -> Version:
    return Version(number, seat, Grade.SHEET, answers or {})


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, list[Version]]:
    """A table of two to nine players, and what some of them said. Nobody answers to their own version."""
    players = draw(st.integers(2, 9))
    seats = st.one_of(st.none(), st.integers(1, players))
    by_seat = draw(st.lists(seats, min_size=1, max_size=4, unique=True))
    return players, [
        Version(
            number,
            seat,
            draw(st.sampled_from(list(Grade))),
            {
                other: yes
                for other, yes in draw(st.dictionaries(seats, st.booleans(), max_size=4)).items()
                if other != seat
            },
        )
        for number, seat in enumerate(by_seat, 1)
    ]


@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, (1, 1, 1)), (3, (1, 1, 2)), (4, (1, 2, 3)), (5, (1, 2, 4)), (6, (1, 3, 5)), (9, (1, 4, 8))],
)
def test_one_other_player_half_of_them_or_all(players: int, expected: tuple[int, int, int]) -> None:
    needed = tuple(others_needed(players, rule) for rule in (Agreement.ONE, Agreement.HALF, Agreement.ALL))
    assert needed == expected


@pytest.mark.parametrize(
    ("confirming", "agreement", "state"),
    [
        ((), Agreement.ONE, GameState.SUBMITTED),
        ((2,), Agreement.ONE, GameState.AGREED),
        ((2,), Agreement.HALF, GameState.SUBMITTED),
        ((2, 4), Agreement.HALF, GameState.AGREED),
        ((2, 4), Agreement.ALL, GameState.SUBMITTED),
        ((2, 3, 4), Agreement.ALL, GameState.AGREED),
    ],
)
def test_four_players(confirming: tuple[int, ...], agreement: Agreement, state: GameState) -> None:
    handed_in = version(7, 1, dict.fromkeys(confirming, True))
    assert state_of_versions([handed_in], same=True, players=4, agreement=agreement) is state
    own_versions = [version(7, 1), *(version(7 + seat, seat) for seat in confirming)]
    assert state_of_versions(own_versions, same=True, players=4, agreement=agreement) is state


def test_a_player_who_hands_in_and_confirms_is_one_voice() -> None:
    versions = [version(3, 1, {2: True}), version(4, 2, {1: True})]
    assert state_of_versions(versions, same=True, players=4, agreement=Agreement.HALF) is GameState.SUBMITTED


@examples(300)
@given(tables(), AGREEMENTS)
def test_any_objection_and_any_difference_make_a_conflict(table: tuple[int, list[Version]], rule: Agreement) -> None:
    players, versions = table
    objects = any(not yes for each in versions for yes in each.answers.values())
    state = state_of_versions(versions, same=True, players=players, agreement=rule)
    assert (state is GameState.CONFLICTING) == objects
    assert state_of_versions(versions, same=False, players=players, agreement=rule) is GameState.CONFLICTING


@examples(300)
@given(tables(), AGREEMENTS)
def test_state_follows_from_who_spoke_alone(table: tuple[int, list[Version]], rule: Agreement) -> None:
    """Neither the order nor how somebody said it changes anything, and the desk's word settles it."""
    players, versions = table
    expected = state_of_versions(versions, same=True, players=players, agreement=rule)
    assert state_of_versions(versions[::-1], same=True, players=players, agreement=rule) is expected
    if expected is GameState.CONFLICTING:
        return
    voices = {each.seat for each in versions} | {seat for each in versions for seat in each.answers}
    told = [version(number, seat) for number, seat in enumerate(sorted(voices, key=str), 1)]
    assert state_of_versions(told, same=True, players=players, agreement=rule) is expected
    with_desk = [*versions, version(99, None)]
    assert state_of_versions(with_desk, same=True, players=players, agreement=rule) is GameState.AGREED


@examples(200)
@given(tables(), SEATS)
def test_a_stricter_rule_never_agrees_sooner_and_for_two_all_are_the_same(
    table: tuple[int, list[Version]], seat: int
) -> None:
    players, versions = table
    agreed = [
        state_of_versions(versions, same=True, players=players, agreement=rule) is GameState.AGREED
        for rule in (Agreement.ONE, Agreement.HALF, Agreement.ALL)
    ]
    assert agreed == sorted(agreed, reverse=True)
    assert players > 2 or len(set(agreed)) == 1


def test_best_proven_then_newest_version_shows_the_result() -> None:
    versions = [Version(4, 1, Grade.RECORD, {}), Version(5, 2, Grade.SHEET, {}), Version(6, 3, Grade.RECORD, {})]
    assert best_of_versions(versions).number == 6
    assert best_of_versions(versions[:2]).number == 4
