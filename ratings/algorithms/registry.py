"""The rating systems there are, by key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ratings.algorithms.core.system import RatingSystem, UnknownRatingSystemError
from ratings.algorithms.systems.elo import Elo
from ratings.algorithms.systems.fide import Fide
from ratings.algorithms.systems.glicko2 import Glicko2
from ratings.algorithms.systems.plackett_luce import PlackettLuce

# Any: each system reads its own kind of options, and gets back only what it read itself.
_SYSTEMS: tuple[RatingSystem[Any], ...] = (Elo(), Fide(), Glicko2(), PlackettLuce())

RATING_SYSTEMS: Mapping[str, RatingSystem[Any]] = MappingProxyType({system.key: system for system in _SYSTEMS})


def rating_system(key: str) -> RatingSystem[Any]:
    """The system with that key; UnknownRatingSystemError where there is none."""
    try:
        return RATING_SYSTEMS[key]
    except KeyError:
        raise UnknownRatingSystemError(key) from None
