"""Checking in: at the desk, or by the player with his own link. Presence in a round is another thing (byes)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import fact_append, facts_append, stream_lock
from tournaments.enums import EntryState
from tournaments.facts.checkin import CheckInClosed, CheckInOpened, EntryCheckedIn, EntryCheckedOut
from tournaments.facts.settings import EntryRulesSet
from tournaments.models import CheckIn, CheckInSession, Entry, Event
from tournaments.models.rules import entry_rules_store
from tournaments.selectors.check_in import missing_entries, open_session
from tournaments.selectors.events import event_by_key
from tournaments.services.entries.states import entry_for_change, is_own
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import require_event

_ABSENT: dict[EntryState, tuple[str, str | Promise]] = {
    EntryState.WAITING: ("waiting", _("%(name)s is still on the waiting list. The organiser can give a place.")),
    EntryState.WITHDRAWN: ("withdrawn", _("%(name)s has withdrawn. The organiser can take the player back in.")),
    EntryState.EXPELLED: ("expelled", _("%(name)s was expelled.")),
}


@transaction.atomic
def check_in_open(*, act: Act, event: Event, only: bool | None = None) -> CheckInSession:
    """Begin a session: everybody checks in anew. `only` says whether only players who are here get paired from now on;
    None leaves that as it is. Pressed twice is once. DomainError `finished`, `cancelled`."""
    require_event(act, event, Action.DESK)
    if only is not None:
        only_checked_in_set(act=act, event=event, only=only)
    stream_lock(stream=event.stream)
    event = event_by_key(event.key)
    refuse_over(event)
    standing = open_session(event)
    if standing is not None:
        return standing
    number = CheckInSession.objects.filter(event=event).count() + 1
    fact_append(act=act, stream=event.stream, fact=CheckInOpened(session=number))
    return CheckInSession.objects.create(event=event, number=number, opened_at=act.at)


@transaction.atomic
def check_in_close(*, act: Act, event: Event) -> None:
    """End the session; who is here stays known. Pressed twice is once."""
    require_event(act, event, Action.DESK)
    stream_lock(stream=event.stream)
    session = open_session(event)
    if session is None:
        return
    fact_append(act=act, stream=event.stream, fact=CheckInClosed(session=session.number))
    CheckInSession.objects.filter(pk=session.pk).update(closed_at=act.at)


@transaction.atomic
def entry_check_in(*, act: Act, entry: Entry) -> CheckIn:
    """The player is here. By himself or the desk; pressed twice is once.

    NotAllowed; DomainError `check_in_closed`, `waiting`, `withdrawn`, `expelled`, `finished`.
    """
    by_player = _require_own_or_desk(act, entry)
    found = entry_for_change(act, entry, permit=False)
    session = _session(found.event)
    standing = CheckIn.objects.filter(session=session, entry=found).first()
    if standing is not None:
        return standing
    if found.state in _ABSENT:
        code, message = _ABSENT[EntryState(found.state)]
        raise DomainError(code, message % {"name": isolated(found.player.name)})
    fact = EntryCheckedIn(entry=found.key, session=session.number, by_player=by_player)
    fact_append(act=act, stream=found.event.stream, fact=fact)
    return CheckIn.objects.create(session=session, entry=found, at=act.at, by_player=by_player)


@transaction.atomic
def check_in_all(*, act: Act, event: Event) -> int:
    """Everybody who is expected and not here yet is here; how many that were. By the desk; pressed twice is once.
    DomainError `check_in_closed`, `finished`, `cancelled`."""
    require_event(act, event, Action.DESK)
    stream_lock(stream=event.stream)
    event = event_by_key(event.key)
    refuse_over(event)
    session = _session(event)
    missing = missing_entries(event)
    entries_check_in(act, session, missing)
    return len(missing)


def entries_check_in(act: Act, session: CheckInSession, entries: Sequence[Entry]) -> None:
    """Facts and rows of players whom the desk sees. For whoever holds the stream's lock; permission is the caller's."""
    facts = [EntryCheckedIn(entry=entry.key, session=session.number, by_player=False) for entry in entries]
    facts_append(act=act, stream=session.event.stream, facts=facts)
    CheckIn.objects.bulk_create(
        [CheckIn(session=session, entry=entry, at=act.at, by_player=False) for entry in entries], batch_size=500
    )


@transaction.atomic
def entry_check_out(*, act: Act, entry: Entry) -> None:
    """A slip of the desk, or somebody who went home: not here after all. Pressed twice is once."""
    require_event(act, entry.event, Action.DESK)
    found = entry_for_change(act, entry, permit=False)
    session = _session(found.event)
    standing = CheckIn.objects.filter(session=session, entry=found).first()
    if standing is None:
        return
    fact_append(act=act, stream=found.event.stream, fact=EntryCheckedOut(entry=found.key, session=session.number))
    standing.delete()


def _require_own_or_desk(act: Act, entry: Entry) -> bool:
    """Whether it is the player himself; NotAllowed unless he or the desk acts."""
    if is_own(act, entry):
        return True
    require_event(act, entry.event, Action.DESK)
    return False


def _session(event: Event) -> CheckInSession:
    session = open_session(event)
    if session is None:
        raise DomainError("check_in_closed", _("Check-in isn’t open. The desk opens it before the first round."))
    return session


@transaction.atomic
def only_checked_in_set(*, act: Act, event: Event, only: bool) -> Event:
    """Whether only who has checked in for the newest session is paired. Pressed twice is once."""
    require_event(act, event, Action.PAIR)
    stream_lock(stream=event.stream)
    found = Event.objects.select_for_update().select_related("club").get(pk=event.pk)
    if found.entering.only_checked_in == only:
        return found
    refuse_over(found)
    found.entry_rules = entry_rules_store(found.entering) | {"only_checked_in": only}
    fact_append(act=act, stream=found.stream, fact=EntryRulesSet(entry_rules=found.entry_rules))
    found.save(update_fields=["entry_rules"])
    return found
