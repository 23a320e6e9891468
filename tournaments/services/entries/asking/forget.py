"""Contact details and answers go some time after the event."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F

from magistrar_site.shared.selectors.facts import newest_of
from magistrar_site.shared.services.due import due_kind, due_set
from tournaments.enums import OVER
from tournaments.models import Entry, EntryAnswer, EntryContact, EntryFee, EntryQuestion, Event
from tournaments.selectors.asking import form_of

FORGET = "entry.details.forget"
GIVEN_UP = timedelta(days=180)  # an event that isn't over, and in which nothing has happened for so long


def forget_plan(event: Event, now: datetime) -> None:
    """Look at what was said at the earliest time at which it may have to go."""
    due_set(kind=FORGET, subject=event.key, due_at=max(now, event.starts_at) + _kept(event))


def _kept(event: Event) -> timedelta:
    return timedelta(days=form_of(event).kept_days)


@due_kind(FORGET)
def details_forget(subject: str, now: datetime) -> None:
    """Delete what the players of an event said, once its time has come; else look again then."""
    event = Event.objects.filter(key=subject).first()
    if event is None:
        return
    due_at = details_go_at(event)
    if due_at > now:
        due_set(kind=FORGET, subject=subject, due_at=due_at)
        return
    entries = Entry.objects.filter(event=event)
    EntryContact.objects.filter(entry__in=entries).delete()
    EntryAnswer.objects.filter(entry__in=entries).delete()
    answers_changed(event)


def details_go_at(event: Event) -> datetime:
    """When contact details and answers are deleted, by what is known now: so many days after the newest thing that
    happened in an event that is over; half a year later where nobody has ended it."""
    happened = [at for _number, at in newest_of([event.stream]).values()]
    return max([event.starts_at, *happened]) + _kept(event) + (timedelta() if event.state in OVER else GIVEN_UP)


def details_erase_of(entries: Collection[Entry]) -> None:
    """Delete all that these entries said, and what was noted of their fees."""
    for model in (EntryContact, EntryAnswer, EntryFee):
        model.objects.filter(entry__in=entries).delete()
    for event in Event.objects.filter(entries__in=entries, public_answers__gt=0).distinct():
        answers_changed(event)


def answers_changed(event: Event) -> None:
    """Pages with public answers are other ones now; without any public question they have none."""
    if EntryQuestion.objects.filter(event=event, is_public=True).exists():
        Event.objects.filter(pk=event.pk).update(public_answers=F("public_answers") + 1)
    else:
        Event.objects.filter(pk=event.pk, public_answers__gt=0).update(public_answers=0)
