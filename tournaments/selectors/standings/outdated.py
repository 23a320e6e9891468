from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from magistrar_site.shared.models import Stream
from tournaments.models import Stage, StandingTable


def stale_events(among: Collection[str] | None = None) -> list[str]:
    """Keys of the events (of these, or all) whose newest fact is ahead of what their tables were made from, or that
    have lost a table."""
    stages = _outdated() if among is None else _outdated().filter(event__key__in=among)
    return list(stages.values_list("event__key", flat=True).distinct())


def is_outdated(event_key: str) -> bool:
    """Whether that event is one of them."""
    return _outdated().filter(event__key=event_key).exists()


def _outdated() -> QuerySet[Stage]:
    """The stages that have no table made from the newest fact, found in the database: no event that is up to date is
    read."""
    head = Stream.objects.filter(name=Concat(Value("event:"), OuterRef("event__key"))).values("number")[:1]
    made = StandingTable.objects.filter(stage=OuterRef("pk"), made_from__gte=OuterRef("head"))
    stages = Stage.objects.filter(planned_rounds__gt=0).alias(head=Subquery(head)).order_by()
    return stages.filter(~Exists(made), head__gt=0)
