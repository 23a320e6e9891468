"""A score of which only the Honoris are known, or the duel markers too: what somebody calls out at the desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from games.engine.core.game_system import GameEdition
from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    SCORE_FORMAT,
    Score,
    SideCounts,
    document_from_builtins,
)
from games.engine.systems.magistrar.judge import judge
from games.engine.systems.magistrar.report import SIDES, Report

HONORIS, MARKERS = 0, 1  # by their place among the declared numbers


def typed_report(
    set_up: Mapping[str, Any], numbers: Sequence[tuple[int, ...]], editions: Mapping[str, GameEdition]
) -> Report:
    """The report on a game with these Honoris and, where they are told, these duel markers. Without them: whether any
    markers go with the Honoris (R4, R15, R19), and who has won whatever the markers are; they are in the report where
    no others are possible. ShapeError for a set-up that no document has."""
    sent = {"honoris": dict(zip(SIDES, numbers[HONORIS], strict=True)), "markers": dict.fromkeys(SIDES, 0)}
    score = cast("Score", document_from_builtins({"format": SCORE_FORMAT, **set_up, **sent}))

    def report_with(markers: tuple[int, ...]) -> Report:
        return judge(msgspec.structs.replace(score, markers=SideCounts(*markers)), editions)

    if len(numbers) > MARKERS:
        return report_with(numbers[MARKERS])
    reports = [report_with(markers) for markers in _all_markers()]
    possible = [report for report in reports if report.legal]
    if len(possible) <= 1:
        return possible[0] if possible else reports[0]
    first = possible[0]
    is_decided = all(report.winner == first.winner for report in possible)
    assumed = tuple(sorted({name for report in possible for name in report.assumed}))
    return msgspec.structs.replace(
        first, complete=is_decided, winner=first.winner if is_decided else None, markers=None, assumed=assumed
    )


def _all_markers() -> Iterator[tuple[int, int]]:
    for white in range(DUELS_IN_A_GAME + 1):
        for black in range(DUELS_IN_A_GAME + 1 - white):
            yield white, black
