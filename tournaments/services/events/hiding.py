"""Events that the service's staff hides. Permission, reason and log are the caller's."""

from __future__ import annotations

from collections.abc import Collection

from magistrar_site.shared.public_epoch import public_epoch_begin
from tournaments.models import Event


def events_hidden_set(*, keys: Collection[str], hidden: bool) -> None:
    """Hide events from everybody but their staff and their players' personal links, or show them again: not those of a
    hidden club."""
    rows = Event.objects.filter(key__in=keys)
    (rows if hidden else rows.filter(club__is_hidden=False)).update(is_hidden=hidden)
    public_epoch_begin()
