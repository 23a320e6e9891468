"""Direct encounter: places among the tied."""

from __future__ import annotations

from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState

Games = dict[tuple[int, int], int]


def _state(games: Games, *, points: dict[int, int], predetermined: bool = False) -> StageState:
    """One round a game, the first named starts and makes so many half points; whoever has less than `points` in all
    gets the difference by a bye in a last round."""
    cells: dict[int, list[Cell]] = {number: [] for number in points}
    for (white, black), made in games.items():
        for number in cells:
            if number == white:
                cells[number].append(Cell(CellKind.PLAYED, black, Colour.WHITE, made))
            elif number == black:
                cells[number].append(Cell(CellKind.PLAYED, white, Colour.BLACK, 2 - made))
            else:
                cells[number].append(Cell(CellKind.ZERO_BYE))
    for number, row in cells.items():
        row.append(Cell(CellKind.PAIRING_BYE, points=points[number] - sum(cell.points for cell in row)))
    rounds = len(games) + 1
    entrants = tuple(Entrant(number, cells=tuple(row)) for number, row in cells.items())
    return StageState(entrants, rounds, rounds, predetermined=predetermined)


def _places(state: StageState) -> dict[int, str]:
    return {row.number: row.values[0].text for row in standings(state, ["DE"])}


def test_winner_of_the_game_among_two_goes_first() -> None:
    state = _state({(1, 2): 0}, points={1: 4, 2: 4, 3: 1})
    assert _places(state) == {2: "1", 1: "2", 3: "–"}


def test_those_who_drew_stay_tied() -> None:
    games = {(1, 2): 2, (2, 3): 1, (3, 1): 2, (1, 4): 0, (2, 4): 2, (3, 4): 0}
    state = _state(games, points={1: 9, 2: 9, 3: 9, 4: 9})
    assert _places(state) == {4: "1", 3: "2", 2: "2", 1: "4"}


def test_still_tied_are_compared_again_by_their_own_game() -> None:
    """6.2: 4 has two and a half, 3 one and a half, 1 and 2 have one each, and 1 beat 2."""
    games = {(1, 2): 2, (1, 3): 0, (1, 4): 0, (2, 3): 2, (2, 4): 0, (3, 4): 1}
    state = _state(games, points={1: 9, 2: 9, 3: 9, 4: 9})
    assert _places(state) == {4: "1", 3: "2", 1: "3", 2: "4"}


def test_nobody_goes_first_while_a_missing_game_could_change_it() -> None:
    state = _state({(1, 2): 2}, points={1: 4, 2: 4, 3: 4})
    assert _places(state) == {1: "1", 2: "1", 3: "1"}


def test_who_is_out_of_reach_goes_first_though_others_have_not_met() -> None:
    state = _state({(1, 2): 2, (1, 3): 2}, points={1: 4, 2: 4, 3: 4})
    assert _places(state) == {1: "1", 2: "2", 3: "2"}


def test_several_games_of_two_are_averaged() -> None:
    """6.1.2: 1 beat 2 once in two games (a half on average), 2 drew 3, 1 drew 3: nobody is ahead."""
    games = {(1, 2): 2, (2, 1): 2, (2, 3): 1, (1, 3): 1}
    state = _state(games, points={1: 9, 2: 9, 3: 9})
    assert _places(state) == {1: "1", 2: "1", 3: "1"}


def test_forfeit_between_the_tied_counts_in_a_round_robin_only() -> None:
    won, lost = Cell(CellKind.FORFEIT_WIN, 2, Colour.WHITE, 2), Cell(CellKind.FORFEIT_LOSS, 1, Colour.BLACK, 0)
    loss, win = Cell(CellKind.PLAYED, 3, Colour.WHITE, 0), Cell(CellKind.PLAYED, 3, Colour.WHITE, 2)
    third = (Cell(CellKind.PLAYED, 1, Colour.BLACK, 2), Cell(CellKind.PLAYED, 2, Colour.BLACK, 0))
    entrants = (
        Entrant(1, cells=(won, loss, Cell(CellKind.ZERO_BYE))),
        Entrant(2, cells=(lost, Cell(CellKind.ZERO_BYE), win)),
        Entrant(3, cells=(Cell(CellKind.ZERO_BYE), third[0], third[1])),
    )
    swiss = StageState(entrants[:2], 3, 3)
    assert _places(swiss) == {1: "1", 2: "1"}
    assert _places(StageState(entrants[:2], 3, 3, predetermined=True)) == {1: "1", 2: "2"}


def test_parts_are_the_games_among_the_tied() -> None:
    state = _state({(1, 2): 0, (1, 3): 2}, points={1: 4, 2: 4, 3: 1})
    parts = {row.number: row.values[0].parts for row in standings(state, ["DE"])}
    assert {number: [(part.round, part.opponent, part.amount) for part in of] for number, of in parts.items()} == {
        1: [(1, 2, 0)],
        2: [(1, 1, 1)],
        3: [],
    }


def test_it_is_applied_within_those_whom_the_columns_before_left_tied() -> None:
    """By points all three are tied and 1 is ahead of 2 by their game; by wins first, 1 and 3 are the tied ones."""
    games = {(1, 2): 2, (2, 3): 2, (3, 1): 2}
    state = _state(games, points={1: 3, 2: 4, 3: 3})
    rows = standings(state, ["WON", "DE"])
    assert [(row.number, row.values[1].text) for row in rows] == [(2, "–"), (3, "1"), (1, "2")]
