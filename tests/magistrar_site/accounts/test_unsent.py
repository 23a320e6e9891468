"""What was typed isn't lost where the form had expired, or the session had ended."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.evening import Evening
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db

HERE = {"headers": {"Origin": "http://testserver"}}
TYPED = "Anna <Weiß>\r\n\r\nBert & Söhne"
PASSWORD = "eine-lange-Reise"


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.event(("Cleo",))


@pytest.fixture
def strict(evening: Evening) -> Client:
    """The organiser's browser, with CSRF tokens looked at."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(evening.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def list_address(event: Event) -> str:
    return f"/events/{event.slug}/manage/players/list/"


def carried(page: Any) -> tuple[str, dict[str, str]]:
    """Where the page's form goes, and the fields that it carries, as a browser reads them."""
    html = page.content.decode()
    action = re.search(r'<form class="form" method="post" action="([^"]+)"', html)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', html)
    assert action is not None
    assert token is not None
    fields = re.findall(r'<textarea name="([^"]+)" hidden>\n(.*?)</textarea>', html, re.DOTALL)
    return unescape(action[1]), {unescape(name): unescape(value) for name, value in fields} | {
        "csrfmiddlewaretoken": token[1]
    }


def test_expired_form_is_sent_again_with_one_press(strict: Client, event: Event) -> None:
    page = strict.post(list_address(event) + "?page=2", {"names": TYPED, "csrfmiddlewaretoken": "old"}, **HERE)
    assert page.status_code == 403
    action, fields = carried(page)
    assert (action, fields["names"]) == (list_address(event) + "?page=2", TYPED)
    again = strict.post(action, fields, **HERE)
    assert (again.status_code, again.context["form"]["names"].value()) == (200, TYPED)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Referer": "http://testserver.example/"},
        {"Referer": "http://[broken"},
        {"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_what_another_site_sent_is_never_offered(headers: dict[str, str], strict: Client, event: Event) -> None:
    page = strict.post(list_address(event), {"names": TYPED}, headers=headers)
    html = page.content.decode()
    assert (page.status_code, "Söhne" in html, "<textarea" in html) == (403, False, False)
    assert f'href="{list_address(event)}"' in html  # leads on to the page


def test_secrets_and_files_are_never_shown_again(strict: Client, event: Event) -> None:
    secret = strict.post("/accounts/password/change/", {"oldpassword": "a", "password1": "hunter2"}, **HERE)
    assert (secret.status_code, "hunter2" in secret.content.decode()) == (403, False)
    file = SimpleUploadedFile("list.txt", b"Anna")
    sent = strict.post(list_address(event), {"names": "Söhne", "file": file}, **HERE)
    assert (sent.status_code, "Söhne" in sent.content.decode()) == (403, False)


def test_what_was_typed_outlasts_the_session(evening: Evening, event: Event) -> None:
    evening.user.set_password(PASSWORD)
    evening.user.save()
    client = Client()
    answer = client.post(list_address(event), {"names": TYPED})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/unsent/")
    assert "What you typed is kept" in client.get(answer["Location"]).content.decode()
    signed_in = {"login": evening.user.email, "password": PASSWORD, "next": "/unsent/"}
    page = client.post("/accounts/login/", signed_in, follow=True)
    action, fields = carried(page)
    assert (action, fields["names"]) == (list_address(event), TYPED)
    preview = client.post(action, fields)
    entered = client.post(action, fields | {"seen": preview.context["form"].data["seen"], "enter": "1"})
    assert (entered.status_code, Entry.objects.filter(event=event).count()) == (302, 3)
    assert client.get("/unsent/")["Location"] == "/my-clubs/"  # it is sent, and forgotten


def test_unsent_page_shows_nothing_to_who_isnt_signed_in(event: Event) -> None:
    client = Client()
    client.post(list_address(event), {"names": TYPED})
    assert client.get("/unsent/")["Location"] == "/accounts/login/?next=/unsent/"


def test_method_that_a_page_does_not_take_has_a_page(organiser: Client) -> None:
    page = organiser.post("/events/")
    assert (page.status_code, page["Allow"], "That can’t be done here" in page.content.decode()) == (
        405,
        "GET, HEAD",
        True,
    )
