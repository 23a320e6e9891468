"""What people are told about passwords: in plain words, and never of a mail that isn't sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from tests.evening import Evening

pytestmark = pytest.mark.django_db

ADDRESS = "/accounts/password/reset/"


def test_site_without_mail_promises_none(client: Client, evening: Evening) -> None:
    pages = [client.get(ADDRESS), client.post(ADDRESS, {"email": evening.user.email})]
    assert [(page.status_code, "This site sends no mail" in page.content.decode()) for page in pages] == [
        (200, True)
    ] * 2
    assert mail.outbox == []


def test_site_with_mail_sends_a_link_in_its_own_name(client: Client, evening: Evening, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    answer = client.post(ADDRESS, {"email": evening.user.email}, follow=True)
    assert "Look at your mail" in answer.content.decode()
    (sent,) = mail.outbox
    assert (f"Magistrar, {settings.SITE_URL}" in sent.body, "Hello from" in sent.body) == (True, False)


@pytest.mark.parametrize(
    "password, text",
    [
        ("short", "Too short: a password needs at least 10 characters."),
        ("1234567890", "This is only digits. Add letters."),
        ("anna@example.org", "This is too much like your name or e-mail address."),
    ],
)
def test_password_that_cant_be_taken_is_refused_in_plain_words(password: str, text: str, client: Client) -> None:
    sent = {"email": "anna@example.org", "password1": password, "password2": password}
    assert text in client.post("/accounts/signup/", sent).content.decode()
