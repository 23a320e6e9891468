"""R29: the goldens of a series, and 300 Grand Mage series of real legal games."""

from __future__ import annotations

import random

import pytest

from games.engine.systems.magistrar.series import goldens_of, variants_after
from games.engine.systems.magistrar.system import MAGISTRAR


@pytest.mark.parametrize(
    "losers, white, black",
    [
        ([], 0, 0),
        (["white"], 1, 0),
        (["white", "black", "black"], 1, 2),
        (["black"] * 3 + ["white"] * 3, 1, 3),  # there are only four: the later losers find the box empty
    ],
)
def test_each_loser_gets_a_golden_while_there_are_any(losers: list[str], white: int, black: int) -> None:
    assert goldens_of(losers) == {"white": white, "black": black}


def test_no_goldens_is_the_variant_not_played() -> None:
    mages = {"mages": {"white": "wotan", "black": "bahar"}}

    assert variants_after({}, []) == {}
    assert variants_after(mages, []) == mages
    assert MAGISTRAR.variants_after(mages, [2]) == {**mages, "golden": {"white": 0, "black": 1}}


def test_set_up_of_a_later_game_is_what_a_legal_record_of_it_says() -> None:
    edition = MAGISTRAR.editions["spiel-das-2021"]
    variants = MAGISTRAR.variants_after({}, [1, 1, 2])

    record = MAGISTRAR.random_game(random.Random(5), players=2, starter=2, edition=edition, variants=variants)

    assert MAGISTRAR.set_up(record).variants == variants == {"golden": {"white": 2, "black": 1}}
    assert MAGISTRAR.check_document(record).legal
