"""The same round by caissify-pairings, an independent program for the same rules (slow: small fields)."""

from __future__ import annotations

from typing import Any

from caissify_pairings.engines.dutch import DutchEngine

from tournaments.formats.core.state import Colour, StageState
from tournaments.formats.systems.swiss.colours import ColourRule, allocate_colours
from tournaments.formats.systems.swiss.competitor import Competitor, Float, competitors

_FLOATS = {Float.DOWN: "down", Float.UP: "up", Float.NONE: "none", None: None}


class _Engine(DutchEngine):
    """The program, with pairs that may not meet besides those that have met."""

    forbidden: frozenset[frozenset[int]] = frozenset()

    def _can_pair(self, p1: Any, p2: Any) -> bool:
        return frozenset((p1.id, p2.id)) not in self.forbidden and super()._can_pair(p1, p2)


def reference_pairs(state: StageState) -> set[tuple[int, int | None]]:
    """White and black, or a number and None for the bye, of each pair."""
    present = competitors(state)
    engine = _Engine(
        players=[_as_player(competitor) for competitor in present],
        previous_pairings={(min(one, two), max(one, two)) for one, two in _met(present)},
        round_number=state.rounds_done + 1,
        total_rounds=state.planned_rounds,
        initial_color="white" if state.first_colour is Colour.WHITE else "black",
    )
    engine.forbidden = state.forbidden
    return {(pair["white_id"], pair["black_id"]) for pair in engine.generate_pairings()}


def colours_are_comparable(state: StageState, white: int, black: int) -> bool:
    """Where nothing but rank tells two players apart (5.2.4, 5.2.5), the program ranks them by number, whatever their
    scores; the rules rank by score first (1.2)."""
    known = {competitor.number: competitor for competitor in competitors(state)}
    one, other = known[white], known[black]
    _, rule = allocate_colours(one, other, state.first_colour)
    return one.score == other.score or rule not in (ColourRule.HIGHER_RANKED, ColourRule.INITIAL)


def _met(present: list[Competitor]) -> list[tuple[int, int]]:
    return [(competitor.number, other) for competitor in present for other in competitor.opponents]


def _as_player(competitor: Competitor) -> dict[str, Any]:
    floats = [_FLOATS[competitor.float_before], _FLOATS[competitor.last_float]]
    return {
        "id": competitor.number,
        "name": str(competitor.number),
        "score": competitor.score / 2,
        "rating": 4000 - competitor.number,
        "starting_number": competitor.number,
        "pairing_number": competitor.place + 1,
        "color_hist": ["white" if colour is Colour.WHITE else "black" for colour in competitor.colour.history],
        "float_history": [each for each in floats if each is not None],
        "bye_count": 0,
        "forfeit_win_count": 0 if competitor.may_have_bye else 1,
    }
