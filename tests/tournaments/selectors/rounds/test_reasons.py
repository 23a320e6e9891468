"""Every reason that a pairing system gives has words, with the parameters that it brings."""

from __future__ import annotations

import re

import pytest

from tournaments.formats.systems.swiss.reasons import REASONS
from tournaments.selectors.rounds.reasons import WORDS, Topic, blocked_words, numbers_in, points_text, step_words

PARAMETER = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize("code", REASONS)
def test_reason_of_the_swiss_system_has_words_with_its_own_parameters(code: str) -> None:
    assert set(PARAMETER.findall(str(WORDS[code].text))) <= set(PARAMETER.findall(REASONS[code]))


def test_words_speak_of_starting_and_not_of_colours() -> None:
    said = " ".join(str(words.text) for words in WORDS.values()).lower().replace("%(white)s", "")
    assert not re.search(r"\b(white|black|colou?rs?)\b", said)


def test_step_names_players_by_their_numbers() -> None:
    text = step_words("natural_met", {"player": 3, "natural": 12}, {3: "Anna", 12: "Bert"})
    assert text == "But Anna and Bert have met before (C.1)."


def test_step_keeps_the_number_of_who_is_unknown() -> None:
    assert step_words("walkover", {"entrant": 7}, {}) == "7 has no opponent here and goes on without a game."


def test_unknown_code_is_shown_as_it_is() -> None:
    assert step_words("something_new", {"player": 1}, {1: "Anna"}) == "something_new"


@pytest.mark.parametrize("stored, shown", [("0", "0"), ("0.5", "½"), ("2.5", "2½"), ("10", "10")])
def test_points_are_written_as_people_do(stored: str, shown: str) -> None:
    assert points_text(stored) == shown


def test_blocked_round_says_what_blocks_it_and_what_can_be_done() -> None:
    blocked = [("too_few_opponents", {"players": "1, 2, 3", "opponents": "4"})]
    words = blocked_words(5, blocked, {1: "Anna", 2: "Bert", 3: "Cleo", 4: "Dörte"})
    assert words.startswith("Round 5 can’t be paired, and nothing was changed.")
    assert "Anna, Bert, Cleo can’t all be paired: apart from each other, only Dörte may meet them." in words


def test_nobody_left_for_a_group_is_said_without_a_dash() -> None:
    words = step_words("too_few_opponents", {"players": "1, 2, 3", "opponents": "-"}, {})
    assert words == "1, 2, 3 can’t be paired: nobody else who is here may meet them."


def test_numbers_in_steps_are_those_of_players_alone() -> None:
    steps = [("natural", {"player": 3, "opponent": 8, "place": 2, "pairs": 5}), ("berger", {"entrants": 8, "round": 2})]
    assert numbers_in(steps) == {3, 8}


def test_topics_tell_who_starts_from_who_meets_whom() -> None:
    assert {WORDS[code].topic for code in ("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5")} == {Topic.START}
    assert {WORDS[code].topic for code in REASONS if code.startswith("bye_")} == {Topic.BYE}
