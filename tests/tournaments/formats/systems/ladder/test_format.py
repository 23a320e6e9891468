"""The ladder as a format of the registry."""

from __future__ import annotations

import random
from dataclasses import asdict

import pytest

from tournaments.formats.core.capabilities import AnswersChallenges
from tournaments.formats.core.format import FormatOptionError, related_option_values
from tournaments.formats.core.state import Entrant, StageState
from tournaments.formats.registry import format_for
from tournaments.formats.systems.ladder import LadderRules, ladder_rules


def test_format_answers_challenges_and_pairs_nobody() -> None:
    ladder = format_for("ladder")
    assert isinstance(ladder, AnswersChallenges)
    state = StageState((Entrant(1), Entrant(2), Entrant(3)), 0, 1, order=(3, 1))
    assert ladder.places_held(state) == {3: 1, 1: 2}
    paired = ladder.pair(state, 1, random.Random(1), {})
    assert (paired.pairs, paired.blocked) == ((), (("ladder_challenges", ()),))
    assert ladder.rounds_for(2, {}) == 1


def test_options_are_the_rules_of_the_ladder() -> None:
    assert {option.key for option in format_for("ladder").options} == set(asdict(LadderRules()))
    assert ladder_rules({}) == LadderRules()
    assert ladder_rules({"reach": 5, "gone": 90}) == LadderRules(reach=5, gone=90)


@pytest.mark.parametrize("options", [{"reach": 0}, {"idle": 90, "gone": 90}, {"play": True}, {"jump": 3}])
def test_impossible_options_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(FormatOptionError):
        related_option_values(format_for("ladder"), options, range(2, 3))
