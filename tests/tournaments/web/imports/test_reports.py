"""The page that brings in a report of another program."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.settings import api_settings

from tests.evening import Evening
from tests.tournaments.services.imports.test_report import SMALL
from tournaments.models import Event
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def page_of(evening: Evening) -> str:
    return f"/clubs/{evening.club.slug}/events/import/"


def test_file_is_looked_at_and_then_brought_in() -> None:
    evening = Evening()
    browser, page = evening.browser(evening.user), page_of(evening)
    assert page in browser.get(f"/clubs/{evening.club.slug}/events/new/").content.decode()
    sent = SimpleUploadedFile("cup.trf", SMALL.encode("cp1252"))
    looked = browser.post(page, {"file": sent})
    shown = looked.content.decode()
    assert looked.status_code == 200
    assert "Players: 4, rounds: 3, games: 5, of which forfeited: 2, byes: 2." in " ".join(shown.split())
    assert "Chloé Dupont" in shown
    assert not Event.objects.exists()

    form = looked.context["form"]
    answer = {"text": form.data["text"], "seen": form.data["seen"], "name": "Cup of 2025", "enter": "1"}
    assert browser.post(page, answer).status_code == 302
    event = Event.objects.get()
    assert event.name == "Cup of 2025"
    assert event_verify(event=event).holds
    assert "Chloé Dupont" in browser.get(f"/events/{event.slug}/").content.decode()


def test_what_can_not_be_read_is_said_with_its_line() -> None:
    evening = Evening()
    browser = evening.browser(evening.user)
    refused = browser.post(page_of(evening), {"text": SMALL.replace("1.5    2", "2.5    2")})
    assert refused.status_code == 422
    assert "Line 5, column 81" in refused.content.decode()
    assert browser.post(page_of(evening), {"text": ""}).status_code == 422
    too_large = SimpleUploadedFile("cup.trf", b"x" * 700_000)
    assert browser.post(page_of(evening), {"file": too_large}).status_code == 422


def test_others_do_not_get_there() -> None:
    evening = Evening()
    browser = evening.browser(evening.account("other@example.org"))
    assert browser.get(page_of(evening)).status_code == 403
    assert browser.post(page_of(evening), {"text": SMALL}).status_code == 403


def test_imports_from_one_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    browser = evening.browser(evening.user)
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "import", "1/hour")
    answers = [browser.post(page_of(evening), {"text": SMALL, "enter": "1"}).status_code for _time in range(2)]
    assert answers == [302, 429]
    assert Event.objects.count() == 1
