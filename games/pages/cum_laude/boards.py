"""The tower, drawn: geometry and plain colours by attributes, the page's colours by the stylesheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.edition import Edition, EditionData, make_edition
from games.engine.systems.cum_laude.names import CARDS, COLOURS, CRYSTALS, EXAMINER, SYMBOLS
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS
from games.engine.systems.cum_laude.steps import Step
from games.engine.systems.cum_laude.tower import BLACK, GRAY
from games.pages.cum_laude.layout import Layout, Point, layout_of
from games.pages.cum_laude.replays import CumLaudeReplay, title_of, tower_in_words
from games.pages.cum_laude.words import figure_in_words, tile_in_words

TOWER = "tower-tiles"  # the id of the empty tower on a page with steps
FIGURES = (*COLOURS, EXAMINER)
CRYSTAL_NAMES = dict(zip(CRYSTAL_LETTERS, CRYSTALS, strict=True))
# Colours that a picture has wherever it is shown. Yellow is the one figure with a dark sign.
FIGURE_COLOURS = {
    "red": "#b3263e",
    "black": "#26232e",
    "yellow": "#f0c11a",
    "green": "#1d7a46",
    "blue": "#1f5fa8",
    "brown": "#7d4a1c",
    EXAMINER: "#e9e5f0",
}
SIGN_COLOURS = dict.fromkeys(FIGURES, "#ffffff") | {"yellow": "#1d1b22", EXAMINER: "#1d1b22"}
SYMBOL_NAMES = {letter: name for name, letter in SYMBOLS.items()}
SYMBOL_PATHS = {
    "step": "M-8-1L0-5 8-1 0 3zM-4 2v3c2 2 6 2 8 0V2",
    "trade": "M-7-3H6M3-6l3.500 3L3 0M7 4H-6M-3 1l-3.500 3L-3 7",
    "again": "M6-2A6.500 6.500 0 1 0 6 3M7-6v4.500H2.500",
    "places": "M-7 4L5-4M1-5h5v5M7 5L2 2M-2-1l-5-4",
}
"""The symbols of movement cards around their centres, 20 wide: lines, and the hat of `step` filled."""
TILE_COLOURS = {"W": "#fbf7ec", GRAY: "#b4b0bb", BLACK: "#4a4653"}
TILE_NAMES = {"W": "white", GRAY: "gray", BLACK: "black"}
# A crystal around its centre, 28 high.
GEMS = {
    "white": "m0-14l10 14-10 14-10-14z",
    "blue": "m-7-11h14l6 8-13 14-13-14zm-6 8h26",
    "red": "m0-13l13 23h-26zm0 0v23",
}
GEM_COLOURS = {"white": "#ffffff", "blue": "#3f8fe0", "red": "#d8344f"}
LARGE = 19  # the radius of a figure that stands alone
# Radius of figures that stand together, and in how many to a row, by how many they are.
_TOGETHER: tuple[tuple[int, int, int], ...] = ((1, LARGE, 1), (2, 14, 2), (4, 12, 2), (9, 8, 3))


@lru_cache(maxsize=64)
def drawn_tower(edition: Edition) -> Layout:
    """The layout of an edition's tower."""
    return layout_of(edition.data.board.value)


def tower_values(edition: Edition) -> dict[str, Any]:
    """The empty tower: what `cum_laude/tower.svg` draws, with nothing on its tiles. Everything is a number or a text,
    so a script can have it as JSON.

    `tiles`: by their names, with centre, colour, and whose oriel it is ("" for a tile of the board). `angles`: the way
    of each colour's direction. `doors`: a line from each oriel to its neighbour. `names`: of rows and numbers, at the
    edge.
    """
    drawn = drawn_tower(edition)
    tower = edition.tower
    return {
        "width": drawn.width,
        "height": drawn.height,
        "tiles": [
            {
                "name": name,
                "x": x,
                "y": y,
                "kind": TILE_NAMES[tower.colour[tower.numbers[name]]],
                "fill": TILE_COLOURS[tower.colour[tower.numbers[name]]],
                "is_desk": tower.numbers[name] == tower.desk,
                "oriel": name.partition("-")[0] if "-" in name else "",
                "ring": FIGURE_COLOURS.get(name.partition("-")[0], ""),
                "words": tile_in_words(name),
            }
            for name, (x, y) in drawn.centres.items()
        ],
        "angles": drawn.angles,
        "doors": [{"x1": x1, "y1": y1, "x2": x2, "y2": y2} for (x1, y1), (x2, y2) in drawn.doors.values()],
        "names": [{"name": name, "x": x, "y": y + 6} for name, (x, y) in drawn.names],
    }


def pieces_values(
    edition: Edition, at: Mapping[str, str], crystals: Mapping[str, str], named: str | None = None
) -> dict[str, Any]:
    """What lies on the tower. `at`: the tile of each figure; `crystals`: their letters by tile; `named`: the figure
    that moved."""
    drawn = drawn_tower(edition)
    taken = set(at.values())
    places: dict[str, list[Point]] = {name: [] for name in CRYSTALS}
    for tile, letter in crystals.items():
        x, y = drawn.centres[tile]
        places[CRYSTAL_NAMES[letter]].append((x, y + 24 if tile in taken else y))
    return {"crystals": gem_paths(places), "figures": list(figures_of(drawn, at, named))}


