"""The ladder as a format: it pairs nobody, its players challenge each other (docs/rules/ladder.md)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tournaments.formats.core.format import PAIRS, FormatOptionError, FormatOptions, Option, check_entrant_count
from tournaments.formats.core.format import option_values as values_of
from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.state import RoundPairing, StageState
from tournaments.formats.systems.ladder.values import LadderRules

MOST_DAYS = 365
_RULES = LadderRules()


class LadderFormat:
    """An order of players without an end. `StageState.order` has it, from the first place on."""

    key = "ladder"
    name = _("Ladder")
    predetermined = False
    table_sizes = PAIRS
    minimum_entrants = 2
    maximum_entrants: int | None = None
    options: tuple[Option, ...] = (
        Option(
            "reach",
            _RULES.reach,
            _("How many places above a player may challenge"),
            minimum=1,
            maximum=100,
            may_change=True,
        ),
        Option(
            "rest",
            _RULES.rest,
            _("Days until the same two may play again"),
            minimum=0,
            maximum=MOST_DAYS,
            may_change=True,
        ),
        Option(
            "incoming",
            _RULES.incoming,
            _("Most open challenges that a player has to answer or play"),
            minimum=1,
            maximum=20,
            may_change=True,
        ),
        Option("answer", _RULES.answer, _("Days to answer a challenge"), minimum=1, maximum=60, may_change=True),
        Option("play", _RULES.play, _("Days to play an accepted challenge"), minimum=1, maximum=120, may_change=True),
        Option(
            "holiday",
            _RULES.holiday,
            _("Most days of holiday in a calendar year"),
            minimum=0,
            maximum=MOST_DAYS,
            may_change=True,
        ),
        Option("idle", _RULES.idle, _("Days without a game until a player moves down"), minimum=1, maximum=MOST_DAYS),
        Option(
            "idle_again",
            _RULES.idle_again,
            _("Days until a player without a game moves down again"),
            minimum=1,
            maximum=MOST_DAYS,
        ),
        Option("gone", _RULES.gone, _("Days without a game until a player leaves the ladder"), minimum=2, maximum=1000),
    )

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """One, which says that it has begun: a ladder has no rounds."""
        check_entrant_count(self, entrant_count)
        values_of(self, options)
        return 1

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """Blocked: who plays whom is said by challenges."""
        return RoundPairing((), blocked=(("ladder_challenges", ()),))

    def check_options(self, options: FormatOptions) -> None:
        """FormatOptionError where players would leave before they first move down."""
        values = values_of(self, options)
        if int(values["gone"]) <= int(values["idle"]):
            raise FormatOptionError("gone", f"gone is more than idle, {values['idle']}, not {values['gone']}")

    def places_held(self, state: StageState) -> Mapping[int, int]:
        """The place of everybody who is on the ladder, by pairing number."""
        return {number: place for place, number in enumerate(state.order or (), 1)}


def ladder_rules(options: FormatOptions) -> LadderRules:
    """The rules of a ladder with these options."""
    return LadderRules(**{key: int(value) for key, value in values_of(LadderFormat(), options).items()})
