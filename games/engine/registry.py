"""The game systems that the service knows, by key."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from games.engine.core.game_system import GameSystem
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.engine.systems.elemental.system import ELEMENTAL
from games.engine.systems.magistrar.system import MAGISTRAR

GAME_SYSTEMS: Mapping[str, GameSystem] = {
    MAGISTRAR.key: MAGISTRAR,
    ELEMENTAL.key: ELEMENTAL,
    CUM_LAUDE.key: CUM_LAUDE,
}
"""The systems that events are played with."""

DEFAULT_JUDGE = MAGISTRAR.key


class _Head(msgspec.Struct, gc=False):
    format: Any = None


_HEAD_DECODER = msgspec.json.Decoder(_Head)


# A document that begins with its format, as nearly all do.
_BEGINNING = re.compile(rb'\s*\{\s*"format"\s*:\s*"([a-z0-9/-]+)"')


@lru_cache(maxsize=8)
def _by_format(keys: tuple[str, ...]) -> dict[bytes, GameSystem]:
    return {format_.encode(): GAME_SYSTEMS[key] for key in keys for format_ in GAME_SYSTEMS[key].formats}


def game_system(key: str) -> GameSystem:
    """The game system of that key. Raises KeyError."""
    return GAME_SYSTEMS[key]


def judge_of(data: bytes, default: str = DEFAULT_JUDGE) -> GameSystem:
    """The judge of a document in JSON, by its `format`; the default one's where it names no known format (M8)."""
    begun = _BEGINNING.match(data)
    # Of a repeated member the last one counts, and its name may be written by escapes.
    if begun and data.rfind(b'format"') < begun.end() and b"\\" not in data:
        named = begun[1]
    else:
        try:
            named = str(_HEAD_DECODER.decode(data).format).encode(errors="replace")
        except (msgspec.DecodeError, ValueError, RecursionError):
            return GAME_SYSTEMS[default]
    return _by_format(tuple(GAME_SYSTEMS)).get(named, GAME_SYSTEMS[default])
