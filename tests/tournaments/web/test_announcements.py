"""Announcements on the organiser's page, and on those of the public, the players and the hall."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.evening import Evening, opened
from tests.tournaments.services.announcements.mail_server import entries_of
from tournaments.selectors.announcements import announcements_of
from tournaments.selectors.page_versions import entry_page_version

pytestmark = pytest.mark.django_db
TEXT = "Soup <b>is</b> ready."
SHOWN = "Soup &lt;b&gt;is&lt;/b&gt; ready."


def test_announcement_reaches_every_page_and_leaves_them(evening: Evening) -> None:
    event = evening.started()
    entry = entries_of(event)[0]
    page = reverse("tournaments:announcements", args=[event.slug])
    organiser, player = evening.browser(), opened(entry)
    public = [
        reverse("tournaments:event", args=[event.slug]),
        reverse("tournaments:live_event", args=["en", event.slug]),
        reverse("tournaments:projector", args=[event.slug]),
    ]
    own = reverse("tournaments:evening_of", args=[entry.key])
    version = entry_page_version(entry.key)

    def shown() -> list[bool]:
        pages = [*(Client().get(address) for address in public), player.get(own)]
        return [SHOWN in answer.content.decode() for answer in pages]

    assert shown() == [False] * 4
    answer = organiser.post(page, {"text": TEXT})
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert shown() == [True] * 4
    assert entry_page_version(entry.key) != version
    (announcement,) = announcements_of(event)
    assert SHOWN in organiser.get(page).content.decode()
    organiser.post(reverse("tournaments:announcement_end", args=[event.slug, announcement.key]))
    assert (shown(), entry_page_version(entry.key)) == ([False] * 4, version)


def test_empty_announcement_is_refused_on_its_field(evening: Evening) -> None:
    event = evening.started()
    page = reverse("tournaments:announcements", args=[event.slug])
    answer = evening.browser().post(page, {"text": " "})
    assert (answer.status_code, announcements_of(event)) == (422, [])
    assert Client().get(page).status_code == 302
    assert evening.browser(evening.account("stranger@example.org")).get(page).status_code == 403


def test_announcements_in_the_api(evening: Evening) -> None:
    event = evening.started()
    address = f"/api/v1/events/{event.slug}/announcements/"
    organiser = evening.browser()
    made = organiser.post(address, {"text": "Soup is ready."}, content_type="application/json")
    assert made.status_code == 201
    (row,) = Client().get(address).json()["results"]
    assert row == made.json()
    assert Client().post(address, {"text": "Hi"}, content_type="application/json").status_code == 401
    assert organiser.delete(f"{address}{row['key']}/").status_code == 204
    assert Client().get(address).json()["count"] == 0
