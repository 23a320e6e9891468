"""Snapshots and selectors read facts of every version, whatever is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from magistrar_site.shared.facts import VERSION, FactPayload
from magistrar_site.shared.models import Fact
from tests.evening import Evening
from tests.tournaments.services.brackets.test_follow import wins
from tournaments.facts.registry import KINDS
from tournaments.selectors.entries import latecomers_of
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings.final import final_of
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.finish import event_finish
from tournaments.services.events.rating_sources import source_of_start
from tournaments.snapshots import revision_of, stage_snapshot

pytestmark = pytest.mark.django_db

# What a member was called in a version before, by kind: as if the kind had been declared anew since.
FORMER = {
    "entry.withdrawn": {"who": "entry"},
    "event.started": {"seeded_by": "ratings"},
    "event.finished": {"edition": "revision", "table": "ranking"},
}


@pytest.fixture
def older_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the kinds in `FORMER` have a second version, and what is stored is of the first."""
    for kind, names in FORMER.items():

        def upgrade(payload: Mapping[str, Any], names: Mapping[str, str] = names) -> dict[str, Any]:
            return {names.get(name, name): value for name, value in payload.items()} | {VERSION: 2}

        declared: type[FactPayload] = KINDS[kind]
        monkeypatch.setattr(declared, "upgrades", (upgrade,))
        for fact in Fact.objects.filter(kind=kind):
            back = {new: old for old, new in names.items()}
            payload = {back.get(name, name): value for name, value in fact.payload.items()}
            Fact.objects.filter(pk=fact.pk).update(payload=payload)


def test_selectors_read_facts_of_an_older_version(evening: Evening, request: pytest.FixtureRequest) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dörte"), preset="knockout")
    for number in (1, 2):
        for match in evening.publish(event, number):
            if not match.bye:
                wins(evening, match, match.seats.all()[0].entry.player.name)
    entry_withdraw(act=evening.act(), entry=event.entries.order_by("number").last())
    event = event_finish(act=evening.act(), event=event)

    def seen() -> tuple[Any, ...]:
        return source_of_start(event), revision_of(event), final_of(event), stage_snapshot(stage_of(event)).state

    before = seen()
    request.getfixturevalue("older_facts")
    assert seen() == before
    assert latecomers_of(stage_of(event)) == set()