def gem_paths(places: Mapping[str, Iterable[Point]]) -> list[dict[str, str]]:
    """Crystals of each colour as one path, told apart by their shapes too. `places`: their centres by colour."""
    drawn = {kind: "".join(f"M{x} {y}{GEMS[kind]}" for x, y in points) for kind, points in places.items()}
    return [{"kind": kind, "fill": GEM_COLOURS[kind], "path": path} for kind, path in drawn.items() if path]


def figures_of(drawn: Layout, at: Mapping[str, str], named: str | None = None) -> Iterator[dict[str, Any]]:
    """The figures; those on one tile stand beside each other."""
    for tile in sorted(set(at.values())):
        together = [figure for figure in FIGURES if at.get(figure) == tile]
        _most, radius, row = next(each for each in _TOGETHER if len(together) <= each[0])
        lines = -(-len(together) // row)
        x, y = drawn.centres[tile]
        for number, figure in enumerate(together):
            line, column = divmod(number, row)
            in_line = min(row, len(together) - line * row)
            yield figure_values(
                figure,
                (
                    x + round((column - (in_line - 1) / 2) * (2 * radius + 1)),
                    y + round((line - (lines - 1) / 2) * (2 * radius + 1)),
                ),
                radius,
                drawn.angles,
            ) | {"tile": tile, "is_named": figure == named}


def figure_values(figure: str, centre: Point, radius: int, angles: Mapping[str, int]) -> dict[str, Any]:
    """One figure: a disc with the arrow of its colour's direction; the examiner has a hat."""
    return {
        "figure": figure,
        "x": centre[0],
        "y": centre[1],
        "radius": radius,
        "inner": radius - 2,
        "colour": FIGURE_COLOURS[figure],
        "sign": SIGN_COLOURS[figure],
        "angle": angles.get(figure),
        "scale": f"{radius / LARGE:.2f}",
        "transform": f"translate({centre[0]} {centre[1]}) scale({radius / LARGE:.2f})",
        "words": figure_in_words(figure),
    }


def board_values(replay: CumLaudeReplay, number: int, *, is_alone: bool = False) -> dict[str, Any]:
    """What the drawing of a step is made of. One that doesn't stand alone has its tiles from elsewhere on the page:
    they are the same at every step."""
    step: Step = replay.steps[number]
    drawn = drawn_tower(replay.edition)
    before: Step = replay.steps[max(0, number - 1)]
    return {
        **(
            tower_values(replay.edition)
            if is_alone
            else {"width": drawn.width, "height": drawn.height, "tiles_id": TOWER}
        ),
        **pieces_values(replay.edition, step.at, step.crystals, None if step.kind == "end" else step.figure),
        "ways": [
            dict(zip(("x1", "y1", "x2", "y2"), (*drawn.centres[start], *drawn.centres[step.at[figure]]), strict=True))
            for figure, start in before.at.items()
            if start != step.at[figure]
        ],
        "is_alone": is_alone,
        "label": title_of(step),
        "words": tower_in_words(step),
    }


def card_values(angles: Mapping[str, int]) -> list[dict[str, Any]]:
    """Every movement card, to be drawn once on a page with many: its name, colours, and the way of its arrow."""
    return [
        {
            "name": card,
            "colour": FIGURE_COLOURS[COLOURS[colour]],
            "sign": SIGN_COLOURS[COLOURS[colour]],
            "angle": angles[COLOURS[colour]],
            "symbol": SYMBOL_PATHS[SYMBOL_NAMES[card[1:]]] if card[1:] else "",
            "is_filled": SYMBOL_NAMES.get(card[1:]) == "step",
        }
        for card, colour in CARDS.items()
    ]


def once_values(edition: Edition) -> dict[str, Any]:
    """What a page with many steps has once: the empty tower and every card."""
    angles = drawn_tower(edition).angles
    return tower_values(edition) | {"cards": card_values(angles), "figures": figures_once(angles)}


def figures_once(angles: Mapping[str, int]) -> list[dict[str, Any]]:
    """Every figure, to be drawn once on a page that has its sign at many places (`cum_laude/figures.svg`)."""
    return [figure_values(figure, (0, 0), LARGE, angles) for figure in FIGURES]


def empty_tower(data: Mapping[str, Any]) -> dict[str, Any]:
    """The tower of an edition's data, with the figures where they start."""
    edition = make_edition(msgspec.convert({**data, "key": "shown", "title": "shown", "version": 1}, EditionData))
    at = {colour: f"{colour}-oriel" for colour in COLOURS} | {EXAMINER: edition.data.board.value.desk}
    return {
        **tower_values(edition),
        **pieces_values(edition, at, {}),
        "label": _("The tower"),
        "words": _("Each apprentice is in the oriel of its colour, the examiner on the desk (%(desk)s).")
        % {"desk": at[EXAMINER]},
    }
