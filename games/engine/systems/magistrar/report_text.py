"""Reports of legal records and sheets, written as JSON at once from ready-made pieces, as encoding would give them.

The pieces are made by encoding the values of which a report consists, and tests hold the whole equal to it.
"""

from functools import lru_cache

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.core.multiplayer import ClaimVerdict
from games.engine.systems.magistrar.documents import SideInts
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.game import (
    ENGINE_VERSION,
    SYSTEM_KEY,
    Ending,
    Gained,
    claim_verdict,
    ending,
)
from games.engine.systems.magistrar.report import SideNumbers, Winner
from games.engine.systems.magistrar.rows import ENCOUNTERS
from games.engine.systems.magistrar.tables import Table

DuelTexts = list[str]
"""Duels of a report, as JSON: of each, what comes before its levels, and the levels with a comma behind them."""


def as_json(value: object) -> str:
    """A value as it stands in a report."""
    return msgspec.json.encode(value).decode()


_MARKERS, _MARKER_HONORIS = 3, 9  # bits of a side's number of markers, and of what they are worth


def pack_markers(white: Gained, black: Gained) -> int:
    """Both sides' markers and what they are worth as one integer: sums of such integers are those of a game."""
    return (
        white.markers
        | black.markers << _MARKERS
        | white.marker_honoris << 2 * _MARKERS
        | black.marker_honoris << 2 * _MARKERS + _MARKER_HONORIS
    )


def gained_in(white_level: int, black_level: int, markers: int) -> tuple[Gained, Gained]:
    """What white and black have gained, by their levels and their markers packed."""
    white, black = markers & _mask(_MARKERS), markers >> _MARKERS & _mask(_MARKERS)
    honoris = markers >> 2 * _MARKERS
    return (
        Gained(white_level, white, honoris & _mask(_MARKER_HONORIS)),
        Gained(black_level, black, honoris >> _MARKER_HONORIS),
    )


def _mask(bits: int) -> int:
    return (1 << bits) - 1


def levels_text(white: int, black: int) -> str:
    """The end of a duel's report, by both levels, and the comma before the next one."""
    return f"{as_json(SideNumbers(white, black))}}},"


def duels_text(duels: DuelTexts) -> str:
    """The duels as the elements of an array: without the last comma."""
    return "".join(duels)[:-1]


def encounters_text(won: int) -> str:
    """A duel's report up to its points; `won` is a key of `rows.ENCOUNTERS`."""
    return f'{{"encounters":{as_json(ENCOUNTERS[won])},"points":'


NO_ENCOUNTERS_TEXT = '{"encounters":null,"points":'
"""Likewise, where the evidence doesn't tell the encounters apart."""


@lru_cache(maxsize=1024)
def points_text(white: int, black: int, winner: Winner) -> str:
    """A duel's report from its points to its levels."""
    return f'{as_json(SideNumbers(white, black))},"winner":{as_json(winner)},"level":'


class _Stand(msgspec.Struct, frozen=True, gc=False):
    """A report of a legal game but for its claim and duels: as JSON up to the claim, and after the duels."""

    ending: Ending
    before_claim: str
    after_duels: str


_JSON: dict[ClaimVerdict, str] = {verdict: as_json(verdict) for verdict in ("agrees", "differs", None)}


@lru_cache(maxsize=64)
def _stands(edition: Edition, format: str) -> Table[tuple[int, int, int, int], _Stand]:
    """How games with this edition stand, by the number of duels, white's and black's level, and the markers packed."""

    def stand(key: tuple[int, int, int, int]) -> _Stand:
        duels, white_level, black_level, markers = key
        white, black = gained_in(white_level, black_level, markers)
        end = ending(edition, duels, white, black)
        before_claim = (
            f'{{"system":"{SYSTEM_KEY}","format":"{format}","edition":"{edition.key}","engine":"{ENGINE_VERSION}","legal":true,"complete":{as_json(end.complete)},'
            f'"winner":{as_json(end.winner)},"honoris":{{"white":{end.white_honoris},"black":{end.black_honoris}}},'
            f'"markers":{{"white":{white.markers},"black":{black.markers}}},'
            f'"level":{{"white":{white.level},"black":{black.level}}},"claim":'
        )
        return _Stand(end, before_claim, _after_duels(end.assumed))

    return Table(stand)


@lru_cache(maxsize=4096)
def _after_duels(assumed: tuple[str, ...]) -> str:
    return f'],"violations":[],"assumed":{as_json(assumed)}}}'


def legal_report(
    edition: Edition,
    format: str,
    claim: SideInts | UnsetType,
    duels: DuelTexts,
    white_level: int,
    black_level: int,
    markers: int,
    in_play: list[str],
) -> bytes:
    """The report of a legal record or sheet. `markers`: packed; `in_play`: the assumed mages and cards."""
    stand = _stands(edition, format)[len(duels) // 2, white_level, black_level, markers]
    end = stand.ending
    verdict = _JSON[None if claim is UNSET else claim_verdict(claim, end.white_honoris, end.black_honoris)]
    after_duels = _after_duels(end.all_assumed(in_play)) if in_play else stand.after_duels
    return f'{stand.before_claim}{verdict},"duels":[{duels_text(duels)}{after_duels}'.encode()


_NO_DUELS = b'"duels":[]'


def with_duels(report: bytes, duels: DuelTexts) -> bytes:
    """Put duels into an encoded report without any. Only its own member can look so: a text's quotes are escaped."""
    return report.replace(_NO_DUELS, f'"duels":[{duels_text(duels)}]'.encode(), 1)
