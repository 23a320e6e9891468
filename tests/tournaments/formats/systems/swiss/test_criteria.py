"""Each criterion counts what it is about, and earlier ones outweigh all later ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.formats.systems.swiss.players import player
from tournaments.formats.systems.swiss.competitor import Competitor, Float
from tournaments.formats.systems.swiss.criteria import AFTER_NEXT_BRACKET, BEFORE_NEXT_BRACKET, CostTable, is_legal_pair

TOP = {"is_topscorer": True}


def _counts(higher: Competitor, lower: Competitor) -> set[str]:
    above = [higher] if higher.score > lower.score else []
    here = [lower] if above else [higher, lower]
    table = CostTable(above, here, AFTER_NEXT_BRACKET)
    return {article for article, count in table.counts(table.pair(higher, lower)).items() if count}


@pytest.mark.parametrize(
    "higher, lower, articles",
    [
        (player(1, games="wb"), player(2, games="bw"), set()),
        (player(1, games="wb"), player(2, games="wb"), {"C.12"}),
        (player(1, games="w"), player(2, games="w"), {"C.12", "C.13"}),
        (player(1, games="w"), player(2, games="wbw"), {"C.12", "C.13"}),
        (player(1, games="w"), player(2, games="bww"), {"C.12", "C.13"}),
        (player(1, games="bwbb", is_topscorer=True), player(2, games="bwbb"), {"C.10", "C.11", "C.12"}),
        (player(1, games="wbb", is_topscorer=True), player(2, games="wbb"), {"C.11", "C.12"}),
        (player(1, games="bwbb", is_topscorer=True), player(2, games="wbb"), {"C.11", "C.12"}),
        (player(1, score=2), player(2, last_float=Float.UP), {"C.15", "C.19"}),
        (player(1, score=2), player(2, float_before=Float.UP), {"C.17", "C.21"}),
        (player(1), player(2, last_float=Float.UP, float_before=Float.UP), set()),
    ],
)
def test_pair_counts_against_these_criteria(higher: Competitor, lower: Competitor, articles: set[str]) -> None:
    assert _counts(higher, lower) == articles


@pytest.mark.parametrize(
    "floater, articles",
    [
        (player(1), set()),
        (player(1, last_float=Float.DOWN), {"C.14"}),
        (player(1, float_before=Float.DOWN), {"C.16"}),
        (player(1, score=2), {"C.7"}),
        (player(1, score=2, last_float=Float.DOWN), {"C.7", "C.18"}),
        (player(1, score=2, float_before=Float.DOWN), {"C.7", "C.20"}),
        (player(1, last_float=Float.UP), set()),
    ],
)
def test_floater_counts_against_these_criteria(floater: Competitor, articles: set[str]) -> None:
    above, here = ([floater], [player(2)]) if floater.score else ([], [floater, player(2)])
    table = CostTable(above, here, (*BEFORE_NEXT_BRACKET, *AFTER_NEXT_BRACKET))
    assert {article for article, count in table.counts(table.floater(floater)).items() if count} == articles


def test_earlier_criterion_outweighs_any_number_of_later_ones() -> None:
    strong = [player(number, games="w") for number in range(1, 41)]
    moved_down = player(99, score=2)
    table = CostTable([moved_down], strong, AFTER_NEXT_BRACKET)
    mild = [replace(each, colour=player(1, games="bw").colour) for each in strong]
    denied_strongly = table.pair(strong[0], strong[1])
    assert denied_strongly > table.pair(mild[0], mild[1])
    assert 2 * table.pair(mild[0], mild[1]) > denied_strongly


def test_scores_are_compared_from_the_highest_down() -> None:
    from_far, from_near = player(1, score=6), player(2, score=4)
    table = CostTable([from_far, from_near, player(3, score=4)], [player(4)], BEFORE_NEXT_BRACKET)
    assert table.floater(from_far) > 2 * table.floater(from_near)


@pytest.mark.parametrize(
    "one, other, legal",
    [
        (player(1, games="bww"), player(2, games="wbb"), True),
        (player(1, games="bww"), player(2, games="bww"), False),
        (player(1, games="bww", is_topscorer=True), player(2, games="bww"), True),
        (replace(player(1), opponents=frozenset({2})), player(2), False),
    ],
)
def test_pair_is_legal_unless_they_met_or_must_have_the_same_colour(
    one: Competitor, other: Competitor, legal: bool
) -> None:
    assert is_legal_pair(one, other) is legal
