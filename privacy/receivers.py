"""Deletions are made up for where a backup brought somebody back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.services.due import reconciler
from privacy.selectors.register import register_state
from privacy.services import requests  # noqa: F401 # registers what is due
from privacy.services.erasing import erasures_apply, erasures_apply_to_players
from privacy.services.merging import ask  # noqa: F401 # registers what is due
from privacy.services.merging.merge import strays_follow
from tournaments.services.merging import has_strays
from tournaments.signals import event_restored

_seen: list[object] = []  # the register as this process last applied it


@receiver(event_restored, dispatch_uid="privacy.erase_in_restored_event")
def erase_in_restored_event(*, act: Act, names: dict[str, str], **_kwargs: Any) -> None:
    erasures_apply_to_players(act=act, names=names)
    strays_follow(act=act)


@reconciler
def erase_again(now: datetime) -> int:
    """Where the register isn't as this process knows it: the file has more, or the database was restored."""
    state = register_state()
    if _seen == [state]:
        return 0
    done = erasures_apply(act=Act(Actor("system", "apply_erasures"), now))
    _seen[:] = [register_state()]
    return done


@reconciler
def merge_strays(now: datetime) -> int:
    """What came in for a player who was merged into another at that moment."""
    return strays_follow(act=Act(Actor("system", "merging"), now)) if has_strays() else 0
