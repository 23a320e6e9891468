"""The page of the log, and the head of the chain that everybody may note."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.selectors.facts import head_of
from tests.evening import NAMES, Evening
from tournaments.models import Event

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def log(event: Event) -> str:
    return f"/events/{event.slug}/manage/log/"


def test_viewer_reads_the_log_and_a_stranger_does_not(evening: Evening, event: Event) -> None:
    viewer, stranger = evening.account("viewer@example.org"), evening.account("stranger@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=viewer.email, role=Role.VIEWER)
    assert signed_in(viewer).get(log(event)).status_code == 200
    assert signed_in(stranger).get(log(event)).status_code == 403
    assert Client().get(log(event))["Location"].startswith("/accounts/login/")


def test_newest_stands_first_and_pages_keep_the_filters(evening: Evening, event: Event) -> None:
    matches = evening.publish(event, 1)
    for _n in range(60):
        evening.submit(matches[0])
    client = signed_in(evening.user)
    first = client.get(log(event), {"kind": "results"})
    numbers = [line.number for line in first.context["lines"]]
    assert (len(numbers), numbers) == (50, sorted(numbers, reverse=True))
    assert 'href="?kind=results&amp;page=2"' in first.content.decode()
    assert len(client.get(log(event), {"kind": "results", "page": "2"}).context["lines"]) == 10


@pytest.mark.parametrize(
    "query",
    [
        {"kind": "x" * 5000},
        {"person": "user:"},
        {"round": "²"},
        {"text": "\x00"},
        {"text": "' OR 1=1 --"},
        {"page": "-5"},
        {"round": "1.1.1"},
    ],
)
def test_odd_filters_show_a_page(query: dict[str, str], evening: Evening, event: Event) -> None:
    assert signed_in(evening.user).get(log(event), query).status_code == 200


def test_everybody_sees_the_head_of_the_chain_on_the_events_page(event: Event) -> None:
    number, digest = head_of(event.stream)
    page = Client().get(f"/events/{event.slug}/").content.decode()
    assert digest in page
    assert f"the newest line ({number})" in page


@pytest.mark.parametrize("players", [2, 6])
def test_log_costs_the_same_with_one_and_with_three_games(
    players: int, evening: Evening, django_assert_num_queries: Any
) -> None:
    event = evening.started(NAMES[:players], name="Few")
    for match in evening.publish(event, 1):
        evening.play(match)
    client = signed_in(evening.user)
    with django_assert_num_queries(21):
        assert client.get(log(event)).status_code == 200
