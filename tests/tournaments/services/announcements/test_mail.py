"""Mails to the players of an event: who gets one, in which words, once, and within the limits of a day."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.services.mail import mail_stop, stop_token
from magistrar_site.shared.models import DueWork, MailCount, OutgoingMail
from magistrar_site.shared.services.due import due_work_off
from magistrar_site.shared.services.mail import OutboxBackend, mail_send
from magistrar_site.shared.services.mail_limits import mail_counts_clear, mails_left_today
from tests.evening import Evening
from tests.tournaments.services.announcements.mail_server import entries_of, mail_server, reader
from tests.tournaments.services.test_concurrency import at_once
from tournaments import receivers
from tournaments.enums import EntryState, MailTopic
from tournaments.models import Event, Mailing
from tournaments.services.announcements.mail import entrants_mail, mailing_write
from tournaments.tasks import mail_entrants

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "Round 2 starts at eight."


def ask(evening: Evening, event: Event, occasion: str = "one", topic: MailTopic = MailTopic.ANNOUNCEMENT) -> None:
    entrants_mail(act=evening.act(), event=event, topic=topic, occasion=occasion, text=TEXT)


@pytest.mark.both_databases
def test_mail_goes_to_those_who_agreed_and_have_a_confirmed_address(settings: Any) -> None:
    taken = mail_server(settings)
    evening = Evening()
    event = evening.event()
    anna, bert, cleo, doerte, erik, *_others = entries_of(event)
    reader(evening, anna)
    reader(evening, bert, agrees=False)
    reader(evening, cleo, confirmed=False)
    closed = reader(evening, doerte)
    closed.is_active = False
    closed.save()
    reader(evening, erik)
    erik.state = EntryState.WITHDRAWN
    erik.save()

    ask(evening, event)

    assert [mail.to for mail in taken] == [["anna@example.org"]]
    mailing = Mailing.objects.get()
    assert (mailing.mailed, mailing.held_back, mailing.text) == (1, 0, "")
    assert not OutgoingMail.objects.exists()


@pytest.mark.one_database
def test_mail_says_what_happened_in_the_readers_language_and_names_nobody_in_its_subject(settings: Any) -> None:
    taken = mail_server(settings)
    evening = Evening()
    event = evening.event(name="Evening of Anna")
    anna, bert, *_others = entries_of(event)
    user = reader(evening, anna)
    reader(evening, bert, language="de")

    ask(evening, event)
    ask(evening, event, "two", MailTopic.CANCELLATION)

    by_address = {(mail.to[0], mail.subject): mail for mail in taken}
    assert sorted(subject for _address, subject in by_address) == [
        "Dein Turnier wurde abgesagt",
        "Neues von deinem Turnier",
        "News about your event",
        "Your event was cancelled",
    ]
    mail = by_address["anna@example.org", "News about your event"]
    stop = f"{settings.SITE_URL}/mail/stop/{stop_token(user=user, club=evening.club)}/"
    assert mail.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert TEXT in mail.body
    assert f"{settings.SITE_URL}/events/{event.slug}/\n" in mail.body
    assert mail.body.rstrip().endswith(stop)


def test_same_occasion_is_mailed_once_however_often_the_task_runs(settings: Any) -> None:
    taken = mail_server(settings)
    evening = Evening()
    event = evening.event()
    for entry in entries_of(event)[:3]:
        reader(evening, entry)

    ask(evening, event)
    ask(evening, event)
    key = Mailing.objects.get().key
    mail_entrants(key)

    assert len(taken) == 3
    Mailing.objects.update(done_at=None)  # as if nobody had begun
    counts = at_once(*[lambda: len(mailing_write(key=key, at=evening.now))] * 3)
    assert sorted(counts) == [0, 0, 3]
    rows = list(OutgoingMail.objects.values_list("pk", flat=True))
    at_once(*[lambda pk=pk: mail_send(mail=pk, at=evening.now) for pk in rows + rows])
    assert (len(taken), OutgoingMail.objects.count(), DueWork.objects.filter(kind="mail.send").count()) == (6, 0, 0)


@pytest.mark.one_database
def test_limits_of_a_day_hold_back_all_but_the_first_cancellation(settings: Any) -> None:
    taken = mail_server(settings)
    settings.MAILS_PER_PERSON, settings.MAILS_PER_CLUB = 3, 3
    evening = Evening()
    event = evening.event()
    anna, bert, *_others = entries_of(event)
    reader(evening, anna)
    own = EmailMessage("Hallo", "Grüße", "from@example.org", ["Anna@example.org"])
    OutboxBackend().send_messages([own])  # what somebody asks for counts
    for number in range(4):
        ask(evening, event, f"announcement {number}")
    OutboxBackend().send_messages([own])  # and is never held back
    assert len(taken) == 1 + 2 + 1
    assert list(Mailing.objects.order_by("pk").values_list("mailed", "held_back")) == [(1, 0)] * 2 + [(0, 1)] * 2

    reader(evening, bert)
    ask(evening, event, "the last one of the club")
    ask(evening, event, "the club has none left")
    assert [mail.to for mail in taken[4:]] == [["bert@example.org"]]
    ask(evening, event, "cancelled", MailTopic.CANCELLATION)
    assert sorted(mail.to[0] for mail in taken[5:]) == ["anna@example.org", "bert@example.org"]
    ask(evening, event, "restored", MailTopic.RESTORED)
    ask(evening, event, "cancelled again", MailTopic.CANCELLATION)
    assert (len(taken), Mailing.objects.latest("pk").held_back) == (7, 2)
    ask(evening, evening.event(name="Another"), "cancelled", MailTopic.CANCELLATION)
    Mailing.objects.update(asked_at=timezone.now() - timedelta(days=1))
    ask(evening, event, "cancelled the next day", MailTopic.CANCELLATION)
    assert len(taken) == 7 + 2 + 2

    now = timezone.now()
    assert mails_left_today(whom="bert@example.org", at=now, most=3) == 2
    mail_counts_clear(now=now + timedelta(days=1))
    assert not MailCount.objects.exists()


@pytest.mark.one_database
def test_mailing_whose_task_was_lost_is_taken_up(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = mail_server(settings)
    evening = Evening()
    event = evening.event()
    reader(evening, entries_of(event)[0])
    with monkeypatch.context() as patch:
        patch.setattr(receivers, "enqueue_slow", lambda *_args: None)
        ask(evening, event)
    assert (taken, receivers.take_up_mailings(evening.now)) == ([], 0)
    evening.later(minutes=1)
    assert receivers.take_up_mailings(evening.now) == 1
    assert len(taken) == 1
    assert due_work_off(now=evening.now) == 0


@pytest.mark.one_database
def test_link_in_a_mail_stops_them_by_post_alone_without_signing_in(settings: Any) -> None:
    taken = mail_server(settings)
    evening = Evening()
    event = evening.event()
    anna = entries_of(event)[0]
    user = reader(evening, anna)
    address = reverse("games:mail_stop", args=[stop_token(user=user, club=evening.club)])
    stranger = Client(enforce_csrf_checks=True)

    page = stranger.get(address)
    assert (page.status_code, page["Cache-Control"].count("no-store")) == (200, 1)
    assert "You get mails when" in page.content.decode()
    ask(evening, event)
    assert len(taken) == 1

    answer = stranger.post(address, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, stranger.post(address).status_code) == (200, 200)
    again = stranger.get(address).content.decode()
    assert ("You get no more mails about events of" in again, "You get mails when" in again) == (True, False)
    ask(evening, event, "two")
    assert len(taken) == 1
    assert stranger.post(address.replace(user.key, "0" * 12)).status_code == 404
    assert stranger.get(address[:-4] + "/").status_code == 404


@pytest.mark.one_database
def test_nobody_is_mailed_of_what_failed_or_without_a_mail_server(settings: Any) -> None:
    evening = Evening()
    event = evening.event()
    reader(evening, entries_of(event)[0])
    ask(evening, event)
    assert not Mailing.objects.exists()

    taken = mail_server(settings)
    with transaction.atomic():
        ask(evening, event)
        transaction.set_rollback(True)
    assert (taken, Mailing.objects.count()) == ([], 0)
    user = entries_of(event)[0].player.user
    mail_stop(act=evening.by_user(user), club=evening.club)
    ask(evening, event)
    assert taken == []
