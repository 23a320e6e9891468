"""Whether lists, search and feeds have an event. Permission is the caller's."""

from __future__ import annotations

from django.db import transaction

from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append
from tournaments.facts.settings import SettingsChanged
from tournaments.models import Event


@transaction.atomic
def event_listed_set(*, act: Act, event: Event, listed: bool) -> None:
    """List an event, or leave only its address. Twice is once."""
    if event.is_listed == listed:
        return
    event.is_listed = listed
    event.save(update_fields=["is_listed"])
    fact_append(act=act, stream=event.stream, fact=SettingsChanged(changed=["is_listed"], is_listed=listed))
