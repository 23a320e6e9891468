"""The standings: order, shared ranks, columns, and what must never change them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.random_events import NUMBERS, random_round_robin, random_swiss
from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.standings import after_round, standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState
from tournaments.formats.core.tiebreaks.catalogue import UnknownTieBreakError, catalogue, fitting
from tournaments.formats.core.tiebreaks.rulesets import RULESETS, UnknownRulesetError

KNOWN = catalogue(NUMBERS)
ALL = tuple(code for code, found in KNOWN.items() if not found.for_many)
OF_PAIRING_NUMBERS = frozenset({"TPN", "LOT"})  # they follow the pairing numbers by definition
MEANS = frozenset({"AOB", "ARO", "AROC1", "APRO", "APPO"})
NOT_SUMS = MEANS | {"DE", "TPR", "PTP", "RTNG", "TPN", "LOT"}

stages = st.builds(
    random_swiss, st.integers(0, 10_000), entrant_count=st.integers(2, 14), rounds=st.integers(1, 7)
) | st.builds(random_round_robin, st.integers(0, 10_000), entrant_count=st.integers(2, 7), double=st.booleans())
rulesets = st.sampled_from(sorted(RULESETS))


def _entrant(number: int, points: int, score: int = 0) -> Entrant:
    return Entrant(number, cells=(Cell(CellKind.FULL_BYE, points=points, numbers=(score,)),))


def test_equal_columns_share_a_rank_and_the_next_rank_is_skipped() -> None:
    state = StageState((_entrant(1, 0), _entrant(2, 2), _entrant(3, 2), _entrant(4, 1)), 1, 1)
    assert [(row.number, row.rank) for row in standings(state, [])] == [(2, 1), (3, 1), (4, 3), (1, 4)]


def test_tie_breaks_decide_in_their_order() -> None:
    state = StageState((_entrant(1, 2, 5), _entrant(2, 2, 9), _entrant(3, 1, 50)), 1, 1, numbers=NUMBERS)
    rows = standings(state, ["SCO"])
    assert [(row.rank, row.number, row.points, row.values[0].text) for row in rows] == [
        (1, 2, 2, "9"),
        (2, 1, 2, "5"),
        (3, 3, 1, "50"),
    ]


def test_a_lower_number_of_starts_ranks_higher() -> None:
    drawn_first = Cell(CellKind.PLAYED, 2, Colour.WHITE, 1)
    drawn_second = Cell(CellKind.PLAYED, 1, Colour.BLACK, 1)
    state = StageState((Entrant(1, cells=(drawn_first,)), Entrant(2, cells=(drawn_second,))), 1, 1)
    assert [(row.rank, row.number, row.values[0].text) for row in standings(state, ["STA"])] == [
        (1, 2, "0"),
        (2, 1, "1"),
    ]


def test_lots_leave_no_rank_shared_and_follow_the_seed() -> None:
    state = StageState(tuple(_entrant(number, 0) for number in range(1, 30)), 1, 1)
    first, again, other = (standings(state, ["LOT"], lots_seed=seed) for seed in (7, 7, 8))
    assert [row.rank for row in first] == list(range(1, 30))
    assert first == again
    assert [row.number for row in first] != [row.number for row in other]


def test_lots_of_the_others_stay_when_one_leaves() -> None:
    state = StageState(tuple(_entrant(number, 0) for number in range(1, 12)), 1, 1)
    left = replace(state, entrants=tuple(entrant for entrant in state.entrants if entrant.number != 5))
    order = [row.number for row in standings(state, ["LOT"], lots_seed=1) if row.number != 5]
    assert [row.number for row in standings(left, ["LOT"], lots_seed=1)] == order


def test_cells_behind_the_rounds_done_do_not_count() -> None:
    state = StageState((Entrant(1, cells=(Cell(CellKind.PAIRING_BYE, points=2),) * 2),), 1, 2)
    assert standings(state, [])[0].points == 2


def test_stage_without_entrants_has_an_empty_table() -> None:
    assert standings(StageState((), 0, 3, numbers=NUMBERS), list(ALL)) == ()


def test_unknown_tie_break_is_refused() -> None:
    with pytest.raises(UnknownTieBreakError):
        standings(StageState((), 0, 0), ["BUCHHOLZ"])


def test_tie_break_listed_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        standings(StageState((), 0, 0), ["BH", "BH"])


def test_unknown_ruleset_is_refused() -> None:
    with pytest.raises(UnknownRulesetError):
        standings(StageState((), 0, 0), [], ruleset="fide-2009")


def test_table_after_an_earlier_round_is_the_table_of_that_time() -> None:
    state = random_swiss(5, entrant_count=12, rounds=6)
    early = StageState(
        tuple(replace(entrant, cells=entrant.cells[:3]) for entrant in state.entrants),
        3,
        state.planned_rounds,
        numbers=NUMBERS,
    )
    assert standings(after_round(state, 3), ALL) == standings(early, ALL)


def test_round_that_is_not_done_has_no_table() -> None:
    with pytest.raises(ValueError, match="round 7 of 6"):
        after_round(random_swiss(5, entrant_count=12, rounds=6), 7)


@examples(60)
@given(stages, rulesets, st.randoms(use_true_random=False))
def test_order_of_the_entrants_changes_nothing(state: StageState, ruleset: str, rng: random.Random) -> None:
    shuffled = list(state.entrants)
    rng.shuffle(shuffled)
    assert standings(replace(state, entrants=tuple(shuffled)), ALL, ruleset=ruleset) == standings(
        state, ALL, ruleset=ruleset
    )


@examples(60)
@given(stages, rulesets, st.randoms(use_true_random=False))
def test_other_pairing_numbers_change_no_rank_and_no_value(state: StageState, ruleset: str, rng: random.Random) -> None:
    numbers = [entrant.number for entrant in state.entrants]
    new = dict(zip(numbers, rng.sample(range(1, 1000), len(numbers)), strict=True))
    renumbered = replace(
        state,
        entrants=tuple(
            replace(
                entrant,
                number=new[entrant.number],
                cells=tuple(replace(cell, opponent=new.get(cell.opponent or 0)) for cell in entrant.cells),
            )
            for entrant in state.entrants
        ),
    )
    codes = [code for code in ALL if code not in OF_PAIRING_NUMBERS]

    def shown(of: StageState) -> dict[int, tuple[int, list[str]]]:
        rows = standings(of, codes, ruleset=ruleset)
        return {row.number: (row.rank, [value.text for value in row.values]) for row in rows}

    before = shown(state)
    assert shown(renumbered) == {new[number]: before[number] for number in numbers}


@examples(60)
@given(stages, rulesets)
def test_ranks_follow_from_the_visible_columns_alone(state: StageState, ruleset: str) -> None:
    rows = standings(state, ALL[:5], ruleset=ruleset)
    columns = [KNOWN[code] for code in ALL[:5]]

    def key(at: int) -> tuple[object, ...]:
        values = rows[at].values
        return (-rows[at].points, *(column.key(value) for column, value in zip(columns, values, strict=True)))

    for at in range(1, len(rows)):
        assert (rows[at].rank == rows[at - 1].rank) == (key(at) == key(at - 1))
        assert rows[at].rank in (at + 1, rows[at - 1].rank)


@examples(60)
@given(stages, rulesets)
def test_points_are_the_sum_of_the_cells(state: StageState, ruleset: str) -> None:
    rows = standings(state, [], ruleset=ruleset)
    assert {row.number: row.points for row in rows} == {
        entrant.number: sum(cell.points for cell in entrant.cells) for entrant in state.entrants
    }


@examples(60)
@given(stages, rulesets)
def test_parts_that_are_not_cut_add_up_to_the_value(state: StageState, ruleset: str) -> None:
    codes = [code for code in ALL if code not in NOT_SUMS]
    for row in standings(state, codes, ruleset=ruleset):
        for value in row.values:
            assert value.amount == sum(part.amount for part in value.parts if part.cut is None)


@examples(60)
@given(stages, rulesets)
def test_parts_name_each_round_once(state: StageState, ruleset: str) -> None:
    for row in standings(state, ALL, ruleset=ruleset):
        for value in row.values:
            rounds = [part.round for part in value.parts]
            assert len(set(rounds)) == len(rounds)


@examples(60)
@given(stages)
def test_amounts_are_exact(state: StageState) -> None:
    for row in standings(state, ALL):
        for value in row.values:
            assert not isinstance(value.amount, float)
            assert not any(isinstance(part.amount, float) for part in value.parts)


@examples(60)
@given(st.integers(0, 10_000), st.integers(2, 7), st.booleans())
def test_points_of_games_add_up_in_a_round_robin(seed: int, count: int, double: bool) -> None:
    """Every game but those that both forfeited shares out one win."""
    state = random_round_robin(seed, entrant_count=count, double=double)
    games = count * (count - 1) // 2 * (2 if double else 1)
    losses = sum(cell.kind is CellKind.FORFEIT_LOSS for entrant in state.entrants for cell in entrant.cells)
    wins = sum(cell.kind is CellKind.FORFEIT_WIN for entrant in state.entrants for cell in entrant.cells)
    assert sum(row.points for row in standings(state, [])) == 2 * games - (losses - wins)


def test_number_of_which_the_newest_game_counts_ranks_by_it() -> None:
    """Debts: less is better, and what stood before the newest game doesn't matter."""
    first = (Cell(CellKind.PLAYED, 2, Colour.WHITE, 1, (0, 0, 9)), Cell(CellKind.PLAYED, 2, Colour.BLACK, 1, (0, 0, 2)))
    second = (Cell(CellKind.PLAYED, 1, Colour.BLACK, 1), Cell(CellKind.PLAYED, 1, Colour.WHITE, 1, (0, 0, 5)))
    state = StageState((Entrant(1, cells=first), Entrant(2, cells=second)), 2, 2, numbers=NUMBERS)
    assert [(row.number, row.values[0].text) for row in standings(state, ["DEB"])] == [(1, "2"), (2, "5")]


def test_own_score_less_the_opponents_ranks_by_the_difference() -> None:
    cells = [
        Cell(CellKind.PLAYED, other, Colour.WHITE, 1, (own,), (others,))
        for other, own, others in ((2, 20, 19), (1, 9, 4))
    ]
    state = StageState(tuple(Entrant(at, cells=(cell,)) for at, cell in enumerate(cells, 1)), 1, 1, numbers=NUMBERS)
    assert [(row.number, row.values[0].text) for row in standings(state, ["SCOD"])] == [(2, "5"), (1, "1")]


def test_number_that_takes_another_tie_breaks_code_is_refused() -> None:
    with pytest.raises(ValueError, match="WIN"):
        catalogue((NumberColumn("win", "WIN", "Wins", "Wins", "Heron"),))


def test_tie_breaks_for_two_are_not_offered_where_more_sit_at_a_table() -> None:
    offered = fitting(NUMBERS, range(3, 6))
    assert {"SCO", "TOK", "DEB", "RTNG", "LOT"} <= set(offered)
    assert offered.keys().isdisjoint({"BH", "DE", "SCOD", "WON", "STA"})
    assert set(fitting(NUMBERS, {2})) == set(ALL)
