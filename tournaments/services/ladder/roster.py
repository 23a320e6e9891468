"""Players leave a ladder and come back to it, by themselves."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EntryState
from tournaments.facts.entries import EntryReturned
from tournaments.models import Entry, Stage
from tournaments.services.entries.states import entry_leave
from tournaments.services.ladder.locked import ladder_locked, require_player
from tournaments.services.ladder.plan import ladder_plan, ladder_tell


def ladder_leave(*, act: Act, entry: Entry) -> None:
    """Leave the ladder. Open challenges that the player made count as withdrawn, those that they got as declined.
    Pressed twice is once. DomainError `not_your_entry`."""
    require_player(act, entry)
    entry_leave(act=act, entry=entry)


@transaction.atomic
def ladder_return(*, act: Act, stage: Stage, entry: Entry) -> Entry:
    """Come back at the foot. Who is on the ladder stays where they are. DomainError `not_your_entry`, `not_running`,
    `expelled`; `not_entered` for who never was on it."""
    require_player(act, entry)
    now = ladder_locked(act, stage)
    found = Entry.objects.select_related("event__club", "player__user").get(pk=entry.pk)
    if now.ladder.place(found.key) is not None:
        return found
    if found.state == EntryState.EXPELLED:
        raise DomainError("expelled", _("The organiser has excluded this player. Talk to the organiser."))
    if found.number is None:
        raise DomainError("not_entered", _("The organiser hasn’t put this player on the ladder yet."))
    fact_append(act=act, stream=now.stage.event.stream, fact=EntryReturned(entry=found.key, state=EntryState.ACTIVE))
    Entry.objects.filter(pk=found.pk).update(state=EntryState.ACTIVE)
    found.state = EntryState.ACTIVE
    ladder_plan(now.stage, act.at)
    ladder_tell(now.stage.event)
    return found
