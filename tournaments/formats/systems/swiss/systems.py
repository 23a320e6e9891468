"""The Swiss systems there are, each dated by the rules it follows. What an event started with, it is finished with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tournaments.formats.core.state import RoundPairing, StageState
from tournaments.formats.systems.swiss import dutch_2026

PairRound = Callable[[StageState], RoundPairing]

PAIRING_SYSTEMS: Mapping[str, PairRound] = MappingProxyType({dutch_2026.KEY: dutch_2026.pair_round})
