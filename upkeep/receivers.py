"""Backups are made by themselves: whatever works off what is due looks whether there is one of this slot."""

from __future__ import annotations

from datetime import datetime

from magistrar_site.shared.enqueue import enqueue_once
from magistrar_site.shared.services.due import reconciler
from upkeep.services.backups.make import is_to_make
from upkeep.services.backups.plan import slot_at
from upkeep.tasks import make_backup


@reconciler
def back_up(now: datetime) -> int:
    slot = slot_at(now)
    if not slot or not is_to_make(slot, now):
        return 0
    enqueue_once(make_backup, slot, slow=True)
    return 1
