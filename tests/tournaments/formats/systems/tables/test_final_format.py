"""Final tables, round by round (T14)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tournaments.formats.core.format import FormatOptionError, FormatOptions, TableSizeError
from tournaments.formats.core.sittings import sittings_of
from tournaments.formats.core.state import CellKind, Entrant, RoundTables, Sitting, StageState
from tournaments.formats.systems.tables.final_format import FinalTables

FINAL = FinalTables()
AWAY = Sitting(CellKind.ZERO_BYE)


class Final:
    """A final that a test plays by saying places by pairing number."""

    def __init__(self, entrants: int, **options: int | str) -> None:
        self.options: FormatOptions = options
        self.state = StageState(tuple(Entrant(number) for number in range(1, entrants + 1)), 0, 9, lots_seed=7)

    def seat(self) -> RoundTables:
        return FINAL.seat(self.state, self.state.rounds_done + 1, random.Random(1), self.options)

    def tables(self) -> list[set[int]]:
        return [set(table.seats) for table in self.seat().tables]

    def play(self, *in_order: Sequence[int | tuple[int, ...]]) -> Final:
        """A round: the players of each table from place 1 on, those who share one in brackets."""
        made = self.seat()
        sittings: dict[int, Sitting] = {
            table.seats[0]: Sitting(CellKind.PAIRING_BYE) for table in made.tables if len(table.seats) == 1
        }
        for ranking in in_order:
            places: dict[int, int] = {}
            for group in ranking:
                shared = group if isinstance(group, tuple) else (group,)
                places |= dict.fromkeys(shared, len(places) + 1)
            number = next(at for at, table in enumerate(made.tables, 1) if set(table.seats) == set(places))
            seats = made.tables[number - 1].seats
            sittings |= sittings_of(number, seats, CellKind.PLAYED, [places[seat] for seat in seats])
        return self.add(sittings)

    def add(self, sittings: dict[int, Sitting]) -> Final:
        self.state = replace(
            self.state,
            rounds_done=self.state.rounds_done + 1,
            entrants=tuple(
                replace(entrant, sittings=(*entrant.sittings, sittings.get(entrant.number, AWAY)))
                for entrant in self.state.entrants
            ),
        )
        return self

    def withdraw(self, *numbers: int) -> Final:
        self.state = replace(
            self.state,
            entrants=tuple(
                replace(entrant, withdrawn=entrant.withdrawn or entrant.number in numbers)
                for entrant in self.state.entrants
            ),
        )
        return self

    def ranks(self) -> list[tuple[int, int]]:
        return sorted((rank, number) for number, rank in FINAL.ranks(self.state, self.options).items())

    @property
    def is_over(self) -> bool:
        return FINAL.is_over(self.state, self.options)


def test_winners_of_snake_seeded_tables_meet_at_the_last_one_whose_places_lead_the_ranking() -> None:
    final = Final(16)
    assert final.tables() == [{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}]
    final.play([8, 1, 9, 16], [2, 7, 10, 15], [14, 3, 6, 11], [4, 5, 12, 13])
    assert final.ranks()[:5] == [(1, 2), (1, 4), (1, 8), (1, 14), (5, 1)]
    assert [FINAL.places(final.state, {})[fourth] for fourth in (11, 13, 15, 16)] == [13, 14, 15, 16]
    assert final.tables() == [{8, 2, 14, 4}]
    assert not final.is_over
    final.play([14, (2, 4), 8])
    assert final.is_over
    assert final.ranks()[:6] == [(1, 14), (2, 2), (2, 4), (4, 8), (5, 1), (6, 3)]
    assert final.seat().blocked == (("final_decided", ()),)


def test_the_best_two_of_each_go_on_until_one_table_is_left() -> None:
    final = Final(16, onward=2)
    assert FINAL.rounds_for(16, {"onward": 2, "ties": "lots"}) == 3
    assert FINAL.rounds_for(16, {"onward": 2}) == 5  # two may need extra games
    final.play([1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13])
    assert final.tables() == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    final.play([8, 5, 4, 1], [7, 6, 3, 2])
    assert final.tables() == [{5, 6, 7, 8}]


def test_those_who_share_the_place_that_decides_play_an_extra_game() -> None:
    final = Final(8, onward=2)
    final.play([1, (4, 5), 8], [2, 3, 6, 7])
    made = final.seat()
    assert [set(table.seats) for table in made.tables] == [{4, 5}]
    assert made.tables[0].why == (("final_extra", (("players", "4, 5"), ("open", 1))),)
    assert {number for rank, number in final.ranks() if rank == 1} == {1, 2, 3, 4, 5}
    assert set(FINAL.places(final.state, final.options)) == set()
    final.play([5, 4])
    assert final.tables() == [{1, 2, 3, 5}]
    final.play([5, 3, 2, 1])
    assert final.ranks() == [(1, 5), (2, 3), (3, 2), (4, 1), (5, 4), (6, 6), (7, 7), (8, 8)]


def test_an_extra_game_that_ties_again_is_left_to_lots() -> None:
    final = Final(8, onward=2)
    final.play([1, (4, 5), 8], [2, 3, 6, 7]).play([(4, 5)])
    last = final.seat().tables[0]
    assert {1, 2, 3} < set(last.seats)
    drawn = (set(last.seats) - {1, 2, 3}).pop()
    assert drawn in {4, 5}
    assert ("final_lots", (("players", str(drawn)),)) in last.why


def test_lots_decide_at_once_where_that_was_set_and_another_seed_may_choose_another() -> None:
    chosen = set()
    for seed in range(12):
        final = Final(8, ties="lots")
        final.state = replace(final.state, lots_seed=seed)
        final.play([(4, 5), 1, 8], [2, 3, 6, 7])
        chosen.add(frozenset(final.tables()[0]))
        assert final.tables() == final.tables()
    assert chosen == {frozenset({2, 4}), frozenset({2, 5})}


def test_whoever_has_left_or_is_away_leaves_the_place_to_the_next_of_the_table() -> None:
    final = Final(8).play([1, 4, 5, 8], [2, 3, 6, 7]).withdraw(1)
    final.state = replace(final.state, absent=frozenset({2}))
    assert final.tables() == [{4, 3}]


def test_whoever_forfeited_does_not_go_on() -> None:
    final = Final(8, onward=2)
    made = final.seat()
    sittings = sittings_of(2, made.tables[1].seats, CellKind.PLAYED, [1, 2, 3, 4])
    first = sittings_of(1, made.tables[0].seats, CellKind.PLAYED, [1, 2, 2, 2])
    lost = made.tables[0].seats[1:]
    final.add(
        {**sittings, **{n: replace(s, kind=CellKind.FORFEIT_LOSS if n in lost else s.kind) for n, s in first.items()}}
    )
    assert final.tables() == [{made.tables[0].seats[0], *made.tables[1].seats[:2]}]


def test_a_game_without_places_is_waited_for() -> None:
    final = Final(8)
    made = final.seat()
    final.add(
        {
            **sittings_of(1, made.tables[0].seats, CellKind.PLAYED, [1, 2, 3, 4]),
            **sittings_of(2, made.tables[1].seats, CellKind.ZERO_BYE, []),
        }
    )
    assert final.seat().blocked == (("final_undecided", (("table", 2),)),)
    still = {number for rank, number in final.ranks() if rank == 1}
    assert still == {made.tables[0].seats[0], *made.tables[1].seats}
    assert FINAL.places(final.state, {}) == {}


def test_the_best_have_byes_where_tables_do_not_come_out_even() -> None:
    final = Final(7, size=3, least=3)
    made = final.seat()
    assert [table.seats for table in made.tables if len(table.seats) == 1] == [(1,)]
    final.play(*[sorted(table.seats) for table in made.tables if len(table.seats) == 3])
    assert final.tables() == [{1, 2, 3}]


def test_a_final_is_over_where_nobody_is_left_to_play_another_table() -> None:
    final = Final(8).play([1, 4, 5, 8], [2, 3, 6, 7]).withdraw(2, 3, 6, 7)
    assert final.is_over
    assert final.ranks()[0] == (1, 1)


@pytest.mark.parametrize(
    ("options", "key"), [({"least": 5}, "least"), ({"onward": 4}, "onward"), ({"size": 3, "onward": 3}, "onward")]
)
def test_options_that_do_not_fit_together_are_refused(options: dict[str, int], key: str) -> None:
    with pytest.raises(FormatOptionError) as refused:
        FINAL.check_options(options)
    assert refused.value.key == key


def test_sizes_are_those_that_the_game_can_be_played_at() -> None:
    assert FINAL.options_for(range(2, 5)) == {}
    assert FINAL.options_for((3,)) == {"size": 3, "least": 3}
    FINAL.check_sizes({}, range(2, 5))
    with pytest.raises(TableSizeError):
        FINAL.check_sizes({}, (2, 4))
    with pytest.raises(ValueError, match="fill tables"):
        FINAL.check_entrants(10, {})
    FINAL.check_entrants(3, {})


def test_somebody_is_out_at_every_table_even_at_one_of_two() -> None:
    """Four in threes are two tables of two: with two each going on nobody would ever be out."""
    final = Final(4, size=3, onward=2)
    assert FINAL.rounds_for(4, final.options) == 3
    first, second = final.tables()
    final.play(sorted(first), sorted(second))
    assert final.tables() == [{min(first), min(second)}]
