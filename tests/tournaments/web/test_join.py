"""`/j`: the code of an event opens its public page, a player's opens the own page once."""

from __future__ import annotations

import pytest
from django.test import Client

from magistrar_site.accounts.services.codes import code_make, codes_of
from tests.evening import NAMES, Evening
from tournaments.services.entries.links import event_code_make, personal_links_make
from tournaments.services.events.finish import event_finish

pytestmark = pytest.mark.django_db


def test_event_code_opens_the_public_page_until_the_event_is_finished(client: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    evening.play_out(event, 1)
    code = event_code_make(act=evening.act(), event=event)
    answer = client.post("/j/", {"code": code})
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.slug}/")
    assert "magistrar_links" not in client.cookies
    event_finish(act=evening.act(), event=event)
    refused = client.post("/j/", {"code": code})
    assert (refused.status_code, "This code opens nothing." in refused.content.decode()) == (404, True)


def test_players_code_opens_the_own_page_once(client: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    personal_links_make(act=evening.act(), event=event)
    entry = event.entries.order_by("pk")[0]
    code = codes_of([entry.key])[entry.key]
    page = client.post("/j/", {"code": code}, follow=True)
    assert (page.status_code, page.request["PATH_INFO"]) == (200, f"/evening/{entry.key}/")
    assert Client().post("/j/", {"code": code}).status_code == 404


def test_desk_reads_the_codes_and_makes_another(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    address = f"/events/{event.slug}/manage/"
    organiser.post(f"{address}links/")
    entry = event.entries.order_by("pk")[0]
    code = codes_of([entry.key])[entry.key]
    assert f"{code[:4]} {code[4:]}" in organiser.get(f"{address}links/").content.decode()
    of_event = codes_of([event.stream])[event.stream]
    assert f"{of_event[:3]} {of_event[3:]}" in organiser.get(f"{address}print/").content.decode()
    organiser.post(f"{address}links/{entry.key}/code/")
    organiser.post(f"{address}links/code/")
    assert codes_of([entry.key])[entry.key] != code
    assert code_make(subject=event.stream) != of_event


def test_links_lead_to_the_address_of_the_hall_where_the_organiser_sits_at_the_machine(
    organiser: Client, evening: Evening, settings: object
) -> None:
    event = evening.started(NAMES[:2])
    personal_links_make(act=evening.act(), event=event)
    settings.SITE_URL = "http://192.168.1.20:8000"  # type: ignore[attr-defined] # pytest-django's settings
    page = organiser.get(f"/events/{event.slug}/manage/links/", HTTP_HOST="localhost:8000").content.decode()
    assert ("http://192.168.1.20:8000/l/" in page, "won’t work on phones" in page) == (True, False)
    settings.SITE_URL = "http://localhost:8000"  # type: ignore[attr-defined]
    page = organiser.get(f"/events/{event.slug}/manage/links/", HTTP_HOST="localhost:8000").content.decode()
    assert "won’t work on phones" in page
