"""Announcements to players and hall: on the event's pages, on each player's own, on the projector, and by mail to those
who agreed."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EventState, MailTopic
from tournaments.facts.announcements import Announced, AnnouncementTakenBack
from tournaments.models import Announcement, Event
from tournaments.selectors.announcements import announcements_of
from tournaments.services.announcements.mail import entrants_mail, sends_mail
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

LONGEST = 500
MOST_SHOWN = 20


@transaction.atomic
def announce(*, act: Act, event: Event, text: str, by_mail: bool = False) -> Announcement:
    """Tell players and hall something, in plain text. Sent twice in a row is once. Invalid `no_text`, `text_too_long`;
    DomainError `not_public` while the event is being set up, `too_many_announcements`, `no_mail` where the service
    sends none."""
    require_event(act, event, Action.PAIR)
    stream_lock(stream=event.stream)
    text = text.replace("\r\n", "\n").strip()
    _check(event, text, by_mail=by_mail)
    newest = announcements_of(event)[:1]
    if newest and newest[0].text == text and newest[0].by_mail == by_mail:
        return newest[0]
    announcement = Announcement.objects.create(
        key=act.ids.key(), event=event, text=text, said_at=act.at, by_mail=by_mail
    )
    fact = Announced(announcement=announcement.key, by_mail=by_mail)
    fact_append(act=act, stream=event.stream, fact=fact, details={"text": text})
    if by_mail:
        entrants_mail(act=act, event=event, topic=MailTopic.ANNOUNCEMENT, occasion=announcement.key, text=text)
    _tell(event)
    return announcement


def _check(event: Event, text: str, *, by_mail: bool) -> None:
    if not text:
        raise Invalid("no_text", _("Write what you want to say."), fields={"text": _("Write something.")})
    if len(text) > LONGEST:
        message = _("At most %(most)d letters, so that it fits the screen in the hall.") % {"most": LONGEST}
        raise Invalid("text_too_long", message, fields={"text": message})
    if Event.objects.filter(pk=event.pk, state=EventState.DRAFT).exists():
        raise DomainError("not_public", _("Nobody sees this event yet: publish it first."))
    if len(announcements_of(event)) >= MOST_SHOWN:
        message = _("There are %(most)d announcements already. Take one back first.") % {"most": MOST_SHOWN}
        raise DomainError("too_many_announcements", message)
    if by_mail and not sends_mail():
        raise DomainError("no_mail", _("This site sends no mails. Announce it without."))


@transaction.atomic
def announcement_take_back(*, act: Act, event: Event, key: str) -> None:
    """It isn't shown any more; mails can't be called back. Pressed twice is once."""
    require_event(act, event, Action.PAIR)
    stream_lock(stream=event.stream)
    rows = Announcement.objects.filter(event=event, key=key)
    if rows.exists():
        fact_append(act=act, stream=event.stream, fact=AnnouncementTakenBack(announcement=key))
        rows.delete()
        _tell(event)


def _tell(event: Event) -> None:
    transaction.on_commit(lambda: event_changed.send(sender=Announcement, event_key=event.key))
