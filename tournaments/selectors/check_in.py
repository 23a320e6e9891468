"""Players who are here: the newest session of an event's check-in."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from games.selectors.name_search import holds_words
from tournaments.enums import EntryState
from tournaments.models import CheckIn, CheckInSession, Entry, Event

EXPECTED = (EntryState.REGISTERED, EntryState.ACTIVE)


def newest_session(event: Event) -> CheckInSession | None:
    return CheckInSession.objects.filter(event=event).order_by("-number").first()


def open_session(event: Event) -> CheckInSession | None:
    return CheckInSession.objects.filter(event=event, closed_at=None).first()


def desk_list(event: Event, session: CheckInSession | None, *, search: str = "") -> QuerySet[Entry]:
    """Everybody who may check in, by name, with `here_since` (None: not yet); only those whose folded name has the
    words searched for in it."""
    here = CheckIn.objects.filter(session=session, entry=OuterRef("pk")).values("at")[:1]
    entries = Entry.objects.filter(event=event, state__in=[*EXPECTED, EntryState.PAUSED]).select_related("player__club")
    called = holds_words("player__folded_name", search)
    if called:
        entries = entries.filter(called)
    elif search.strip():
        entries = entries.none()
    return entries.annotate(here_since=Subquery(here)).order_by("player__folded_name", "key")


def checked_in_since(entry: Entry, session: CheckInSession | None) -> CheckIn | None:
    """The entry's check-in in the session; None where it has none."""
    return CheckIn.objects.filter(session=session, entry=entry).first() if session else None


def here_keys(session: CheckInSession | None) -> list[str]:
    """Keys of the entries that checked in for the session, in the order in which they came."""
    rows = CheckIn.objects.filter(session=session).order_by("at", "pk") if session else CheckIn.objects.none()
    return list(rows.values_list("entry__key", flat=True))


def missing_entries(event: Event) -> list[Entry]:
    """Who is expected and hasn't checked in for the newest session, by name; empty where there was none."""
    session = newest_session(event)
    if session is None:
        return []
    here = CheckIn.objects.filter(session=session).values("entry")
    missing = Entry.objects.filter(event=event, state__in=EXPECTED).exclude(pk__in=here)
    return list(missing.select_related("player").order_by("player__folded_name", "key"))
