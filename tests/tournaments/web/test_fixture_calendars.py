"""Calendars with fixtures, as a calendar program reads them: one uid for good, updates, cancellations, no address."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client

from tests.evening import NOW, Evening, entry_at, opened
from tests.tournaments.services.announcements.mail_server import reader
from tests.tournaments.services.fixtures.scene import CLOSES, OPENS, TUESDAY, WEDNESDAY, event_of, fixtures_of
from tournaments.models import CalendarToken, Match
from tournaments.selectors.fixtures import feeds
from tournaments.services.entries.links import personal_link_replace
from tournaments.services.events.life import event_cancel
from tournaments.services.fixtures.calendars import calendar_token_make, calendar_token_revoke
from tournaments.services.fixtures.staff import fixture_extend, fixture_time_set
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.times import Place
from tournaments.services.rounds.undo import round_undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("site")]
HOME = Place("address", "Hohe Straße 7")


@pytest.fixture
def site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "SHOWN_AFTER", timedelta(days=2000))  # tests play in March
    settings.SITE_URL = "https://magistrar.example"
    settings.VERSION_SECONDS = 0


def items(client: Client, address: str) -> dict[str, icalendar.Event]:
    """What a calendar program reads at the address, by uid."""
    response = client.get(address)
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert all(len(line) <= 75 for line in response.content.split(b"\r\n"))
    events = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    found = {str(event["uid"]).removesuffix("@magistrar.example"): event for event in events}
    assert len(found) == len(events)
    return found


def of_event(client: Client, match: Match, language: str = "en") -> icalendar.Event:
    return items(client, f"/events/{event_of(match).slug}/fixtures-{language}.ics")[match.key]


def read(item: icalendar.Event) -> tuple[datetime, datetime | None, int, str]:
    end = item.get("dtend")
    return item["dtstart"].dt, end.dt if end else None, int(item["sequence"]), str(item.get("status", ""))


def test_fixture_keeps_its_uid_through_agreement_change_and_cancellation(client: Client, evening: Evening) -> None:
    match = fixtures_of(evening)[0]
    window = of_event(client, match)
    assert read(window)[:2] == (OPENS, CLOSES)
    assert (str(window["transp"]), str(window["description"])) == ("TRANSPARENT", "No time is agreed yet.")
    names = [entry_at(match, position).player.name for position in (0, 1)]
    assert str(window["summary"]) == f"{names[0]} – {names[1]} (League)"
    sequences = [read(window)[2]]

    evening.later(hours=1)
    fixture_time_set(act=evening.act(), match=match, agreed_at=TUESDAY, place=HOME)
    agreed = of_event(client, match)
    assert (read(agreed)[:2], agreed["dtstamp"].dt) == ((TUESDAY, None), NOW + timedelta(hours=1))
    assert str(agreed["description"]) == "Place agreed."
    assert "transp" not in agreed
    assert b"Hohe" not in client.get(f"/events/{event_of(match).slug}/fixtures-en.ics").content
    sequences.append(read(agreed)[2])

    fixture_time_set(act=evening.act(), match=match, agreed_at=WEDNESDAY)
    sequences.append(read(of_event(client, match))[2])
    fixture_time_set(act=evening.act(), match=match, agreed_at=None)
    taken_back = of_event(client, match)
    assert read(taken_back)[:2] == (OPENS, CLOSES)
    sequences.append(read(taken_back)[2])
    later = CLOSES + timedelta(days=2)
    fixture_extend(act=evening.act(), match=Match.objects.get(pk=match.pk), closes_at=later)
    assert read(of_event(client, match))[1] == later
    sequences.append(read(of_event(client, match))[2])
    round_undo(act=evening.act(why="Paired wrongly."), round_=match.round)
    cancelled = of_event(client, match)
    assert str(cancelled["status"]) == "CANCELLED"
    sequences.append(read(cancelled)[2])
    assert sequences == sorted(set(sequences))


def test_forfeited_and_cancelled_fixtures_are_cancelled_in_calendars(client: Client, evening: Evening) -> None:
    first, second = fixtures_of(evening)
    before = read(of_event(client, first))[2]
    result_rule(act=evening.act(why="Nobody came."), game_key=first.games.get().game.key, kind="forfeit")
    assert (read(of_event(client, first))[3], read(of_event(client, second))[3]) == ("CANCELLED", "")
    assert read(of_event(client, first))[2] > before
    event_cancel(act=evening.act(why="The hall burnt down."), event=event_of(first))
    assert {read(of_event(client, match))[3] for match in (first, second)} == {"CANCELLED"}


def test_event_calendar_is_made_once_and_in_the_language_of_its_address(client: Client, evening: Evening) -> None:
    match = fixtures_of(evening)[0]
    address = f"/events/{event_of(match).slug}/fixtures-de.ics"
    response = client.get(address)
    assert "Noch ist keine Zeit abgemacht." in response.content.decode()
    assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304
    fixture_time_set(act=evening.act(), match=match, agreed_at=TUESDAY)
    assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 200


def test_club_calendar_has_the_games_whose_time_is_agreed(client: Client, evening: Evening) -> None:
    first, _second = fixtures_of(evening)
    fixture_time_set(act=evening.act(), match=first, agreed_at=TUESDAY, place=HOME)
    found = items(client, f"/clubs/{evening.club.slug}/events.ics")
    event = event_of(first)
    assert set(found) == {event.key, f"{event.key}-1-1", first.key}
    assert b"Hohe" not in client.get(f"/clubs/{evening.club.slug}/events.ics").content


def test_hidden_name_is_in_no_public_calendar(client: Client, evening: Evening) -> None:
    match = fixtures_of(evening)[0]
    player = entry_at(match, 0).player
    player.hides_name = True
    player.save()
    assert player.name not in str(of_event(client, match)["summary"])


def test_own_calendar_of_a_personal_link_shows_that_event_alone(client: Client, evening: Evening) -> None:
    match, _other = fixtures_of(evening)
    fixtures_of(evening, name="Second league")
    entry = entry_at(match, 0)
    fixture_time_set(act=evening.act(), match=match, agreed_at=TUESDAY, place=HOME)
    secret = calendar_token_make(act=evening.by(entry), entry=entry)
    (item,) = items(client, f"/calendars/{secret}.ics").values()
    assert (read(item)[0], str(item["description"])) == (TUESDAY, "Place agreed.")
    response = client.get(f"/calendars/{secret}.ics")
    assert b"Hohe" not in response.content
    assert response["Cache-Control"] == "private, no-cache"
    assert client.get(f"/calendars/{secret}.ics", headers={"If-None-Match": response["ETag"]}).status_code == 304
    row = CalendarToken.objects.get()
    assert secret not in (row.prefix, row.digest)


def test_own_calendar_of_an_account_shows_all_its_events(client: Client, evening: Evening) -> None:
    match = fixtures_of(evening)[0]
    fixtures_of(evening, name="Second league")
    user = reader(evening, entry_at(match, 0))
    secret = calendar_token_make(act=evening.by_user(user))
    assert len(items(client, f"/calendars/{secret}.ics")) == 2
    player = entry_at(match, 0).player
    player.user = None
    player.save()
    assert client.get(f"/calendars/{secret}.ics").status_code == 404


def test_revoked_replaced_and_mistyped_addresses_open_nothing(client: Client, evening: Evening) -> None:
    entry = entry_at(fixtures_of(evening)[0], 0)
    act = evening.by(entry)
    first = calendar_token_make(act=act, entry=entry)
    second = calendar_token_make(act=act, entry=entry)
    assert [client.get(f"/calendars/{secret}.ics").status_code for secret in (first, second)] == [404, 200]
    assert client.get(f"/calendars/{second[:-1]}.ics").status_code == 404
    assert client.get(f"/calendars/{second[:8]}.ics").status_code == 404
    calendar_token_revoke(act=act, entry=entry)
    assert client.get(f"/calendars/{second}.ics").status_code == 404
    third = calendar_token_make(act=act, entry=entry)
    personal_link_replace(act=evening.act(), entry=entry)
    assert opened(entry).get(f"/calendars/{third}.ics").status_code == 404
