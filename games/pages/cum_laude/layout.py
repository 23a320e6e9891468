"""Where the tower's tiles are drawn: the geometry of an edition's board, in whole units of a drawing."""

from __future__ import annotations

import math
from dataclasses import dataclass

from games.engine.systems.cum_laude.edition import BoardData
from games.engine.systems.cum_laude.names import COLOURS

ACROSS = 60  # from one tile to the next of its row
UP = 52  # from one row to the next
MARGIN = 34  # from a tile's centre to the drawing's edge
NAME_AWAY = 0.66  # a row's name beside its first tile, in tiles

Point = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A drawn tower. `centres`: of every tile and oriel by name. `angles`: the way of each colour's direction, in
    degrees clockwise from the right, as SVG turns things. `doors`: the ends of the line from each oriel to its only
    neighbour."""

    width: int
    height: int
    centres: dict[str, Point]
    angles: dict[str, int]
    doors: dict[str, tuple[Point, Point]]
    names: tuple[tuple[str, Point], ...]


def layout_of(board: BoardData) -> Layout:
    """The layout of a board: rows above each other, the first one lowest, so that the six directions of a regular board
    are those of a hexagon."""
    slant = 0.5 if (1, -1) in board.directions.values() else -0.5
    rows = {row: place for place, row in enumerate(sorted(board.rows))}

    def at(up: float, along: float) -> tuple[float, float]:
        return (along + slant * up) * ACROSS, -up * UP

    placed = {
        f"{row}{number}": at(rows[row], number)
        for row, (first, colours) in board.rows.items()
        for number in range(first, first + len(colours))
    }
    tiles = dict(placed)
    ways = {colour: at(*board.directions[colour]) for colour in COLOURS}
    for colour in COLOURS:
        placed[f"{colour}-oriel"] = _beyond(placed[board.oriels[colour].door], ways[colour], placed)
    written = [*_row_names(board, tiles, placed), *_number_names(board, tiles, placed, at(-1, 0))]
    points = [*placed.values(), *(point for _name, point in written)]
    left = min(x for x, _y in points) - MARGIN
    top = min(y for _x, y in points) - MARGIN

    def moved(point: tuple[float, float]) -> Point:
        return round(point[0] - left), round(point[1] - top)

    return Layout(
        width=round(max(x for x, _y in points) - left + MARGIN),
        height=round(max(y for _x, y in points) - top + MARGIN),
        centres={name: moved(point) for name, point in placed.items()},
        angles={colour: round(math.degrees(math.atan2(way[1], way[0]))) for colour, way in ways.items()},
        doors={
            colour: (moved(placed[f"{colour}-oriel"]), moved(placed[board.oriels[colour].door])) for colour in COLOURS
        },
        names=tuple((name, moved(point)) for name, point in written),
    )


def _beyond(
    door: tuple[float, float], way: tuple[float, float], placed: dict[str, tuple[float, float]]
) -> tuple[float, float]:
    """The first free place from a door in a direction."""
    length = math.hypot(*way)
    distance = ACROSS
    while True:
        place = door[0] + way[0] / length * distance, door[1] + way[1] / length * distance
        if _is_free(place, placed, ACROSS * 0.9):
            return place
        distance += ACROSS


def _is_free(place: tuple[float, float], placed: dict[str, tuple[float, float]], least: float) -> bool:
    return all(math.dist(place, other) >= least for other in placed.values())


def _row_names(
    board: BoardData, tiles: dict[str, tuple[float, float]], placed: dict[str, tuple[float, float]]
) -> list[tuple[str, tuple[float, float]]]:
    """A letter before each row, above that place where an oriel is there."""
    written = []
    for row, (first, _colours) in board.rows.items():
        x, y = tiles[f"{row}{first}"]
        place = x - ACROSS * NAME_AWAY, y
        if not _is_free(place, placed, ACROSS * 0.6):
            place = x - ACROSS * 0.5, y - UP * 0.6
        written.append((row, place))
    return written


def _number_names(
    board: BoardData,
    tiles: dict[str, tuple[float, float]],
    placed: dict[str, tuple[float, float]],
    below: tuple[float, float],
) -> list[tuple[str, tuple[float, float]]]:
    """A number below the lowest tile that has it, beside that place where an oriel is there."""
    lowest: dict[int, str] = {}
    for row, (first, colours) in sorted(board.rows.items()):
        for number in range(first, first + len(colours)):
            lowest.setdefault(number, f"{row}{number}")
    written = []
    for number, name in lowest.items():
        x, y = tiles[name]
        place = x + below[0] * NAME_AWAY, y + below[1] * NAME_AWAY
        if not _is_free(place, placed, ACROSS * 0.6):
            place = x + ACROSS * NAME_AWAY, y
        written.append((str(number), place))
    return written
