"""From documents to stages."""

from __future__ import annotations

import pytest

from tests.tournaments.trf.written import TWO_ROUNDS, file, player_line
from tournaments.formats.core.state import Cell, CellKind, Colour
from tournaments.trf.conversion import WrittenPair, pairs_of_round, to_stage_state
from tournaments.trf.errors import TrfError
from tournaments.trf.reader import read_trf


def test_cells_hold_kind_opponent_colour_and_points() -> None:
    state = to_stage_state(read_trf(file("XXR 5", *TWO_ROUNDS)))
    assert (state.rounds_done, state.planned_rounds) == (2, 5)
    assert [entrant.cells for entrant in state.entrants] == [
        (Cell(CellKind.PLAYED, 2, Colour.WHITE, 2), Cell(CellKind.PLAYED, 3, Colour.BLACK, 1)),
        (Cell(CellKind.PLAYED, 1, Colour.BLACK, 0), Cell(CellKind.PAIRING_BYE, points=2)),
        (Cell(CellKind.PAIRING_BYE, points=2), Cell(CellKind.PLAYED, 1, Colour.WHITE, 1)),
    ]


def test_earlier_round_is_cut_out_with_those_absent_from_the_next() -> None:
    lines = (player_line(1, "1.0", "   2 w 1  0000 - Z"), player_line(2, "1.0", "   1 b 0  0000 - U"))
    state = to_stage_state(read_trf(file(*lines)), rounds_done=1)
    assert ([len(entrant.cells) for entrant in state.entrants], state.absent) == ([1, 1], frozenset({1}))


def test_absent_from_the_next_round_are_announced_byes_and_the_absent_list() -> None:
    lines = [player_line(number, "0.0") for number in (2, 3, 4, 5)]
    first = player_line(1, "0.5", "0000 - H")
    state = to_stage_state(read_trf(file("XXZ 2", "240 Z 001    3", "240 Z 002    4", first, *lines)))
    assert state.absent == frozenset({1, 2, 3})


def test_forbidden_groups_hold_in_their_rounds() -> None:
    records = ("260 001 001    1    2", "260 003 004    1    3", "XXP 2 3")
    state = to_stage_state(read_trf(file(*records, *TWO_ROUNDS)))
    assert state.forbidden == frozenset({frozenset({1, 3}), frozenset({2, 3})})


@pytest.mark.parametrize(
    "records, expected", [((), Colour.WHITE), (("152 B",), Colour.BLACK), (("XXC black1",), Colour.BLACK)]
)
def test_initial_colour_is_read_or_that_of_the_first_player(records: tuple[str, ...], expected: Colour) -> None:
    assert to_stage_state(read_trf(file(*records, *TWO_ROUNDS))).first_colour is expected


def test_initial_colour_skips_players_whom_no_pairing_had_reached() -> None:
    lines = (
        player_line(1, "0.0", "0000 - Z"),
        player_line(2, "1.0", "   3 b 1"),
        player_line(3, "0.0", "   2 w 0"),
    )
    assert to_stage_state(read_trf(file(*lines))).first_colour is Colour.BLACK


def test_game_without_result_keeps_the_next_round_from_being_paired() -> None:
    document = read_trf(file(player_line(1, "0.0", "   2 w"), player_line(2, "0.0", "   1 b")))
    with pytest.raises(TrfError) as refused:
        to_stage_state(document)
    assert (refused.value.line, refused.value.column) == (1, 99)


def test_pairs_of_a_round_have_white_first_and_the_bye() -> None:
    assert pairs_of_round(read_trf(file(*TWO_ROUNDS)), 2) == {WrittenPair(3, 1), WrittenPair(2, None)}


def test_forfeit_without_colours_is_a_pair_without_colours() -> None:
    lines = (player_line(1, "0.0", "   2 - -"), player_line(2, "1.0", "   1 - +"))
    assert pairs_of_round(read_trf(file(*lines)), 1) == {WrittenPair(1, 2, has_colours=False)}
