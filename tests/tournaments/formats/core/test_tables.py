"""A made-up format whose tables have three seats: rounds, sittings, standings and tie-breaks of tables; and the pairs
view on tables of two."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from tests.tournaments.formats.random_events import NUMBERS, random_swiss
from tests.toy_system.herons import POINT, Herons, worth
from tournaments.formats.core.capabilities import ListsAhead, SeatsTables, acceleration_of, opens_ahead, pairs_by_score
from tournaments.formats.core.format import points_scale
from tournaments.formats.core.points import written_points
from tournaments.formats.core.sittings import pairs_view, sittings_of
from tournaments.formats.core.standings import after_round, standings
from tournaments.formats.core.state import (
    CellKind,
    Colour,
    Entrant,
    Pair,
    RoundPairing,
    RoundTables,
    Scoring,
    Sitting,
    StageState,
    Table,
)
from tournaments.formats.core.tiebreaks.catalogue import fitting
from tournaments.formats.registry import FORMATS
from tournaments.formats.systems.swiss.format import Swiss


def played(
    table: Table, number: int, places: tuple[int, ...], scores: tuple[int, ...]
) -> Iterator[tuple[int, Sitting]]:
    """The sittings of a table by pairing number; places and scores in the order of its seats."""
    score = dict(zip(table.seats, scores, strict=True))
    for entrant, sitting in sittings_of(number, table.seats, CellKind.PLAYED, places).items():
        others = tuple((score[other],) for other in sitting.others)
        points = worth(places, sitting.places[0])
        yield entrant, replace(sitting, points=points, numbers=(score[entrant],), numbers_of_others=others)


@dataclass
class HeronEvening:
    """A stage of seven, played round after round."""

    state: StageState

    def play(self, *results: tuple[tuple[int, ...], tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Seat a round and play it; `results` are places and scores, table by table. The seats of its tables."""
        tables = Herons().seat(self.state, self.state.rounds_done + 1, random.Random(0), {}).tables
        sat = {table.seats[0]: Sitting(CellKind.PAIRING_BYE, points=POINT // 2) for table in tables[len(results) :]}
        for number, (table, result) in enumerate(zip(tables, results, strict=False), 1):
            sat |= dict(played(table, number, *result))
        entrants = tuple(replace(one, sittings=(*one.sittings, sat[one.number])) for one in self.state.entrants)
        self.state = replace(self.state, entrants=entrants, rounds_done=self.state.rounds_done + 1)
        return [table.seats for table in tables]


@pytest.fixture
def evening() -> HeronEvening:
    entrants = tuple(Entrant(number, 2000 - 10 * number) for number in range(1, 8))
    return HeronEvening(StageState(entrants, 0, 3, Scoring(scale=POINT), numbers=NUMBERS))


def play_two_rounds(evening: HeronEvening) -> None:
    evening.play(((2, 1, 3), (10, 12, 4)), ((1, 2, 2), (9, 5, 5)))
    evening.play(((1, 2, 3), (8, 7, 1)), ((1, 1, 1), (3, 3, 3)))


def test_rounds_of_tables_follow_the_points(evening: HeronEvening) -> None:
    first = evening.play(((2, 1, 3), (10, 12, 4)), ((1, 2, 2), (9, 5, 5)))
    second = evening.play(((1, 2, 3), (8, 7, 1)), ((1, 1, 1), (3, 3, 3)))
    assert first == [(1, 2, 3), (4, 5, 6), (7,)]
    assert second == [(2, 4, 7), (1, 5, 6), (3,)]


def test_table_of_the_stage_ranks_by_exact_points_then_by_the_games_numbers(evening: HeronEvening) -> None:
    play_two_rounds(evening)
    rows = standings(evening.state, ["SCO"])
    shown = [(row.rank, row.number, written_points(row.points, POINT), row.values[0].text) for row in rows]
    assert shown == [
        (1, 2, "2", "20"),
        (2, 4, "1.33", "16"),
        (3, 1, "0.78", "13"),
        (4, 5, "0.61", "8"),
        (4, 6, "0.61", "8"),
        (6, 3, "½", "4"),
        (7, 7, "½", "1"),
    ]


def test_table_after_an_earlier_round_is_that_of_its_time(evening: HeronEvening) -> None:
    evening.play(((2, 1, 3), (10, 12, 4)), ((1, 2, 2), (9, 5, 5)))
    then = standings(evening.state, ["SCO", "PS"])
    evening.play(((1, 2, 3), (8, 7, 1)), ((1, 1, 1), (3, 3, 3)))
    assert standings(after_round(evening.state, 1), ["SCO", "PS"]) == then


def test_every_tie_break_that_is_offered_has_a_value_for_everybody(evening: HeronEvening) -> None:
    play_two_rounds(evening)
    offered = [code for code in fitting(NUMBERS, Herons.table_sizes) if code != "TDE"]  # which is for ties alone
    for row in standings(evening.state, offered):
        assert [value.code for value in row.values] == offered
        assert None not in [value.amount for value in row.values]


def test_open_table_counts_for_nothing_and_isnt_a_round_that_was_left_out(evening: HeronEvening) -> None:
    sat = sittings_of(1, (1, 2, 3), CellKind.ZERO_BYE)
    sat |= dict(played(Table((4, 5, 6)), 2, (1, 2, 3), (9, 5, 2)))
    sat[7] = Sitting(CellKind.ZERO_BYE)
    state = replace(
        evening.state,
        entrants=tuple(replace(one, sittings=(sat[one.number],)) for one in evening.state.entrants),
        rounds_done=1,
    )
    values = {row.number: [value.text for value in row.values] for row in standings(state, ["SCO", "REP"])}
    assert sat[1].is_open
    assert (values[1], values[4], values[7]) == (["0", "1"], ["9", "1"], ["0", "0"])


def test_sitting_knows_places_and_numbers_of_the_whole_table(evening: HeronEvening) -> None:
    play_two_rounds(evening)
    first = evening.state.entrant(3).sittings[0]
    assert (first.table, first.seat, first.others, first.places, first.place) == (1, 3, (1, 2), (3, 2, 1), 3)
    assert (first.numbers, first.numbers_of_others, first.numbers_against) == ((4,), ((10,), (12,)), (22,))
    with pytest.raises(ValueError, match="3 seats"):
        pairs_view(evening.state)


def test_two_sided_stage_is_the_pairs_view_of_its_sittings() -> None:
    """Swiss pairs and ranks the same, whichever way the rounds are kept."""
    state = random_swiss(4, entrant_count=11, rounds=4)
    seated = replace(
        state,
        entrants=tuple(
            replace(
                entrant,
                cells=(),
                sittings=tuple(
                    Sitting(
                        cell.kind,
                        table=1 if cell.opponent else 0,
                        seat={None: 0, Colour.WHITE: 1, Colour.BLACK: 2}[cell.colour],
                        others=(cell.opponent,) if cell.opponent else (),
                        points=cell.points,
                        numbers=cell.numbers,
                        numbers_of_others=(cell.numbers_against,) if cell.opponent else (),
                    )
                    for cell in entrant.cells
                ),
            )
            for entrant in state.entrants
        ),
    )
    codes = ["BH", "SB", "SCOD", "DE", "WON"]
    assert standings(seated, codes) == standings(state, codes)
    assert pairs_view(seated) == state
    played_on = replace(state, planned_rounds=5)
    assert Swiss().pair(pairs_view(replace(seated, planned_rounds=5)), 5, random.Random(1), {}) == Swiss().pair(
        played_on, 5, random.Random(1), {}
    )


def test_pair_is_a_table_of_two_and_a_bye_of_one() -> None:
    why = (("bracket", (("match", 1),)),)
    pairing = RoundPairing((Pair(1, 4, why), Pair(2, None)))
    assert pairing.seating == RoundTables((Table((1, 4), why), Table((2,))))


def test_formats_say_what_they_can_do() -> None:
    assert [key for key, format_ in FORMATS.items() if pairs_by_score(format_)] == ["swiss", "tables"]
    assert [key for key, format_ in FORMATS.items() if isinstance(format_, ListsAhead)] == ["round_robin"]
    assert [key for key, format_ in FORMATS.items() if isinstance(format_, SeatsTables)] == ["tables", "final_tables"]
    assert [opens_ahead(FORMATS["round_robin"], {"ahead": ahead}) for ahead in (False, True)] == [False, True]
    assert isinstance(Herons(), SeatsTables)
    assert acceleration_of(FORMATS["swiss"], {}) is None
    assert acceleration_of(FORMATS["swiss"], {"acceleration": "baku"}) is not None
    in_halves = [format_ for format_ in FORMATS.values() if not isinstance(format_, SeatsTables)]
    assert {points_scale(format_, {}) for format_ in in_halves} == {2}
    assert {tuple(format_.table_sizes) for format_ in in_halves} == {(2,)}
