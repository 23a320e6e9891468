"""Chains that an older version wrote verify to the same head, and come in with the same tables.

The code of November 2026 wrote them, one event of each format (tests/every_kind.py). They are never written anew: where
one doesn't verify, a change has made facts of somebody's club unreadable.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.evening import Evening
from tournaments.facts.registry import KINDS
from tournaments.facts.state import ReplayedState
from tournaments.models import Event, Standing
from tournaments.services.bundle.document import bundle_decode
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify
from tournaments.services.verify.facts import Walk, facts_differences

CHAINS = Path(__file__).parents[1] / "chains"
EXPECTED: dict[str, Any] = json.loads((CHAINS / "expected.json").read_bytes())
# Kinds that didn't exist when the chains were written
LATER_KINDS = frozenset(
    {
        "event.announced",
        "event.announcement_taken_back",
        "event.described",
        "game.appeal_decided",
        "game.appealed",
        "game.cards_shared",
        "game.dealt",
        "game.deal_opened",
        "game.part_taken_back",
        "game.entered",
        "game.entry_undone",
        "submission.answer_undone",
        "entry.points_deducted",
        "entry.deduction_taken_back",
        "entry.reassigned",
        "entry.taken_over",
        "entry.warned",
        "entry.warning_taken_back",
        "event.published",
        "event.cancelled",
        "event.cancellation_taken_back",
        "event.reopened",
        "event.format_changed",
        "event.deleted",
        "match.window",
        "ladder.challenged",
        "ladder.accepted",
        "ladder.ended",
        "ladder.ruled",
        "ladder.away",
        "ladder.back",
        "ladder.day",
        "players.merged",
    }
)


def bundle(name: str) -> bytes:
    return gzip.decompress((CHAINS / f"{name}.json.gz").read_bytes())


def tables(event: Event) -> dict[str, list[str]]:
    """The event's tables: rank, entry, points and tie-breaks of each row."""
    found: dict[str, list[str]] = {}
    rows = Standing.objects.filter(table__stage__event=event).select_related("table__stage", "entry")
    for row in rows.order_by("table__stage__number", "table__after_round", "rank", "entry__number"):
        after = f"stage {row.table.stage.number}, round {row.table.after_round}"
        line = " ".join([str(row.rank), row.entry.key, str(row.points), *row.values])
        found.setdefault(after, []).append(line)
    return found


def test_the_chains_hold_every_kind_of_fact() -> None:
    kinds = {fact.kind for name in EXPECTED for fact in bundle_decode(bundle(name)).facts}
    assert set(KINDS) - LATER_KINDS <= kinds


@pytest.mark.parametrize("name", EXPECTED)
def test_facts_of_an_older_version_hold(name: str) -> None:
    read = bundle_decode(bundle(name))
    assert list(facts_differences(read.stream, read.facts, read.head, Walk(), ReplayedState())) == []
    assert f"verified {read.head[0]} {read.head[1]}" == EXPECTED[name]["verdict"]


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.parametrize("name", EXPECTED)
def test_event_of_an_older_version_comes_in_with_its_tables(name: str, evening: Evening) -> None:
    data = bundle(name)
    event = event_import(act=evening.act(), data=data)
    standings_refresh(event_key=event.key)
    assert tables(event) == EXPECTED[name]["tables"]
    assert str(event_verify(event=event)) == EXPECTED[name]["verdict"]
    assert bundle_of(event) == data
