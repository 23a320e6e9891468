from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.spelling import Spelling, pieces, slips_allowed

WORDS = st.text("abcde", min_size=3, max_size=12)


@pytest.mark.parametrize(
    "typed, name, slips",
    [
        ("anna", "anna", 0),
        ("annna", "anna", 1),
        ("bret", "bert", 1),
        ("muller", "mueller", 1),
        ("meuler", "mueller", None),
        ("meullers", "muellers", 1),
        ("meullres", "muellers", 2),
        ("andernachx", "xandernach", 2),
        ("abcdefca", "abcdefabc", None),  # no letter is moved and then changed
    ],
)
def test_insertions_changes_and_swaps_are_slips(typed: str, name: str, slips: int | None) -> None:
    assert Spelling(typed).slips(name) == slips


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
