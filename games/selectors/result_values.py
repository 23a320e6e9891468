"""What a result says of seats and duels: the members of its rows. Pure: rows and facts are worked out by the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.enums import Outcome, ResultKind


def _outcome(side: str, kind: str, winner: str) -> Outcome:
    if winner:
        return Outcome.WIN if winner == side else Outcome.LOSS
    return Outcome.LOSS if kind == ResultKind.DOUBLE_FORFEIT else Outcome.DRAW


def seat_values(side: str, kind: str, winner: str, report: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a result means for the seat of that side: the members of its row."""
    report = report or {}
    duels = report.get("duels") or []
    return {
        "outcome": _outcome(side, kind, winner),
        "honoris": (report.get("honoris") or {}).get(side),
        "markers": (report.get("markers") or {}).get(side),
        "encounters": sum(duel["points"][side] for duel in duels) if duels else None,
        "level": (report.get("level") or {}).get(side),
    }


def duel_values(report: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The members of the rows of a result's duels, by number."""
    return [
        {
            "number": number,
            "winner": duel["winner"] or "",
            "points": duel["points"],
            "level": duel["level"],
            "encounters": duel["encounters"],
        }
        for number, duel in enumerate((report or {}).get("duels", []), 1)
    ]
