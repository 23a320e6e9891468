"""The organiser of a large event sees that a round is being worked out, and what came of it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.evening import NAMES, Evening
from tournaments.enums import EntryState, PairingStep, RoundState
from tournaments.models import Entry, Event, PairingJob, Round
from tournaments.services.rounds import pairing_jobs
from tournaments.services.rounds.pairing_jobs import pairing_job_work

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def event(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Event:
    monkeypatch.setattr(pairing_jobs, "AT_ONCE", 7)
    return evening.started(NAMES, preset="swiss-evening")


def manage(event: Event, path: str = "") -> str:
    return f"/events/{event.slug}/manage/{path}"


def test_pressing_pair_shows_that_it_is_worked_on_and_how_to_look_again(organiser: Client, event: Event) -> None:
    response = organiser.post(manage(event, "rounds/1/pair/"), {"publish": "1"})
    assert (response.status_code, response["Location"]) == (302, manage(event))
    page = " ".join(organiser.get(manage(event)).content.decode().split())
    assert "Round 1 is being worked out. 8 players take part." in page
    assert f'data-hx-get="{manage(event, "rounds/1/pairing/")}"' in page
    assert f'<a class="button" id="look-again" href="{manage(event)}">Refresh</a>' in page
    assert manage(event, "rounds/1/pair/") not in page  # no second button


def test_pressed_twice_is_one_job(organiser: Client, event: Event) -> None:
    for _press in range(2):
        organiser.post(manage(event, "rounds/1/pair/"))
    assert PairingJob.objects.count() == 1


def test_fragment_says_the_step_and_then_leads_to_the_page(organiser: Client, event: Event, evening: Evening) -> None:
    organiser.post(manage(event, "rounds/1/pair/"), {"publish": "1"})
    PairingJob.objects.update(step=PairingStep.PAIRING)
    fragment = organiser.get(manage(event, "rounds/1/pairing/"), headers={"HX-Request": "true"})
    assert fragment.status_code == 200
    assert '<li aria-current="step">' in fragment.content.decode()
    assert "<html" not in fragment.content.decode()
    pairing_job_work(key=PairingJob.objects.get().key, now=evening.now)
    done = organiser.get(manage(event, "rounds/1/pairing/"), headers={"HX-Request": "true"})
    assert done["HX-Redirect"] == manage(event)
    assert Round.objects.get().state == RoundState.PUBLISHED


def test_without_javascript_the_fragments_address_leads_to_the_page(organiser: Client, event: Event) -> None:
    organiser.post(manage(event, "rounds/1/pair/"))
    response = organiser.get(manage(event, "rounds/1/pairing/"))
    assert (response.status_code, response["Location"]) == (302, manage(event))


def test_refusal_is_shown_with_the_button_to_try_anew(organiser: Client, event: Event, evening: Evening) -> None:
    organiser.post(manage(event, "rounds/1/pair/"))
    Entry.objects.filter(event=event).update(state=EntryState.PAUSED)
    pairing_job_work(key=PairingJob.objects.get().key, now=evening.now)
    page = organiser.get(manage(event)).content.decode()
    assert "No one is here to be paired." in page
    assert manage(event, "rounds/1/pair/") in page


def test_fragment_is_for_the_events_staff_alone(event: Event, evening: Evening) -> None:
    stranger = Client()
    stranger.force_login(evening.account("stranger@example.org"), backend="django.contrib.auth.backends.ModelBackend")
    assert stranger.get(manage(event, "rounds/1/pairing/")).status_code == 403
