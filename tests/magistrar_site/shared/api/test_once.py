"""A request with an Idempotency-Key that is sent again is answered as before, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.models import Club
from magistrar_site.accounts.models import ApiToken
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.services.tokens import token_create
from tests.evening import Evening, entry_at
from tournaments.models import Event, Match

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

API = "/api/v1"
FRIDAY = {"name": "Friday", "starts_at": "2026-03-06T19:00+01:00", "time_zone": "UTC", "preset": "round-robin-evening"}


@pytest.fixture
def program(evening: Evening) -> APIClient:
    _token, secret = token_create(
        act=evening.act(), user=evening.user, name="program", scopes=["read", "submit", "organise"]
    )
    return APIClient(headers={"authorization": f"Token {secret}"})


def sent(program: Any, address: str, body: Any, key: str = "k1") -> Any:
    return program.post(f"{API}/{address}", body, format="json", headers={"Idempotency-Key": key})


def test_club_and_event_are_made_once(program: APIClient, evening: Evening) -> None:
    for address, body in (("clubs/", {"name": "Turm"}), ("events/", {**FRIDAY, "club": evening.club.slug})):
        first, again = sent(program, address, body), sent(program, address, body)
        assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
        assert (first.has_header("Idempotent-Replayed"), again["Idempotent-Replayed"]) == (False, "true")
        assert again.has_header("RateLimit")
    assert (Club.objects.filter(name="Turm").count(), Event.objects.count()) == (1, 1)


def test_retried_request_without_a_key_makes_one_too(program: APIClient, evening: Evening) -> None:
    body = {**FRIDAY, "club": evening.club.slug}
    made = [program.post(f"{API}/events/", body, format="json").json()["key"] for _ in range(2)]
    assert (made[0], Event.objects.count()) == (made[1], 1)


def test_key_is_one_accounts_and_one_addresses(program: APIClient, evening: Evening) -> None:
    other = evening.account("other@example.org")
    _token, secret = token_create(act=evening.act(), user=other, name="x", scopes=["organise"])
    others = APIClient(headers={"authorization": f"Token {secret}"})

    answers = [sent(program, "clubs/", {"name": "Turm"}), sent(others, "clubs/", {"name": "Turm"})]

    assert len({answer.json()["key"] for answer in answers}) == 2
    assert sent(program, "events/", {**FRIDAY, "club": evening.club.slug}).status_code == 201


def test_key_with_another_body_is_refused(program: APIClient) -> None:
    sent(program, "clubs/", {"name": "Turm"})
    refused = sent(program, "clubs/", {"name": "Läufer"})
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")


def test_refusal_is_not_kept(program: APIClient) -> None:
    assert [sent(program, "clubs/", body).status_code for body in ({"name": ""}, {"name": "Turm"})] == [400, 201]


@pytest.mark.parametrize("key", ["", "with blank", "x" * 81, "ä"])
def test_key_that_is_none_is_refused(program: APIClient, key: str) -> None:
    answer = sent(program, "clubs/", {"name": "Turm"}, key)
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_invalid")


def test_secret_of_a_token_comes_again(evening: Evening) -> None:
    browser = APIClient()
    browser.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    body = {"name": "ticker", "scopes": ["read"]}

    first, again = sent(browser, "tokens/", body), sent(browser, "tokens/", body)

    assert (first.status_code, again.json()["secret"]) == (201, first.json()["secret"])
    assert "no-store" in again["Cache-Control"]
    assert ApiToken.objects.count() == 1


def test_personal_link_has_keys_of_its_own(match: Match, evening: Evening) -> None:
    key = evening.submit(match).key
    link = APIClient(headers={"authorization": f"Link {link_token(subject=entry_at(match, 1).key)}"})
    answers = [sent(link, f"submissions/{key}/confirm/", {}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1]["Idempotent-Replayed"] == "true"


def test_strangers_requests_are_looked_at_each_time() -> None:
    answers = [sent(APIClient(), "games/check/", {}) for _ in range(2)]
    assert [(answer.status_code, answer.has_header("Idempotent-Replayed")) for answer in answers] == [(200, False)] * 2


def test_forms_that_are_sent_again_lead_to_what_was_made(organiser: Client, evening: Evening) -> None:
    clubs = [organiser.post("/clubs/new/", {"name": "Turm", "place": "Bonn"})["Location"] for _ in range(2)]
    form = {"name": "Friday", "date": "2026-03-06", "time": "19:30", "time_zone": "UTC", "preset": "swiss-evening"}
    events = [organiser.post(clubs[0], form)["Location"] for _ in range(2)]
    assert (clubs[0], events[0]) == (clubs[1], events[1])
    assert (Club.objects.filter(name="Turm").count(), Event.objects.count()) == (1, 1)
