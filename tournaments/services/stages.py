"""An event's stages in order: planned, closed one after the other, the next one seeded from the one before."""

from __future__ import annotations

from tournaments.models import Event
from tournaments.selectors.stages import groups_of_stage, is_bracket, stages_of


def event_pages_mark(event: Event) -> None:
    """Keep with the event which pages its stages need, so that every page knows its tabs."""
    stages = list(stages_of(event))
    event.has_bracket = any(is_bracket(stage) for stage in stages)
    event.has_groups = any(groups_of_stage(stage) for stage in stages)
    Event.objects.filter(pk=event.pk).update(has_bracket=event.has_bracket, has_groups=event.has_groups)
