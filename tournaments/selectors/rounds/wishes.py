"""Conditions that hold before a round is paired: byes asked for, absence, fixed tables, players kept apart."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.enums import ByeKind
from tournaments.models import (
    ByeRequest,
    Entry,
    Event,
    FixedTable,
    SeparatedPair,
    Stage,
)
from tournaments.selectors.check_in import missing_entries


def bye_requests_of(stage: Stage) -> QuerySet[ByeRequest]:
    """By round, then by pairing number, with entries and players."""
    requests = ByeRequest.objects.filter(stage=stage).select_related("entry__player")
    return requests.order_by("round_number", "entry__number", "entry__key")


def byes_asked_for(stage: Stage, number: int) -> dict[int, ByeKind]:
    """Kinds by the entry's primary key, for one round."""
    requests = ByeRequest.objects.filter(stage=stage, round_number=number)
    return {entry: ByeKind(kind) for entry, kind in requests.values_list("entry_id", "kind")}


def bye_requests_of_entry(entry: Entry) -> QuerySet[ByeRequest]:
    return ByeRequest.objects.filter(entry=entry).select_related("stage").order_by("stage", "round_number")


def separated_pairs_of(event: Event) -> QuerySet[SeparatedPair]:
    return SeparatedPair.objects.filter(event=event).select_related("first__player", "second__player")


def fixed_tables_of(event: Event) -> QuerySet[FixedTable]:
    return FixedTable.objects.filter(event=event).select_related("entry__player", "partner__player")


def absent_by_check_in(event: Event) -> set[int]:
    """Primary keys of the entries that aren't paired because they haven't checked in: none, unless the event says that
    only who has is paired."""
    return {entry.pk for entry in missing_entries(event)} if event.entering.only_checked_in else set()
