"""The board after a step, drawn: geometry and plain colours by attributes, the page's colours by the stylesheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.engine.systems.elemental.board import Board
from games.engine.systems.elemental.edition import Edition, EditionData, make_edition
from games.engine.systems.elemental.steps import Step
from games.pages.elemental.replays import ElementalReplay, board_in_words, sentences_of, standings_of, title_of

CELL = 48
SPOTS = "checkers-spots"  # the id of the empty board on a page with steps
EDGE = 22  # beside and below the spots, for their names
# The colours of pawns by seat; a number stands on each.
PAWNS = ("#1f5fa8", "#8a4b00", "#5b3fa8", "#17694a", "#8c1d40", "#3d3a45", "#00666e", "#6b5900", "#7a2a7a")
# Radius and places of pawns that stand together, by how many they are.
_TOGETHER: tuple[tuple[int, int, int], ...] = ((1, 14, 1), (4, 10, 2), (9, 7, 3))  # at most, radius, in a row


def board_values(step: Step, edition: Edition, *, is_alone: bool = False) -> dict[str, Any]:
    """What the drawing is made of. One that doesn't stand alone has its spots from elsewhere on the page: they are the
    same at every step."""
    return {
        **(spots_values(edition) if is_alone else {**size_of(edition.board), "spots_id": SPOTS}),
        "tokens": [centre_of(edition.board, name) for name in step.tokens],
        "pawns": list(_pawns(step.spots.items(), edition.board, None if step.kind == "end" else step.seat)),
        "way": _way(step, edition.board),
        "is_alone": is_alone,
        "label": title_of(step),
        "words": board_in_words(step),
    }


def size_of(board: Board) -> dict[str, int]:
    """The size of the drawing."""
    return {"width": EDGE + board.width * CELL + 2, "height": board.height * CELL + EDGE + 2}


def spots_values(edition: Edition) -> dict[str, Any]:
    """The empty board with its star spots."""
    board = edition.board
    return {
        **size_of(board),
        "spots": [
            {**_corner_of(board, spot), "is_magenta": spot & board.magenta, "has_star": spot & edition.stars}
            for spot in board.names
        ],
        "columns": [
            {"x": EDGE + column * CELL + CELL // 2, "y": board.height * CELL + 17, "name": chr(97 + column)}
            for column in range(board.width)
        ],
        "rows": [
            {"x": EDGE - 6, "y": (board.height - 1 - row) * CELL + CELL // 2 + 5, "name": str(row + 1)}
            for row in range(board.height)
        ],
    }


def empty_board(data: Mapping[str, Any]) -> dict[str, Any]:
    """The board of an edition's data, with its stars and the pawns of most players where they start."""
    edition = make_edition(msgspec.convert({**data, "key": "shown", "title": "shown", "version": 1}, EditionData))
    names, most = edition.board.names, edition.most_players
    standing = [(str(seat), names[spot]) for seat, spot in enumerate(edition.corners[most], 1)]
    return {
        **spots_values(edition),
        "tokens": [centre_of(edition.board, name) for name in edition.star_spots],
        "pawns": list(_pawns(standing, edition.board)),
        "label": _("The board"),
        "words": _("Pawns of %(number)d players start in the corners.") % {"number": most},
    }


def _corner_of(board: Board, spot: int) -> dict[str, int]:
    """The upper left corner of a spot."""
    row, column = divmod(spot.bit_length() - 1, board.width)
    return {"x": EDGE + column * CELL, "y": (board.height - 1 - row) * CELL + 1}


def centre_of(board: Board, name: str) -> dict[str, int]:
    corner = _corner_of(board, board.spots[name])
    return {"x": corner["x"] + CELL // 2, "y": corner["y"] + CELL // 2}


def _pawns(spots: Iterable[tuple[str, str]], board: Board, mover: str | None = None) -> Iterator[dict[str, Any]]:
    """The pawns, by seat and spot; those on one spot stand beside each other."""
    standing = sorted(spots, key=lambda pawn: (pawn[1], pawn[0]))
    for spot, group in groupby(standing, key=lambda pawn: pawn[1]):
        seats = [seat for seat, _spot in group]
        _most, radius, row = next(each for each in _TOGETHER if len(seats) <= each[0])
        lines = -(-len(seats) // row)
        centre = centre_of(board, spot)
        for number, seat in enumerate(seats):
            line, column = divmod(number, row)
            in_line = min(row, len(seats) - line * row)
            yield {
                "seat": seat,
                "x": centre["x"] + round((column - (in_line - 1) / 2) * (2 * radius + 1)),
                "y": centre["y"] + round((line - (lines - 1) / 2) * (2 * radius + 1)),
                "radius": radius,
                "size": radius + 2,
                "baseline": round(radius * 0.38),
                "colour": PAWNS[int(seat) - 1],
                "is_mover": seat == mover,
            }


def _way(step: Step, board: Board) -> dict[str, Any] | None:
    """The way of a move, from where it began; None for other steps."""
    if not step.way:
        return None
    points = [centre_of(board, name) for name in ([step.start] if step.start else []) + list(step.way)]
    return {"points": " ".join(f"{point['x']},{point['y']}" for point in points), "start": points[0]}


def step_values(replay: ElementalReplay, number: int, picture_address: str) -> dict[str, Any]:
    """What the page shows of one step. `picture_address`: of its picture, with 0 for its number."""
    step: Step = replay.steps[number]
    return {
        **replay.neighbours(number),
        "replay": replay,
        "step": step,
        "title": title_of(step),
        "sentences": sentences_of(step),
        "seats": standings_of(step, replay.edition.data.health_max.value),
        "board": board_values(step, replay.edition),
        "picture": picture_address.replace("-0.", f"-{number}.") + f"?v={replay.version}",
        **_turns_beside(replay, step),
    }


def _turns_beside(replay: ElementalReplay, step: Step) -> dict[str, int | None]:
    """The steps with which the turns before and after this one begin."""
    starts: Sequence[tuple[int, int]] = replay.part_starts()
    earlier = [first for turn, first in starts if turn < step.part]
    later = [first for turn, first in starts if turn > step.part]
    return {"turn_before": earlier[-1] if earlier else None, "turn_after": later[0] if later else None}
