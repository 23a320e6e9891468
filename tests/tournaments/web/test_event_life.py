"""The pages of an event's life: publish, copy, another format, finish with a preview, reopen, cancel, delete."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.evening import NAMES, Evening, opened
from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.selectors.events import stage_of

pytestmark = pytest.mark.django_db

STEPS = ("cancel/", "delete/", "copy/", "format/", "finish/")


def manage(event: Event, path: str = "") -> str:
    return f"/events/{event.slug}/manage/{path}"


def state(event: Event) -> str:
    return str(Event.objects.get(pk=event.pk).state)


def test_new_event_is_hidden_until_it_is_published(organiser: Client, client: Client, evening: Evening) -> None:
    form = {"name": "F", "date": "2026-03-06", "time": "19:30", "time_zone": "UTC", "preset": "swiss-evening"}
    organiser.post(f"/clubs/{evening.club.slug}/events/new/", {**form, "rounds": "3"})
    event = Event.objects.get()
    assert (event.state, stage_of(event).options["rounds"]) == (EventState.DRAFT, 3)
    assert "Publish the event" in organiser.get(manage(event)).content.decode()
    assert client.get(f"/events/{event.slug}/").status_code == 404
    assert organiser.post(manage(event, "publish/")).status_code == 302
    assert client.get(f"/events/{event.slug}/").status_code == 200


def test_draft_opens_for_the_personal_link_of_a_player(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:2])
    Event.objects.filter(pk=event.pk).update(state=EventState.DRAFT)
    entry = event.entries.order_by("pk")[0]
    assert opened(entry).get(f"/events/{event.slug}/").status_code == 200
    forging = Client()
    forging.cookies["magistrar_links"] = f"{entry.key}.9.forged"
    assert forging.get(f"/events/{event.slug}/").status_code == 404


@pytest.mark.parametrize("path", STEPS)
def test_page_of_a_step_says_what_it_does_and_does_nothing_by_itself(
    path: str, organiser: Client, evening: Evening
) -> None:
    event = evening.event(NAMES[:4])
    assert organiser.get(manage(event, path)).status_code == 200
    assert (state(event), Event.objects.count()) == (EventState.OPEN, 1)


def test_cancelled_event_says_why_everywhere(organiser: Client, client: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:2])
    assert organiser.post(manage(event, "cancel/"), {"why": ""}).status_code == 422
    assert organiser.post(manage(event, "cancel/"), {"why": "The hall is flooded"}).status_code == 302
    page = client.get(f"/events/{event.slug}/").content.decode()
    assert ("This event is cancelled." in page, "The hall is flooded" in page) == (True, True)
    assert ("No round was played." in page, "has not started" in page) == (True, False)
    calendar = client.get(f"/clubs/{evening.club.slug}/events.ics").content.decode()
    assert "STATUS:CANCELLED\r\nDESCRIPTION:The hall is flooded\r\n" in calendar
    hall = client.get(f"/events/{event.slug}/projector/").content.decode()
    assert ("This event is cancelled." in hall, "has not started" in hall) == (True, False)
    assert "cancelled" in opened(event.entries.all()[0]).get("/evening/", follow=True).content.decode()
    assert organiser.post(manage(event, "restore/")).status_code == 302
    assert state(event) == EventState.OPEN


def test_finishing_shows_the_ranking_and_asks_then_it_can_be_reopened(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    evening.play_out(event, 1)
    assert "See the final ranking, then finish" in organiser.get(manage(event)).content.decode()
    page = organiser.get(manage(event, "finish/"))
    assert [row.entry.player.name for row in page.context["preview"].rows] != []
    assert state(event) == EventState.RUNNING
    organiser.post(manage(event, "finish/"))
    assert state(event) == EventState.FINISHED
    assert organiser.post(manage(event, "reopen/"), {"why": "A wrong result"}).status_code == 302
    assert state(event) == EventState.RUNNING


def test_event_finishes_early_with_a_reason(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    evening.play_out(event, 1)
    page = organiser.get(manage(event, "finish/")).content.decode()
    assert ("1 of 3 rounds is played." in page, "Please correct" in page, "message-bad" in page) == (True, False, False)
    assert ("Finishing fixes this ranking. You can" in page, "Prizes</th>" in page) == (True, False)
    assert organiser.post(manage(event, "finish/")).status_code == 409
    assert organiser.post(manage(event, "finish/"), {"why": "It got late"}).status_code == 302
    assert state(event) == EventState.FINISHED


def test_event_finished_early_says_how_many_rounds_were_played(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    evening.play_out(event, 1)
    assert "3 rounds" in organiser.get(f"/events/{event.slug}/").content.decode()
    organiser.post(manage(event, "finish/"), {"why": "It got late"})
    page = organiser.get(f"/events/{event.slug}/").content.decode()
    assert ("1 round, one game each" in page, "3 rounds" in page) == (True, False)


def test_finished_desk_offers_prizes_and_certificates_and_misses_nobody(organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    organiser.post(manage(event, "check-in/open/"), {"asked": "1"})
    assert "hasn’t checked in" not in organiser.get(manage(event)).content.decode()  # round 1 is paired already
    evening.play_out(event, 1)
    organiser.post(manage(event, "finish/"), {"why": "It got late"})
    page = organiser.get(manage(event)).content.decode()
    assert ("checked in" in page, manage(event, "certificates/") in page, manage(event, "prize-list/") in page) == (
        False,
        True,
        True,
    )


@pytest.mark.parametrize("rounds", [1, 3])
def test_desk_of_a_finished_event_offers_no_further_step(rounds: int, organiser: Client, evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    evening.play_out(event, rounds)
    desk = manage(event, "results/")
    assert "is complete" in organiser.get(desk).content.decode()
    organiser.post(manage(event, "finish/"), {"why": "It got late"})
    page = organiser.get(desk).content.decode()
    assert ("is complete" in page, "Pair and publish" in page, "then finish" in page) == (False, False, False)


def test_my_clubs_shows_what_runs_first_then_what_comes(organiser: Client, evening: Evening) -> None:
    over, running, later, soon = (evening.event(NAMES[:2], name=name) for name in ("Over", "Runs", "Later", "Soon"))
    for event, state_, days in (
        (over, EventState.FINISHED, 3),
        (running, EventState.RUNNING, -2),
        (later, EventState.OPEN, 30),
        (soon, EventState.DRAFT, 2),
    ):
        Event.objects.filter(pk=event.pk).update(state=state_, starts_at=timezone.now() + timedelta(days=days))
    shown = organiser.get("/my-clubs/").context["events"]
    assert [event.name for event in shown] == ["Runs", "Soon", "Later", "Over"]


def test_copy_is_proposed_a_week_later_and_repeats(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:3])
    form = organiser.get(manage(event, "copy/")).context["form"]
    assert form.initial["date"].weekday() == event.starts_at.weekday()
    sent = {"name": "Next", "date": "2026-12-04", "time": "19:00", "times": "3", "publish": "on", "with_players": "on"}
    organiser.post(manage(event, "copy/"), sent)
    copies = Event.objects.filter(name="Next").order_by("starts_at")
    assert [(copy.starts_at.day, copy.state, copy.entries.count()) for copy in copies] == [
        (4, EventState.OPEN, 3),
        (11, EventState.OPEN, 3),
        (18, EventState.OPEN, 3),
    ]


def test_format_is_changed_from_the_settings(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:4])
    assert "Change the format" in organiser.get(manage(event, "settings/")).content.decode()
    organiser.post(manage(event, "format/"), {"preset": "swiss-evening", "rounds": "2"})
    assert (stage_of(event).format, stage_of(event).options["rounds"]) == ("swiss", 2)
    assert organiser.post(manage(event, "format/"), {"preset": "knockout", "rounds": "2"}).status_code == 302


def test_event_is_deleted_while_nothing_was_played(organiser: Client, evening: Evening) -> None:
    event = evening.event(NAMES[:3])
    assert organiser.post(manage(event, "delete/")).status_code == 302
    assert not Event.objects.exists()
