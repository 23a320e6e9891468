"""The game systems that the service knows, by key."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from games.engine.core.game_system import DocumentJudge, GameSystem
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.engine.systems.elemental.system import ELEMENTAL
from games.engine.systems.magistrar.system import MAGISTRAR

GAME_SYSTEMS: Mapping[str, GameSystem] = {MAGISTRAR.key: MAGISTRAR, ELEMENTAL.key: ELEMENTAL}
"""The systems that events are played with."""

JUDGES: Mapping[str, DocumentJudge] = {**GAME_SYSTEMS, CUM_LAUDE.key: CUM_LAUDE}
"""The systems whose documents can be judged."""

DEFAULT_JUDGE = MAGISTRAR.key


class _Head(msgspec.Struct, gc=False):
    format: str = ""


_HEAD_DECODER = msgspec.json.Decoder(_Head)


@lru_cache(maxsize=8)
def _by_format(keys: tuple[str, ...]) -> dict[str, DocumentJudge]:
    return {format_: JUDGES[key] for key in keys for format_ in JUDGES[key].formats}


@lru_cache(maxsize=32)
def _marks(keys: tuple[str, ...], default: str) -> tuple[bytes, ...]:
    """Marks that documents of the other systems hold, and hardly any of this one."""
    return tuple(f"{key}-".encode() for key in keys if key != default)


def game_system(key: str) -> GameSystem:
    """The game system of that key. Raises KeyError."""
    return GAME_SYSTEMS[key]


def judge_of(data: bytes, default: str = DEFAULT_JUDGE) -> DocumentJudge:
    """The judge of a document in JSON, by its `format`; the default one's where it names no known format (M8)."""
    keys = tuple(JUDGES)
    # Nearly all documents are of the system that they are expected to be: whether one can be another's is seen at once.
    if b"\\u" not in data and not any(mark in data for mark in _marks(keys, default)):
        return JUDGES[default]
    try:
        named = _HEAD_DECODER.decode(data).format
    except (msgspec.DecodeError, ValueError, RecursionError):
        return JUDGES[default]
    return _by_format(keys).get(named, JUDGES[default])
