"""Who sits together in a round by the standings (T3 to T5, T7, T8)."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.played_stages import PlayedStage
from tournaments.formats.core.format import FormatOptions
from tournaments.formats.core.sittings import sittings_of
from tournaments.formats.core.state import CellKind, Entrant, RoundTables, Sitting, StageState
from tournaments.formats.systems.tables.format import Tables
from tournaments.formats.systems.tables.history import history_of
from tournaments.formats.systems.tables.search import Price
from tournaments.formats.systems.tables.seating import seat_round
from tournaments.formats.systems.tables.sizes import TableSizes

Together = frozenset[frozenset[int]]


def stage(players: int, seed: int = 1, options: FormatOptions | None = None, rounds: int = 0) -> PlayedStage:
    """A stage after that many rounds."""
    played = PlayedStage(Tables(), players, seed, options or {})
    for _round in range(rounds):
        played.add(played.seating())
    return played


def price(state: StageState, tables: list[tuple[int, ...]]) -> Price:
    """The cost of T5, word by word: forbidden pairs and repeated meetings, and squares of differences in points."""
    history = history_of(state)
    points = {entrant.number: entrant.points for entrant in state.entrants}
    together = sum(
        history.times_met(one, other) ** 2 + (frozenset((one, other)) in state.forbidden) * (1 << 44)
        for table in tables
        for one, other in combinations(table, 2)
    )
    spread = sum(
        (max(points[number] for number in table) - min(points[number] for number in table)) ** 2 for table in tables
    )
    return together, spread


def seated(made: RoundTables) -> list[tuple[int, ...]]:
    return [table.seats for table in made.tables if len(table.seats) > 1]


@examples(30)
@given(st.integers(3, 18), st.integers(0, 3), st.integers(0, 99), st.sampled_from([(4, 3, 5), (4, 3, 4), (3, 3, 4)]))
def test_round_is_never_worse_than_the_standings_cut_straight(
    players: int, rounds: int, seed: int, sizes: tuple[int, int, int]
) -> None:
    options: FormatOptions = dict(zip(("size", "least", "most"), sizes, strict=True))
    state = stage(players, seed, options, rounds).state
    made = seat_round(state, rounds + 1, random.Random(seed), TableSizes(*sizes), "lots")
    cut = TableSizes(*sizes).cut(players)
    straight = [made.order[sum(cut[:at]) : sum(cut[: at + 1])] for at in range(len(cut))]
    assert price(state, list(made.tables)) == made.price <= made.straight == price(state, straight)
    assert tuple(map(len, made.tables)) == cut
    assert sorted([*made.order, *made.byes]) == list(range(1, players + 1))
    points = [state.entrant(number).points for number in made.order]
    assert points == sorted(points, reverse=True)


def best_price(state: StageState, players: int) -> Price:
    """The least cost of two tables of the sizes of T2, over all ways to choose them."""
    first = TableSizes(4, 3, 5).cut(players)[0]
    numbers = range(1, players + 1)
    return min(
        price(state, [one, tuple(number for number in numbers if number not in one)])
        for one in combinations(numbers, first)
    )


@examples(40)
@given(st.integers(6, 8), st.integers(1, 3), st.integers(0, 99), st.integers(0, 4))
def test_two_tables_are_the_best_of_all(players: int, rounds: int, seed: int, kept_apart: int) -> None:
    state = stage(players, seed, {"most": 5}, rounds).state
    pairs = list(combinations(range(1, players + 1), 2))
    chosen = random.Random(seed).sample(pairs, kept_apart)
    state = replace(state, forbidden=frozenset(map(frozenset, chosen)))
    made = Tables().seat(state, rounds + 1, random.Random(1), {"most": 5})
    assert price(state, seated(made)) == best_price(state, players)


def test_first_round_by_lots_follows_the_seed() -> None:
    rounds = {tuple(seated(stage(16, seed).seating())) for seed in range(4)}
    assert len(rounds) == 4


def test_first_round_in_snake_order_makes_tables_equally_strong() -> None:
    made = stage(16, options={"first": "snake"}).seating()
    assert sorted(tuple(sorted(table)) for table in seated(made)) == [
        (1, 8, 9, 16),
        (2, 7, 10, 15),
        (3, 6, 11, 14),
        (4, 5, 12, 13),
    ]
    assert [sorted(table) for table in seated(stage(7, options={"first": "snake"}).seating())] == [
        [1, 4, 5, 7],
        [2, 3, 6],
    ]


@pytest.mark.parametrize("first", ["lots", "snake"])
def test_first_round_keeps_apart_who_is_to_be_kept_apart(first: str) -> None:
    played = stage(16, options={"first": first})
    apart: Together = frozenset(frozenset(pair) for pair in [(1, 16), (1, 8), (2, 7), (4, 5), (4, 13), (9, 10)])
    for state in (replace(played.state, forbidden=apart), replace(played.state, avoided=apart)):
        for table in seated(played.seating(state)):
            assert not apart.intersection(map(frozenset, combinations(table, 2)))


def test_players_who_cannot_all_be_kept_apart_sit_together_as_rarely_as_possible() -> None:
    """Five of eight who are all to be kept apart sit three and two."""
    played = stage(8)
    apart: Together = frozenset(map(frozenset, combinations(range(1, 6), 2)))
    made = played.seating(replace(played.state, forbidden=apart))
    assert sorted(sum(number < 6 for number in table) for table in seated(made)) == [2, 3]
    codes = [code for table in made.tables for code, _parameters in table.why]
    assert codes.count("tables_apart") == 4


def test_byes_go_to_whoever_had_fewest_then_to_the_lowest_in_the_standings() -> None:
    played = stage(7, options={"least": 4}, rounds=3)
    byes = [
        entrant.number for entrant in played.state.entrants if len([s for s in entrant.sittings if not s.seat]) == 1
    ]
    again = [
        entrant.number for entrant in played.state.entrants if len([s for s in entrant.sittings if not s.seat]) > 1
    ]
    assert (len(byes), len(again)) == (5, 2)
    assert [table.seats for table in stage(7, options={"least": 4}).seating().tables[1:]] == [(5,), (6,), (7,)]


def test_too_few_players_are_no_round() -> None:
    played = stage(5, options={"least": 4})
    state = replace(played.state, absent=frozenset({1, 2}))
    assert played.seating(state).blocked == (("tables_too_few", (("count", 3), ("least", 4))),)
    state = replace(played.state, absent=frozenset(range(1, 6)))
    assert played.seating(state).blocked == (("nobody", ()),)


@examples(20)
@given(st.integers(3, 11), st.integers(1, 3), st.integers(0, 99))
def test_seats_are_the_most_even_that_the_tables_allow(players: int, rounds: int, seed: int) -> None:
    state = stage(players, seed, rounds=rounds).state
    counts = history_of(state).seats
    for table in seated(stage(players, seed, rounds=rounds).seating()):
        costs = [
            sum((counts.get((number, seat), 0) + 1) ** 2 - counts.get((number, seat), 0) ** 2 for seat, number in at)
            for at in (enumerate(order) for order in permutations(table))
        ]
        assert costs[0] == min(costs)  # the order of the table itself is the first


def test_whoever_forfeited_met_nobody_and_an_open_game_counts() -> None:
    def after(kinds: dict[int, CellKind], places: tuple[int, ...] = ()) -> StageState:
        sat = sittings_of(1, (1, 2, 3), CellKind.PLAYED, places)
        entrants = tuple(
            Entrant(number, sittings=(replace(sat[number], kind=kinds.get(number, CellKind.PLAYED)),))
            for number in (1, 2, 3)
        )
        return StageState(entrants, 1, 3)

    played = history_of(after({3: CellKind.FORFEIT_LOSS}, (1, 2, 3)))
    assert played.meetings == {frozenset({1, 2}): (1,)}
    still_open = history_of(after(dict.fromkeys((1, 2, 3), CellKind.ZERO_BYE)))
    assert len(still_open.meetings) == 3
    annulled = StageState((Entrant(1, sittings=(Sitting(CellKind.ZERO_BYE, is_annulled=True),)),), 1, 3)
    assert history_of(annulled).meetings == {}


def test_every_pair_of_a_table_is_said_to_have_met_or_not() -> None:
    played = stage(8, rounds=2)
    history = history_of(played.state)
    for table in played.seating().tables:
        said = {
            frozenset((dict(parameters)["player"], dict(parameters)["opponent"])): dict(parameters)["rounds"]
            for code, parameters in table.why
            if code == "tables_met"
        }
        met = {
            frozenset(pair): ", ".join(map(str, rounds))
            for pair in combinations(table.seats, 2)
            if (rounds := history.meetings.get(frozenset(pair)))
        }
        assert said == met
        codes = [code for code, _parameters in table.why]
        assert ("tables_none_met" in codes) == (not met)
        assert ("tables_others_new" in codes) == (0 < len(met) < 6)


AHEAD: FormatOptions = {"ahead": True}


def test_rounds_made_ahead_are_those_of_the_schedule_whatever_the_results() -> None:
    played = stage(16, options=AHEAD)
    played.rounds = 5
    played.state = replace(played.state, planned_rounds=5)
    made = list(played.play())
    assert [[table.seats for table in round_.tables] for round_ in made] == [
        [table.seats for table in round_.tables] for round_ in Tables().rounds_ahead(16, 5, AHEAD)
    ]
    assert not [code for round_ in made for table in round_.tables for code, _p in table.why if code == "tables_met"]


def test_round_made_ahead_goes_on_without_who_is_away() -> None:
    played = stage(16, options=AHEAD, rounds=2)
    whole = {frozenset(table) for table in seated(played.seating())}
    without = played.seating(replace(played.state, absent=frozenset({5})))
    assert {frozenset(table) for table in seated(without)} == {table - {5} for table in whole}


def test_round_made_ahead_takes_in_a_late_entry() -> None:
    played = stage(15, options=AHEAD, rounds=2)
    late = Entrant(16, sittings=(Sitting(CellKind.ZERO_BYE),) * 2)
    state = replace(played.state, entrants=(*played.state.entrants, late), latecomers=frozenset({16}))
    made = played.seating(state)
    assert sorted(number for table in seated(made) for number in table) == list(range(1, 17))
    assert price(replace(state, forbidden=frozenset()), seated(made))[0] == 0
