"""What each written result is: its kind of cell, and its half points under a scoring."""

from __future__ import annotations

from tournaments.formats.core.state import CellKind, Scoring
from tournaments.trf.document import AbnormalPoints, Document, PlayerLine, Result, RoundEntry

CELL_KINDS: dict[Result, CellKind] = {
    Result.WIN: CellKind.PLAYED,
    Result.DRAW: CellKind.PLAYED,
    Result.LOSS: CellKind.PLAYED,
    Result.UNRATED_WIN: CellKind.PLAYED,
    Result.UNRATED_DRAW: CellKind.PLAYED,
    Result.UNRATED_LOSS: CellKind.PLAYED,
    Result.FORFEIT_WIN: CellKind.FORFEIT_WIN,
    Result.FORFEIT_LOSS: CellKind.FORFEIT_LOSS,
    Result.HALF_BYE: CellKind.HALF_BYE,
    Result.FULL_BYE: CellKind.FULL_BYE,
    Result.PAIRING_BYE: CellKind.PAIRING_BYE,
    Result.ZERO_BYE: CellKind.ZERO_BYE,
}

_SCORING_FIELDS = {
    Result.WIN: "win",
    Result.UNRATED_WIN: "win",
    Result.DRAW: "draw",
    Result.UNRATED_DRAW: "draw",
    Result.LOSS: "loss",
    Result.UNRATED_LOSS: "loss",
    Result.FORFEIT_WIN: "forfeit_win",
    Result.FORFEIT_LOSS: "forfeit_loss",
    Result.HALF_BYE: "half_bye",
    Result.FULL_BYE: "full_bye",
    Result.PAIRING_BYE: "pairing_bye",
    Result.ZERO_BYE: "zero_bye",
}


def points_of(result: Result, scoring: Scoring) -> int:
    """Half points of a result; 0 for a game that is still to be played."""
    if result is Result.PENDING:
        return 0
    points: int = getattr(scoring, _SCORING_FIELDS[result])
    return points


def entry_points(document: Document, player: PlayerLine, round_number: int, entry: RoundEntry) -> int:
    """Half points that this player has from this round: by the scoring, unless a record 299 says otherwise."""
    for record in document.abnormal_by_player.get(player.number, ()):
        if _concerns(record, round_number, entry):
            return record.points
    return points_of(entry.result, document.scoring)


def _concerns(record: AbnormalPoints, round_number: int, entry: RoundEntry) -> bool:
    is_kind = record.kind is not None and _SCORING_FIELDS[record.kind] == _SCORING_FIELDS.get(entry.result)
    return is_kind and record.round in (None, round_number)


def written_half_points(half_points: int) -> str:
    """Half points as the files write them: 5 is 2.5."""
    sign = "-" if half_points < 0 else ""
    return f"{sign}{abs(half_points) // 2}.{5 * (half_points % 2)}"
