"""Holding an event's rows against its facts, after whatever a test did."""

from __future__ import annotations

from magistrar_site.shared.models import Fact
from magistrar_site.shared.services.chain import facts_read
from tournaments.facts.replay import replayed_state
from tournaments.facts.rows import rows_state, state_differences
from tournaments.models import Event


def differences(event: Event) -> list[str]:
    """Where the rows say something else than the facts."""
    event.refresh_from_db()
    return [
        str(difference) for difference in state_differences(replayed_state(facts_read(event.stream)), rows_state(event))
    ]


def kinds(event: Event) -> list[str]:
    """The kinds of the event's facts, in order."""
    return list(Fact.objects.filter(stream_id=event.stream).order_by("number").values_list("kind", flat=True))
