"""What arbiters gave players."""

from __future__ import annotations

from dataclasses import dataclass

from magistrar_site.shared.selectors.reasons import Reason, reasons_of
from tournaments.enums import PenaltyKind
from tournaments.models import Entry, Event, Penalty, Stage


def deductions_in(stage: Stage) -> dict[int, dict[int, int]]:
    """The points that were taken away in a stage and not given back: by the entry's primary key, then by round."""
    rows = Penalty.objects.filter(stage=stage, kind=PenaltyKind.POINTS, is_taken_back=False).order_by()
    found: dict[int, dict[int, int]] = {}
    for entry, number, amount in rows.values_list("entry_id", "round_number", "amount"):
        of_entry = found.setdefault(entry, {})
        of_entry[number] = of_entry.get(number, 0) + amount
    return found


@dataclass(frozen=True, slots=True)
class GivenPenalty:
    """A penalty with its reason, None where that isn't kept."""

    penalty: Penalty
    reason: Reason | None


def penalties_of(event: Event, entry: Entry | None = None) -> list[GivenPenalty]:
    """All of an event, those that were taken back too, or of one entry without those; newest first, with entries,
    players and stages."""
    rows = Penalty.objects.filter(stage__event=event).select_related("entry__player", "stage")
    if entry is not None:
        rows = rows.filter(entry=entry, is_taken_back=False)
    found = list(rows.order_by("-fact_number"))
    reasons = reasons_of(event.stream, [row.fact_number for row in found]) if found else {}
    return [GivenPenalty(row, reasons.get(row.fact_number)) for row in found]


def public_deductions_of(event: Event, entry_key: str) -> list[Penalty]:
    """The deductions of an entry that hold, by round: what everybody may see."""
    rows = Penalty.objects.filter(stage__event=event, entry__key=entry_key, kind=PenaltyKind.POINTS)
    return list(rows.filter(is_taken_back=False).select_related("stage").order_by("stage__number", "round_number"))
