"""The life of an event: published, cancelled, reopened after its end, deleted while nothing was played."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.accounts.services.codes import code_drop
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.selectors.facts import details_of, facts_of
from magistrar_site.shared.services.facts import detail_erase, fact_append, stream_lock, stream_name
from tournaments.enums import EventState, MailTopic, StageState
from tournaments.facts.clubs import EventDeletedOfClub
from tournaments.facts.life import (
    CancellationTakenBack,
    EventCancelled,
    EventDeleted,
    EventPublished,
    EventReopened,
)
from tournaments.models import Event, Round, Stage
from tournaments.selectors.overseers import Step, refuse_overseen
from tournaments.services.announcements.mail import entrants_mail
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import require_event
from tournaments.services.rounds.states import require_reason
from tournaments.signals import event_changed


def _for_change(act: Act, event: Event) -> Event:
    """The event under its stream's lock. NotAllowed."""
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    return Event.objects.select_for_update().select_related("club").get(pk=event.pk)


def _write(event: Event, state: EventState) -> Event:
    event.state = state
    event.save(update_fields=["state"])
    transaction.on_commit(lambda: event_changed.send(sender=Event, event_key=event.key))
    return event


@transaction.atomic
def event_publish(*, act: Act, event: Event) -> Event:
    """Let everybody see an event that was being set up. Pressed twice is once. DomainError `cancelled`."""
    event = _for_change(act, event)
    if event.state != EventState.DRAFT:
        if event.state == EventState.CANCELLED:
            refuse_over(event)
        return event
    fact_append(act=act, stream=event.stream, fact=EventPublished())
    return _write(event, EventState.OPEN)


@transaction.atomic
def event_cancel(*, act: Act, event: Event) -> Event:
    """Call an event off, with the reason in `act.why`: everybody who agreed to mails is told, and pages and calendars
    say it. Pressed twice is once.

    Invalid `reason_missing`; DomainError `finished`, `not_published` for what nobody sees yet.
    """
    event = _for_change(act, event)
    if event.state == EventState.CANCELLED:
        return event
    refuse_over(event)
    if event.state == EventState.DRAFT:
        raise DomainError("not_published", _("Nobody sees this event yet. Delete it instead."))
    refuse_overseen(event, Step.CANCEL)
    require_reason(act)
    return event_call_off(act=act, event=event)


@transaction.atomic
def event_call_off(*, act: Act, event: Event) -> Event:
    """As `event_cancel`, for what stands above the event. Permission, lock and reason are the caller's."""
    fact = fact_append(act=act, stream=event.stream, fact=EventCancelled())
    occasion = f"cancelled:{fact.number}"
    entrants_mail(act=act, event=event, topic=MailTopic.CANCELLATION, occasion=occasion, text=act.why)
    return _write(event, EventState.CANCELLED)


@transaction.atomic
def event_cancellation_take_back(*, act: Act, event: Event) -> Event:
    """Let a cancelled event take place after all, as it was before. Pressed twice is once. Those who were told of the
    cancellation are told of this."""
    event = _for_change(act, event)
    if event.state != EventState.CANCELLED:
        return event
    refuse_overseen(event, Step.RESTORE)
    fact = fact_append(act=act, stream=event.stream, fact=CancellationTakenBack())
    entrants_mail(act=act, event=event, topic=MailTopic.RESTORED, occasion=f"restored:{fact.number}")
    has_started = Stage.objects.filter(event=event, planned_rounds__gt=0).exists()
    return _write(event, EventState.RUNNING if has_started else EventState.OPEN)


@transaction.atomic
def event_reopen(*, act: Act, event: Event) -> Event:
    """Let a finished event run again, with the reason in `act.why`: results can be corrected and rounds added; its
    final ranking and the titles follow when it is finished once more. Pressed twice is once.

    Invalid `reason_missing`; DomainError `not_finished`.
    """
    event = _for_change(act, event)
    if event.state == EventState.RUNNING:
        return event
    if event.state != EventState.FINISHED:
        raise DomainError("not_finished", _("Only a finished event can be reopened."))
    refuse_overseen(event, Step.REOPEN)
    require_reason(act)
    return event_take_up(act=act, event=event)


@transaction.atomic
def event_take_up(*, act: Act, event: Event) -> Event:
    """As `event_reopen`, for what stands above the event. Permission and reason are the caller's."""
    stream_lock(stream=event.stream)
    fact_append(act=act, stream=event.stream, fact=EventReopened())
    last = Stage.objects.filter(event=event, planned_rounds__gt=0).latest("number")
    Stage.objects.filter(pk=last.pk).update(state=StageState.RUNNING)
    return _write(event, EventState.RUNNING)


def may_be_deleted(event: Event) -> bool:
    """Whether no round of it was ever seen."""
    return not Round.objects.filter(stage__event=event, matches__games__isnull=False).exists()


@transaction.atomic
def event_delete(*, act: Act, event: Event) -> None:
    """Delete an event of which nothing was played: its rows go and the texts of its facts; the bare chain stays, and
    the club's own says that it was deleted. DomainError `was_played`."""
    event = _for_change(act, event)
    if not may_be_deleted(event):
        raise DomainError("was_played", _("Rounds of this event were published. Cancel it instead."))
    refuse_overseen(event, Step.DELETE)
    fact_append(act=act, stream=event.stream, fact=EventDeleted())
    for detail in details_of(facts_of(event.stream)):
        detail_erase(detail=detail, at=act.at)
    deleted = EventDeletedOfClub(event=event.key)
    fact_append(act=act, stream=stream_name("club", event.club.key), fact=deleted)
    for subject in (event.stream, *event.entries.values_list("key", flat=True)):
        code_drop(subject=subject)
    event.delete()
