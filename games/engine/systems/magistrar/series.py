"""What the games of a series do to each other's set-up (R29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.systems.magistrar.documents import GOLDEN_IN_THE_BOX
from games.engine.systems.magistrar.report import SIDES, Side


def goldens_of(losers: Sequence[Side]) -> dict[Side, int]:
    """How many golden super energies lie in whose bag after games with these losers, in order. Each loser gets one, as
    long as there are any in the box."""
    given = losers[:GOLDEN_IN_THE_BOX]
    return {side: given.count(side) for side in SIDES}


def variants_after(variants: Mapping[str, Any], losers: Sequence[Side]) -> dict[str, Any]:
    """The variants of a series' next game. No goldens at all is the same as that variant not played."""
    goldens = goldens_of(losers)
    return {**variants, "golden": dict(goldens)} if any(goldens.values()) else dict(variants)
