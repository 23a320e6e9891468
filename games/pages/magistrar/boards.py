"""The board of a position, drawn: geometry and plain colours by attributes, the page's colours by the stylesheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.systems.magistrar.steps import Board, Place, Step
from games.models import Game
from games.pages.core.plots import Plot, PlotLine
from games.pages.core.replays import Replay
from games.pages.magistrar import replays
from games.pages.magistrar.reports import minus

COLUMN = 56
LEFT = 34
WIDTH = LEFT + 6 * COLUMN + 6
HEIGHT = 176
# The colours of a picture that stands alone, as look.css has them by day.
PAPER = {"light": "#1f6fb5", "dark": "#b3263e", "super": "#b0308f", "golden": "#8a6100"}


def board_values(step: Step, *, is_alone: bool = False) -> dict[str, Any]:
    """What the drawing is made of; no columns where the step has no board."""
    laid = step.board
    return {
        "columns": [_column(laid, place, step) for place in range(len(laid.white))] if laid else [],
        "width": WIDTH,
        "height": HEIGHT,
        "is_alone": is_alone,
        "label": replays.title_of(step),
        "words": replays.board_in_words(step),
        "tokens": sorted({place.token for row in (laid.white, laid.black) for place in row}) if laid else [],
    }


def _column(laid: Board, number: int, step: Step) -> dict[str, Any]:
    outcome = laid.outcomes[number]
    return {
        "number": number + 1,
        "x": LEFT + number * COLUMN,
        "is_now": step.position == number + 1,
        "outcome": outcome or "",
        "sides": [
            _place("black", laid.black[number], outcome, token_y=8, pawn_y=44),
            _place("white", laid.white[number], outcome, token_y=138, pawn_y=104),
        ],
    }


def _place(side: str, place: Place, outcome: str | None, *, token_y: int, pawn_y: int) -> dict[str, Any]:
    return {
        "side": side,
        "token": place.token,
        "colour": PAPER[place.token],
        "pawn": place.pawn,
        "plus": place.strengthened,
        "exchanged": place.exchanged,
        "token_y": token_y,
        "pawn_y": pawn_y,
        "has_won": outcome == side,
        "has_lost": outcome not in (None, side),
    }


def step_values(game: Game, told: Replay, number: int, picture_address: str) -> dict[str, Any]:
    """What the page shows of one step. `picture_address`: of its picture, with 0 for its number."""
    step = told.steps[number]
    return {
        "replay": told,
        "game": game,
        "step": step,
        **told.neighbours(number),
        "duels": [{"number": duel, "step": first, "is_now": duel == step.duel} for duel, first in told.part_starts()],
        "picture": picture_address.replace("-0.", f"-{number}.") + f"?v={told.version}",
        "title": replays.title_of(step),
        "sentences": replays.sentences_of(step),
        "moves": replays.moves_of(step),
        "levels": {"white": step.level.white, "black": step.level.black},
    }


def honoris_plot(steps: Sequence[Step]) -> Plot | None:
    """Both players' Honoris from duel to duel, as a game's steps tell them. Nothing for a game without a duel."""
    told = [steps[0], *(step for step in steps if step.kind == "duel")]
    if len(told) == 1:
        return None
    places = [str(step.duel) for step in told]
    white = [(float(step.honoris.white), minus(step.honoris.white)) for step in told]
    black = [(float(step.honoris.black), minus(step.honoris.black)) for step in told]
    label = _("Honoris after each duel: White ends at %(white)s, Black at %(black)s") % {
        "white": white[-1][1],
        "black": black[-1][1],
    }
    lines = (PlotLine(_("White"), white, "white"), PlotLine(_("Black"), black, "black"))
    return Plot(label, _("Duel"), places, lines)
