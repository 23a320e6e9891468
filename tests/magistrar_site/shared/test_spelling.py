from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.spelling import Spelling, distance, pieces, slips_allowed

WORDS = st.text("abcde", min_size=3, max_size=12)


@pytest.mark.parametrize(
    "one, other, slips",
    [
        ("anna", "anna", 0),
        ("anna", "ana", 1),
        ("bert", "bret", 1),
        ("mueller", "muller", 1),
        ("mueller", "meuler", 2),
        ("", "ab", 2),
        ("ca", "abc", 3),  # no letter is moved and then changed
    ],
)
def test_distance_counts_insertions_changes_and_swaps(one: str, other: str, slips: int) -> None:
    assert distance(one, other, 5) == distance(other, one, 5) == slips


@given(WORDS, WORDS, st.integers(0, 3))
def test_distance_stops_at_the_most_without_changing_what_is_under_it(one: str, other: str, most: int) -> None:
    assert distance(one, other, most) == min(distance(one, other, 99), most + 1)


def slipped(draw: st.DrawFn, word: str) -> str:
    kind, at = draw(st.sampled_from(["drop", "add", "change", "swap"])), draw(st.integers(0, len(word) - 2))
    letter = draw(st.sampled_from("abcdexyz"))
    return {
        "drop": word[:at] + word[at + 1 :],
        "add": word[:at] + letter + word[at:],
        "change": word[:at] + letter + word[at + 1 :],
        "swap": word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    }[kind]


@st.composite
def word_and_slip(draw: st.DrawFn) -> tuple[str, str]:
    """A word, and how somebody typed it with one slip."""
    word = draw(WORDS)
    return word, slipped(draw, word)


@given(word_and_slip())
def test_word_with_one_slip_is_found_by_a_piece_and_by_its_distance(case: tuple[str, str]) -> None:
    word, typed = case
    if slips_allowed(typed):
        assert any(piece in word for piece in pieces(typed))
        assert Spelling(typed).slips(f"first {word}") in (0, 1)


def test_every_word_must_be_close_to_some_word_of_the_name() -> None:
    assert Spelling("brger ana").slips("anna berger") is None  # three letters leave no room for a slip
    assert Spelling("brger anna").slips("anna berger") == 1
    assert Spelling("berg").slips("anna berger") == 0  # the beginning of a word is enough
    assert Spelling("oezdmeir").slips("ben oezdemir") == 1
    assert Spelling("ozdmir").slips("ben oezdemir") == 1  # typed without the dots
    assert Spelling("anna muler").slips("anna mueller") == 1
    assert Spelling("vanderberg").slips("clara van der berg") == 0
    assert Spelling("vanderberk").slips("clara van der berg") == 1
    assert Spelling("oezdemir clara").slips("ben oezdemir") is None
