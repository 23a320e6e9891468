"""Large fields over the API: asked for, looked at, done; and planning another number of rounds."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.evening import NAMES, Evening
from tournaments.models import Event, PairingJob, Stage
from tournaments.services.rounds import pairing_jobs
from tournaments.services.rounds.pairing_jobs import pairing_job_work

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def organiser(evening: Evening) -> Client:
    client = Client()
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def post(client: Client, event: Event, path: str, data: dict[str, object]) -> tuple[int, dict[str, object]]:
    response = client.post(f"/api/v1/events/{event.slug}/{path}", data, content_type="application/json")
    return response.status_code, response.json()


def test_large_field_is_accepted_and_can_be_looked_at(
    evening: Evening, organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing_jobs, "AT_ONCE", 7)
    event = evening.started(NAMES, preset="swiss-evening")
    status, job = post(organiser, event, "rounds/", {"number": 1})
    assert (status, job["step"], job["round"]) == (202, "waiting", 1)
    pairing_job_work(key=PairingJob.objects.get().key, now=evening.now)
    address = f"/api/v1/events/{event.slug}/rounds/1/pairing/"
    assert organiser.get(address).json()["step"] == "done"
    assert Client().get(address).status_code == 403
    status, round_ = post(organiser, event, "rounds/", {"number": 1})
    assert (status, round_["state"]) == (200, "draft")


def test_small_field_is_answered_with_the_round(evening: Evening, organiser: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    status, round_ = post(organiser, event, "rounds/", {"number": 1})
    assert (status, round_["state"]) == (200, "draft")
    assert organiser.get(f"/api/v1/events/{event.slug}/rounds/1/pairing/").status_code == 404


def test_rounds_are_planned_with_a_reason(evening: Evening, organiser: Client) -> None:
    event = evening.started(NAMES, preset="swiss-evening")
    status, refused = post(organiser, event, "planned-rounds/", {"rounds": 5})
    assert (status, refused["code"]) == (422, "reason_missing")
    status, stage = post(organiser, event, "planned-rounds/", {"rounds": 5, "why": "There is time"})
    assert (status, stage["planned_rounds"], Stage.objects.get(event=event).planned_rounds) == (200, 5, 5)
