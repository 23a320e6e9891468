"""Crosstables."""

from __future__ import annotations

from tests.tournaments.formats.random_events import random_round_robin, random_swiss
from tournaments.formats.core.crosstable import CrossCell, crosstable
from tournaments.formats.core.standings import after_round, standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState


def test_rows_and_columns_stand_in_rank_order() -> None:
    lost, won = Cell(CellKind.PLAYED, 2, Colour.WHITE, 0), Cell(CellKind.PLAYED, 1, Colour.BLACK, 2)
    state = StageState((Entrant(1, cells=(lost,)), Entrant(2, cells=(won,))), 1, 1)
    first, second = crosstable(state, standings(state, []))
    assert (first.number, second.number) == (2, 1)
    assert first.rounds == (CrossCell(1, CellKind.PLAYED, 2, 1, 2, Colour.BLACK),)
    assert first.against == ((), first.rounds)
    assert second.against == (second.rounds, ())


def test_bye_is_a_round_against_nobody() -> None:
    state = StageState((Entrant(1, cells=(Cell(CellKind.HALF_BYE, points=1),)),), 1, 1)
    (row,) = crosstable(state, standings(state, []))
    assert row.rounds == (CrossCell(1, CellKind.HALF_BYE, 1),)
    assert row.against == ((),)


def test_double_round_robin_has_two_meetings_a_cell() -> None:
    state = random_round_robin(1, entrant_count=6, double=True)
    rows = crosstable(state, standings(state, ["SB"]))
    for at, row in enumerate(rows):
        assert [len(meetings) for meetings in row.against] == [0 if column == at else 2 for column in range(6)]


def test_meetings_mirror_each_other() -> None:
    state = random_swiss(2, entrant_count=15, rounds=7)
    rows = crosstable(state, standings(state, ["BH"]))
    for at, row in enumerate(rows):
        for column, meetings in enumerate(row.against):
            assert [cell.round for cell in meetings] == [cell.round for cell in rows[column].against[at]]


def test_crosstable_after_an_earlier_round_ends_with_it() -> None:
    state = after_round(random_swiss(2, entrant_count=15, rounds=7), 4)
    assert {len(row.rounds) for row in crosstable(state, standings(state, []))} == {4}
