from __future__ import annotations

from django.db.models import Max

from magistrar_site.shared.selectors.facts import heads_of
from tournaments.models import Event, Stage


def stale_events() -> list[str]:
    """Keys of the events whose newest fact is ahead of what their tables were made from, or that have lost a table."""
    started = Stage.objects.filter(planned_rounds__gt=0).annotate(made_from=Max("tables__made_from"))
    behind = {stage.event_id: stage.made_from for stage in started}
    events = Event.objects.filter(pk__in=behind).only("key")
    heads = heads_of([event.stream for event in events])
    return [event.key for event in events if (behind[event.pk] or 0) < heads.get(event.stream, 0)]
