"""Reports of legal records, written as JSON at once: what encoding the report would give, from ready-made pieces.

The pieces are made by encoding the values of which a report consists, and tests hold the whole equal to it.
"""

from functools import lru_cache

import msgspec
from msgspec import UnsetType

from games.engine.core.multiplayer import ClaimVerdict
from games.engine.systems.magistrar.documents import POSITIONS, RECORD_FORMAT, SideInts
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.game import (
    ENGINE_VERSION,
    HIGHEST_LEVEL,
    SYSTEM_KEY,
    Gained,
    ending,
)
from games.engine.systems.magistrar.report import SideNumbers, Winner
from games.engine.systems.magistrar.rows import ENCOUNTERS
from games.engine.systems.magistrar.scoring import GOLDEN_POINTS

DuelText = str


def as_json(value: object) -> str:
    """A value as it stands in a report."""
    return msgspec.json.encode(value).decode()


_LEVELS = range(-HIGHEST_LEVEL, HIGHEST_LEVEL + 1)
_POINTS = range(GOLDEN_POINTS * POSITIONS + 1)
_WINNERS: tuple[Winner, ...] = ("white", "black", None)
_ENCOUNTERS = {won: f'{{"encounters":{as_json(row)},"points":' for won, row in ENCOUNTERS.items()}
_POINTS_OF_BOTH = [[as_json(SideNumbers(white, black)) for black in _POINTS] for white in _POINTS]
_WINNER = {winner: f',"winner":{as_json(winner)},"level":' for winner in _WINNERS}

WHITE_LEVEL = 1 << 6  # both levels as one integer, white's times this; no duel moves a pawn by half as much
LEVELS = {
    white * WHITE_LEVEL + black: as_json(SideNumbers(white, black)) + "}" for white in _LEVELS for black in _LEVELS
}
"""The end of a duel's report, by both levels."""


def before_levels(won: int, white_points: int, black_points: int, winner: Winner) -> str:
    """A duel's report up to its levels; `won` is a key of `rows.ENCOUNTERS`."""
    return _ENCOUNTERS[won] + _POINTS_OF_BOTH[white_points][black_points] + _WINNER[winner]


_JSON: dict[Winner | ClaimVerdict | bool, str] = {
    value: as_json(value) for value in ("white", "black", "agrees", "differs", None, True, False)
}
_names = lru_cache(maxsize=256)(as_json)
_HEAD = f'{{"system":"{SYSTEM_KEY}","format":"{RECORD_FORMAT}","edition":"'


def record_report(
    edition: Edition,
    claim: SideInts | UnsetType,
    duels: list[DuelText],
    white: Gained,
    black: Gained,
    assumed: list[str] | None = None,
) -> bytes:
    """The report of a legal record, as `ending` says. `assumed`: the assumed mages and cards in play."""
    white_honoris, black_honoris, complete, winner, verdict, names = ending(
        edition, claim, len(duels), white, black, assumed
    )
    return (
        f'{_HEAD}{edition.key}","engine":"{ENGINE_VERSION}","legal":true,"complete":{_JSON[complete]},'
        f'"winner":{_JSON[winner]},"honoris":{{"white":{white_honoris},"black":{black_honoris}}},'
        f'"markers":{{"white":{white.markers},"black":{black.markers}}},'
        f'"level":{{"white":{white.level},"black":{black.level}}},"claim":{_JSON[verdict]},'
        f'"duels":[{",".join(duels)}],"violations":[],"assumed":{_names(names)}}}'
    ).encode()


_NO_DUELS = b'"duels":[]'


def with_duels(report: bytes, duels: list[DuelText]) -> bytes:
    """Put duels into an encoded report without any. Only its own member can look so: a text's quotes are escaped."""
    return report.replace(_NO_DUELS, f'"duels":[{",".join(duels)}]'.encode(), 1)
