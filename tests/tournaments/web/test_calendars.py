"""A club's calendar as RFC 5545 has it, and what is said of an event's time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from tests.evening import Evening
from tournaments.services.events.create import event_create


def unfolded(body: str) -> list[str]:
    """The lines as a calendar program reads them."""
    assert body.endswith("\r\n")
    return body.removesuffix("\r\n").replace("\r\n ", "").split("\r\n")


@pytest.mark.django_db
def test_calendar_has_the_clubs_events_with_their_instants_and_escaped_names(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://magistrar.example"
    evening = Evening()
    summer = event_create(
        act=evening.act(),
        club_slug=evening.club.slug,
        name="Sommer; Sonne, Zauber" + "ö" * 60,
        starts_at=datetime(2026, 7, 3, 17, 0, tzinfo=UTC),
        time_zone="Europe/Berlin",
        preset="round-robin-evening",
    )
    winter = evening.event(("Anna", "Bert"), name="Winter")
    response = client.get(f"/clubs/{evening.club.slug}/events.ics")
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    lines = unfolded(response.content.decode())
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    said = {name: [line.removeprefix(name) for line in lines if line.startswith(name)] for name in ("UID:", "SUMMARY:")}
    assert said == {
        "UID:": [f"{summer.key}@magistrar.example", f"{winter.key}@magistrar.example"],
        "SUMMARY:": ["Sommer\\; Sonne\\, Zauber" + "ö" * 60, "Winter"],
    }
    assert [line for line in lines if line.startswith("DTSTART")] == [
        "DTSTART:20260703T170000Z",
        "DTSTART:20260306T190000Z",
    ]
    assert f"URL:https://magistrar.example/events/{summer.slug}/" in lines
    again = client.get(f"/clubs/{evening.club.slug}/events.ics", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304
    club = client.get(f"/clubs/{evening.club.slug}/").content.decode()
    assert f'href="webcal://magistrar.example/clubs/{evening.club.slug}/events.ics"' in club


@pytest.mark.django_db
def test_event_page_says_the_instant_in_its_zone_and_to_programs(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://magistrar.example"
    event = Evening().event(("Anna", "Bert"))
    page = client.get(f"/events/{event.slug}/", headers={"Accept-Language": "de"}).content.decode()
    page = " ".join(page.split())
    assert '<time datetime="2026-03-06T19:00:00+00:00" data-zone="Europe/Berlin"' in page
    assert ">6. März 2026, 20:00</time>" in page
    for name, content in (
        ("og:title", event.name),
        ("og:url", f"https://magistrar.example/events/{event.slug}/"),
        ("og:description", f"{event.club.name}, 6. März 2026, 20:00"),
        ("og:locale", "de_DE"),
        ("og:image", "https://magistrar.example/static/img/share.png"),
    ):
        assert f'<meta property="{name}" content="{content}">' in page
