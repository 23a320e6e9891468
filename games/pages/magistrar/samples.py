"""Samples of what only Magistrar's pages show, for the style page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.engine.systems.magistrar.report import SideNumbers
from games.engine.systems.magistrar.steps import Board, Place, Step
from games.pages.core.plots import Plot, PlotLine
from games.pages.magistrar.reports import ShownDuel, ShownReport, ShownViolation, minus

TOKENS = ("light", "dark", "super", "light", "dark", "golden")
PAWNS = ("weak", "medium", "strong", "weak", "medium", None)
COLOURS = ["energy-light", "energy-dark", "energy-super", "energy-golden"]
SYMBOLS = ["light", "dark", "super", "golden", "weak", "medium", "strong"]


def samples() -> dict[str, Any]:
    """What `magistrar/samples.html` shows."""
    return {
        "tokens": COLOURS,
        "symbols": SYMBOLS,
        "scored": _scored(),
        "broken": _broken(),
        "honoris": _honoris(),
        "step": _replay_step(),
        "encounters": [("light", "dark", 1), ("super", "light", 2), ("dark", "", 3)],
    }


def _scored() -> ShownReport:
    duels = (
        ShownDuel(
            1,
            ("white", None, "black", "white", "white", "black"),
            {"white": 3, "black": 2},
            "white",
            {"white": -2, "black": 1},
        ),
        ShownDuel(2, None, {"white": 2, "black": 2}, None, {"white": -7, "black": 3}),
    )
    return ShownReport(
        legal=True,
        complete=False,
        winner=None,
        honoris={"white": 16, "black": 1},
        markers={"white": 1, "black": 0},
        level={"white": -7, "black": 3},
        claim_differs=False,
        duels=duels,
        violations=(),
        assumed=(_("what the energy track pays at the levels that were reached"),),
        with_encounters=True,
    )


def _broken() -> ShownReport:
    sentence = _("Black answered a medium pawn with a medium pawn. Black still had other pawns, so they must differ.")
    violation = ShownViolation(where=_("Duel 3, encounter 4, Black"), text=sentence, rule="R8", code="identical_pawn")
    scored = _scored()
    return ShownReport(False, True, None, None, None, None, False, scored.duels, (violation,), (), True)


def _honoris() -> Plot:
    numbers = {"white": (0, 3, 7, 4, 11, 24), "black": (0, -1, 2, 6, 1, -3)}
    names = {"white": _("White"), "black": _("Black")}
    lines = [
        PlotLine(names[side], [(float(value), minus(value)) for value in values], side)
        for side, values in numbers.items()
    ]
    return Plot(_("Honoris from duel to duel"), _("Duel"), [str(number) for number in range(6)], lines)


def _replay_step() -> Step:
    """A position in the middle of a duel: two encounters are decided, one is a tie."""
    white = tuple(Place(token, pawn) for token, pawn in zip(TOKENS, PAWNS, strict=True))
    black = tuple(Place(token, pawn) for token, pawn in zip(reversed(TOKENS), reversed(PAWNS), strict=True))
    board = Board(white, black, ("white", "black", "nobody", None, None, None))
    points, level, honoris, markers = SideNumbers(1, 1), SideNumbers(-2, 1), SideNumbers(16, 1), SideNumbers(1, 0)
    return Step("encounter", 2, points, level, honoris, markers, position=3, board=board)
