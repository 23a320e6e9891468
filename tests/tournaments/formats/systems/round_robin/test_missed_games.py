"""Points of a round robin in which players come and go, against a plain recount over the Berger table."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.core.format import FormatOptions, for_standings
from tournaments.formats.core.groups import snake_groups
from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Scoring, StageState
from tournaments.formats.systems.round_robin.berger import berger_table
from tournaments.formats.systems.round_robin.format import RoundRobin

FORMAT = RoundRobin()
SCORING = Scoring(pairing_bye=0)
AWAY, REST = Cell(CellKind.ZERO_BYE), Cell(CellKind.PAIRING_BYE)
UNOPPOSED = Cell(CellKind.FULL_BYE, points=SCORING.full_bye)


def _history(rng: random.Random, count: int, options: FormatOptions) -> StageState:
    """Every round paired by the format and played by lot; byes as rounds are written: whoever is away has none of the
    points, whoever is here without an opponent the full ones, whoever has left no cell of their own."""
    rounds = FORMAT.rounds_for(count, options)
    state = StageState(tuple(Entrant(number) for number in range(1, count + 1)), 0, rounds, SCORING)
    for number in range(1, rounds + 1):
        entrants = []
        for entrant in state.entrants:
            luck = rng.random()
            gone = luck < 0.6 if entrant.withdrawn else luck < 0.1
            entrants.append(replace(entrant, withdrawn=gone))
        absent = frozenset(entrant.number for entrant in entrants if rng.random() < 0.1)
        state = replace(state, entrants=tuple(entrants), absent=absent)
        pairing = FORMAT.pair(state, number, rng, options)
        cells: dict[int, Cell] = {}
        for pair in pairing.pairs:
            if pair.black is None:
                cells[pair.white] = REST
                continue
            made = rng.choice((0, 1, 2))
            cells[pair.white] = Cell(CellKind.PLAYED, pair.black, Colour.WHITE, made)
            cells[pair.black] = Cell(CellKind.PLAYED, pair.white, Colour.BLACK, 2 - made)
        for entrant in state.entrants:
            away = entrant.withdrawn or entrant.number in absent
            cells.setdefault(entrant.number, AWAY if away else UNOPPOSED)
        state = replace(
            state,
            entrants=tuple(replace(one, cells=(*one.cells, cells[one.number])) for one in state.entrants),
            rounds_done=number,
        )
    return state


def _recount(state: StageState, options: FormatOptions) -> dict[int, int]:
    """Half points by the rule alone: game by game of the table, nothing for games of somebody who left before half."""
    points: dict[int, int] = {}
    cells = {entrant.number: entrant.cells for entrant in state.entrants}
    double, groups = bool(options.get("double")), max(int(options.get("groups", 1)), 1)
    for members in snake_groups(sorted(cells), groups).values():
        games = (len(members) - 1) * (2 if double else 1)
        dropped = {
            entrant.number
            for entrant in state.entrants
            if entrant.number in members
            and entrant.withdrawn
            and 2 * sum(cell.kind is CellKind.PLAYED for cell in entrant.cells) < games
        }
        points |= dict.fromkeys(set(members) - dropped, 0)
        for index, row in enumerate(berger_table(len(members), double=double)):
            for white, black in row:
                if not white or not black:
                    continue
                pair = members[white - 1], members[black - 1]
                if dropped.isdisjoint(pair):
                    for number in pair:
                        points[number] += cells[number][index].points
    return points


@examples(400)
@given(
    seed=st.integers(0, 10**6),
    count=st.integers(4, 9),
    options=st.sampled_from([{}, {"double": True}, {"groups": 2}, {"groups": 2, "double": True}]),
)
def test_points_are_those_of_a_plain_recount(seed: int, count: int, options: FormatOptions) -> None:
    state = _history(random.Random(seed), count, options)
    rows = standings(for_standings(FORMAT, state, options), ["SB", "WON"])
    assert {row.number: row.points for row in rows if row.counted} == _recount(state, options)


def test_forfeit_of_a_player_who_left_names_both_and_is_worth_what_a_forfeit_is() -> None:
    scoring = Scoring(forfeit_win=1, forfeit_win_numbers=(12,), forfeit_loss_numbers=(-1,))
    lost = Cell(CellKind.PLAYED, 1, Colour.WHITE)
    entrants = (
        Entrant(1, cells=(Cell(CellKind.PLAYED, 3, Colour.BLACK, 2), AWAY, AWAY), withdrawn=True),
        Entrant(2, cells=(AWAY, UNOPPOSED, AWAY)),
        Entrant(3, cells=(lost, AWAY, AWAY)),
    )
    state = for_standings(FORMAT, StageState(entrants, 3, 3, scoring), {})
    # Three players: 3 - 2 and 1 - 3 and 2 - 1, the fourth place of the table being nobody's.
    assert [FORMAT.games_of_round([1, 2, 3], number, {}) for number in (1, 2, 3)] == [[(2, 3)], [(1, 2)], [(3, 1)]]
    assert state.entrant(2).cells[1] == Cell(CellKind.FORFEIT_WIN, 1, Colour.BLACK, 1, (12,), (-1,))
    assert state.entrant(1).cells[1] == Cell(CellKind.FORFEIT_LOSS, 2, Colour.WHITE, 0, (-1,), (12,))


def test_annulled_game_against_a_player_who_left_stays_unplayed() -> None:
    annulled = replace(AWAY, is_annulled=True)
    entrants = (
        Entrant(1, cells=(AWAY, annulled, Cell(CellKind.PLAYED, 3, Colour.BLACK, 2)), withdrawn=True),
        Entrant(2, cells=(AWAY, annulled, AWAY)),
        Entrant(3, cells=(AWAY, AWAY, Cell(CellKind.PLAYED, 1, Colour.WHITE))),
    )
    state = for_standings(FORMAT, StageState(entrants, 3, 3), {})
    assert state.entrants == entrants
