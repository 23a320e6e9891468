"""Tie-breaks for tables of more than two, on three rounds that were worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.formats.random_events import NUMBERS
from tournaments.formats.core.sittings import sittings_of
from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import CellKind, Entrant, Scoring, Sitting, StageState
from tournaments.formats.core.tiebreaks.catalogue import fitting
from tournaments.formats.systems.tables.format import Tables

Played = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]  # seats, places, game points

# Four at a table, 3 2 1 0 points; the fifth has a bye of 1½.
ROUNDS: list[list[Played]] = [
    [((1, 2, 3, 4), (1, 2, 2, 4), (10, 5, 5, 0))],
    [((5, 1, 2, 3), (1, 1, 3, 4), (6, 6, 3, -5))],
    [((4, 5, 1, 2), (2, 3, 4, 1), (0, 0, -2, 1))],
]


@pytest.fixture(scope="module")
def state() -> StageState:
    """After the three rounds."""
    scale = Tables().points_scale({})
    rounds: list[dict[int, Sitting]] = []
    for tables in ROUNDS:
        sat = {number: Sitting(CellKind.PAIRING_BYE, points=Tables().points_of_bye({})) for number in range(1, 6)}
        for at, (seats, places, scores) in enumerate(tables, 1):
            points = Tables().points_of_table(places, {})
            score = dict(zip(seats, scores, strict=True))
            for number, sitting in sittings_of(at, seats, CellKind.PLAYED, places).items():
                sat[number] = replace(
                    sitting,
                    points=points[seats.index(number)],
                    numbers=(score[number],),
                    numbers_of_others=tuple((score[other],) for other in sitting.others),
                )
        rounds.append(sat)
    entrants = tuple(Entrant(number, sittings=tuple(sat[number] for sat in rounds)) for number in range(1, 6))
    return StageState(entrants, 3, 3, Scoring(scale=scale), numbers=NUMBERS)


def column(state: StageState, code: str) -> dict[int, str]:
    return {row.number: row.values[0].text for row in standings(state, [code])}


def test_wins_count_a_shared_first_place_by_its_share(state: StageState) -> None:
    assert column(state, "TWON") == {1: "1.50", 2: "1.00", 3: "0.00", 4: "0.00", 5: "0.50"}


def test_share_is_the_mean_of_own_by_the_tables_total(state: StageState) -> None:
    """The third table's total is below nothing, so that nobody has a share of it: 1 has 10/20 and 6/10 of two."""
    assert column(state, "SHARE") == {1: "366.7", 2: "183.3", 3: "-125.0", 4: "0.0", 5: "300.0"}


def test_opponents_are_everybody_met_once_by_points_per_game(state: StageState) -> None:
    """Points per game: 1 has 5½/3, 2 has 5½/3, 3 has 1½/2, 4 has 2/2, 5 has 3½/2."""
    assert column(state, "TOPP") == {1: "1.33", 2: "1.33", 3: "1.60", 4: "1.54", 5: "1.35"}


def test_direct_table_tells_those_apart_who_sat_together_once(state: StageState) -> None:
    """1 and 2 are level with 5½ and met three times; after the first round 2, 3 and 5 are level, and 5 had a bye."""
    nothing = dict.fromkeys(range(1, 6), "–")
    assert column(state, "TDE") == column(replace(state, rounds_done=1), "TDE") == nothing
    # Without the points of the second round 1 and 5 would be level at its table, where both were first.
    level = replace(
        state,
        entrants=tuple(replace(one, sittings=one.sittings[1:2]) for one in state.entrants if one.number in (5, 1, 3)),
        rounds_done=1,
    )
    assert column(level, "TDE") == {5: "1", 1: "1", 3: "–"}


def test_seats_are_added_up(state: StageState) -> None:
    assert column(state, "TSEAT") == {1: "6", 2: "9", 3: "7", 4: "5", 5: "3"}


def test_those_for_tables_are_offered_where_more_than_two_may_sit() -> None:
    for_tables = {"TWON", "TOPP", "TDE", "TSEAT", "SHARE"}
    assert for_tables <= fitting(NUMBERS, Tables.table_sizes).keys()
    assert not for_tables & fitting(NUMBERS, (2,)).keys()
    assert {"LOT", "PS", "SCO"} <= fitting(NUMBERS, Tables.table_sizes).keys()
