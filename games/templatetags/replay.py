"""The board of a position, drawn: geometry and plain colours by attributes, the page's colours by the stylesheet."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import get_language

from games.engine.systems.magistrar.steps import Board, Place, Step
from games.models import Game, GameResult
from games.pages.magistrar import replays

register = template.Library()

COLUMN = 56
LEFT = 34
WIDTH = LEFT + 6 * COLUMN + 6
HEIGHT = 176
# The colours of a picture that stands alone, as look.css has them by day.
PAPER = {"light": "#1f6fb5", "dark": "#b3263e", "super": "#b0308f", "golden": "#8a6100"}


@register.inclusion_tag("games/board.svg")
def board(step: Step, *, is_alone: bool = False) -> dict[str, Any]:
    """Both rows face to face: Black above, White below, encounter 1 at the left, next to the energy track."""
    return board_values(step, is_alone=is_alone)


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


@register.inclusion_tag("games/replay.html", takes_context=True)
def replay_viewer(context: dict[str, Any], game: Game, result: GameResult | None) -> dict[str, Any]:
    """The viewer at the step that the address names (`?step=17`), with links that work without JavaScript."""
    told = replays.replay_of(game, result)
    if told is None:
        return {"replay": None}
    return step_values(game, told, told.number(context["request"].GET.get("step"))) | {"language": get_language()}


def step_values(game: Game, told: replays.Replay, number: int) -> dict[str, Any]:
    """What the page shows of one step."""
    step = told.steps[number]
    return {
        "replay": told,
        "game": game,
        "step": step,
        "number": number,
        "last": told.last,
        "before": number - 1 if number else None,
        "after": number + 1 if number < told.last else None,
        "duels": [{"number": duel, "step": first, "is_now": duel == step.duel} for duel, first in told.duel_starts()],
        "title": replays.title_of(step),
        "sentences": replays.sentences_of(step),
        "moves": replays.moves_of(step),
        "levels": {"white": step.level.white, "black": step.level.black},
    }
