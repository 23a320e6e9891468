"""The Swiss format: everybody plays in every round, against somebody with about as many points."""

from __future__ import annotations

import random

from tournaments.formats.core.format import PAIRS, FormatOptions, Option, check_entrant_count, option_values
from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.state import RoundPairing, StageState
from tournaments.formats.systems.swiss.baku import can_accelerate, last_accelerated, with_baku_acceleration
from tournaments.formats.systems.swiss.dutch_2026 import KEY as DUTCH_2026
from tournaments.formats.systems.swiss.systems import PAIRING_SYSTEMS

MOST_ROUNDS = 30


class Swiss:
    """Pairing numbers are the initial ranking (C.04.2). The stage's first colour is drawn by the organiser before
    round 1. A round without a legal pairing is blocked, with the reasons."""

    key = "swiss"
    name = _("Swiss")
    predetermined = False
    table_sizes = PAIRS
    minimum_entrants = 2
    maximum_entrants: int | None = None
    options: tuple[Option, ...] = (
        Option("rounds", 0, _("Rounds"), minimum=0, maximum=MOST_ROUNDS),
        Option("system", DUTCH_2026, _("Rules for pairing"), choices=tuple(PAIRING_SYSTEMS)),
        Option("acceleration", "none", _("Acceleration of the first rounds"), choices=("none", "baku")),
    )

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """The rounds asked for; by default one more than enough halvings to leave one of so many entrants, and no more
        than everybody has opponents."""
        check_entrant_count(self, entrant_count)
        asked = option_values(self, options)["rounds"]
        return int(asked) or min((entrant_count - 1).bit_length() + 1, entrant_count - 1)

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """The next round. ValueError for another one: a Swiss round follows from all before it. Baku acceleration is
        defined for the usual points alone: with others the round is blocked."""
        values = option_values(self, options)
        if round_number != state.rounds_done + 1:
            raise ValueError(f"round {round_number} can't be paired after {state.rounds_done} rounds")
        if self.is_accelerated(options):
            if not can_accelerate(state.scoring):
                return RoundPairing((), (("acceleration_scoring", ()),))
            state = with_baku_acceleration(state)
        return PAIRING_SYSTEMS[str(values["system"])](state)

    def is_accelerated(self, options: FormatOptions) -> bool:
        return option_values(self, options)["acceleration"] == "baku"

    def accelerated(self, state: StageState) -> StageState:
        return with_baku_acceleration(state) if can_accelerate(state.scoring) else state

    def last_accelerated(self, state: StageState) -> int:
        return last_accelerated(state)
