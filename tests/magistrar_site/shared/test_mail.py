"""Mails are kept with what causes them: a mail server that is away, or refuses, costs nothing but time."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.test import Client

from magistrar_site.accounts.models import User
from magistrar_site.shared.models import DueWork, OutgoingMail
from magistrar_site.shared.services.due import due_work_off
from magistrar_site.shared.services.mail import KIND, LONGEST, OutboxBackend, mail_outage, mail_send, mails_left
from tests.evening import PASSWORD
from tests.tournaments.services.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
REFUSED = smtplib.SMTPRecipientsRefused({"nobody@example.org": (550, b"no such user")})
TRANSPORT = "tests.magistrar_site.shared.test_mail.Transport"
FORM = {"email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}


class Transport(BaseEmailBackend):
    """A mail server: takes mails, or refuses them by `error`."""

    error: ClassVar[Exception | None] = None
    taken: ClassVar[list[Any]] = []

    def send_messages(self, email_messages: Any) -> int:
        if Transport.error is not None:
            raise Transport.error
        Transport.taken += email_messages
        return len(email_messages)


@pytest.fixture(autouse=True)
def _mail_server(settings: Any) -> Iterator[None]:
    settings.EMAIL_HOST = "mail.example"
    settings.EMAIL_BACKEND = "magistrar_site.shared.services.mail.OutboxBackend"
    settings.MAIL_TRANSPORT = TRANSPORT
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    Transport.error, Transport.taken = None, []
    mail_outage.end()
    yield
    mail_outage.end()


def send() -> None:
    message = mail.EmailMultiAlternatives("Hallo", "Grüße", "from@example.org", ["to@example.org"])
    message.attach_alternative("<p>Grüße</p>", "text/html")
    OutboxBackend().send_messages([message])


def test_mail_goes_out_whole_once_what_causes_it_is_through() -> None:
    with transaction.atomic():
        send()
        assert Transport.taken == []

    (sent,) = Transport.taken
    assert (sent.subject, sent.body, sent.from_email, sent.to) == (
        "Hallo",
        "Grüße",
        "from@example.org",
        ["to@example.org"],
    )
    assert [tuple(each) for each in sent.alternatives] == [("<p>Grüße</p>", "text/html")]
    assert not OutgoingMail.objects.exists()
    assert not DueWork.objects.exists()


def test_mail_of_what_fails_is_never_sent() -> None:
    with transaction.atomic():
        send()
        transaction.set_rollback(True)
    assert (Transport.taken, OutgoingMail.objects.count()) == ([], 0)


@pytest.mark.one_database
@pytest.mark.parametrize("error", [ConnectionRefusedError(), TimeoutError(), REFUSED, smtplib.SMTPServerDisconnected()])
def test_mail_that_is_not_taken_is_sent_later(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    Transport.error = error
    send()
    due_at = DueWork.objects.get(kind=KIND).due_at
    assert "example.org" not in caplog.text

    assert due_work_off(now=due_at) == 1
    (kept,) = OutgoingMail.objects.all()
    assert (kept.attempts, kept.claimed_until) == (2, None)
    assert DueWork.objects.get(kind=KIND).due_at == due_at + timedelta(minutes=2)

    Transport.error = None
    mail_outage.end()
    assert due_work_off(now=due_at + timedelta(minutes=2)) == 1
    assert (len(Transport.taken), OutgoingMail.objects.count(), DueWork.objects.count()) == (1, 0, 0)


@pytest.mark.one_database
def test_mail_is_given_up_after_three_days() -> None:
    Transport.error = REFUSED
    send()
    OutgoingMail.objects.update(created_at=NOW)
    due_work_off(now=NOW + timedelta(days=400))
    assert (OutgoingMail.objects.count(), DueWork.objects.count(), LONGEST) == (0, 0, timedelta(days=3))


@pytest.mark.one_database
def test_mail_of_a_process_that_ended_is_planned_again() -> None:
    Transport.error = REFUSED
    send()
    DueWork.objects.all().delete()
    assert (mails_left(NOW), mails_left(NOW), DueWork.objects.get().due_at) == (1, 0, NOW)


def test_mail_that_two_send_at_once_is_sent_once() -> None:
    Transport.error = REFUSED
    send()
    Transport.error, pk = None, OutgoingMail.objects.get().pk
    answers = at_once(*[lambda: mail_send(mail=pk, at=NOW)] * 3)
    assert (sorted(answers), len(Transport.taken)) == ([False, False, True], 1)


@pytest.mark.one_database
@pytest.mark.parametrize("error", [ConnectionRefusedError(), REFUSED])
def test_account_is_whole_without_a_mail_server_and_the_page_says_so(error: Exception) -> None:
    Transport.error = error
    browser = Client()

    answer = browser.post("/accounts/signup/", FORM)
    page = browser.get(answer["Location"])

    assert (answer.status_code, page.status_code, User.objects.count()) == (302, 200, 1)
    assert "It is kept and will be sent as soon as possible." in page.content.decode()
    Transport.error = None
    mail_outage.end()
    assert due_work_off(now=DueWork.objects.get(kind=KIND).due_at) == 1
    assert "/accounts/confirm-email/" in Transport.taken[0].body


@pytest.mark.one_database
def test_new_password_is_mailed_later_and_a_stranger_learns_nothing() -> None:
    Transport.error = ConnectionRefusedError()
    User.objects.create_user("known@example.org", PASSWORD)

    def asked(address: str) -> tuple[int, str, bool]:
        browser = Client()
        answer = browser.post("/accounts/password/reset/", {"email": address})
        page = browser.get(answer["Location"])
        return answer.status_code, answer["Location"], "It is kept and will be sent" in page.content.decode()

    assert asked("known@example.org") == asked("unknown@example.org") == (302, "/accounts/password/reset/done/", True)
    assert OutgoingMail.objects.count() == 2


@pytest.mark.one_database
def test_links_in_mails_lead_to_the_site_whatever_host_a_stranger_names(settings: Any) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://club.example", ["club.example", "localhost"]
    User.objects.create_user("known@example.org", PASSWORD)
    stranger = Client(headers={"Host": "localhost:6666"})

    for email in ("known@example.org", "unknown@example.org"):
        stranger.post("/accounts/password/reset/", {"email": email})
    for email in ("known@example.org", "new@example.org"):
        stranger.post("/accounts/signup/", FORM | {"email": email})

    bodies = [sent.body for sent in Transport.taken]
    addresses = [
        re.sub("(reset/key|confirm-email)/.*", r"\1/", each) for each in re.findall(r"\S+://\S+", "\n".join(bodies))
    ]
    home = "https://club.example"
    assert addresses == [
        f"{home}/accounts/password/reset/key/",
        home,
        f"{home}/accounts/signup/",
        home,
        f"{home}/accounts/password/reset/",
        home,
        f"{home}/accounts/confirm-email/",
        home,
    ]
    assert not any("6666" in body for body in bodies)


def test_two_forms_with_one_address_at_once_make_one_account() -> None:
    answers = at_once(*[lambda: Client().post("/accounts/signup/", FORM)] * 3)

    assert [answer.status_code for answer in answers] == [302] * 3
    assert User.objects.count() == 1
