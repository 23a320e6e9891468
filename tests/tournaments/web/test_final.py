"""The final ranking and the prizes of a finished event, on its page, over the API and as CSV."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.models import Player
from tests.evening import Evening
from tests.tournaments.services.events.test_finish import ruled_round
from tournaments.models import Entry, Event
from tournaments.services.events.finish import event_finish
from tournaments.services.events.prizes import prize_add

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(evening: Evening) -> Event:
    """Three played every round; two prizes, of which one goes to nobody."""
    event = evening.started(("Anna", "Bert", "Cleo"))
    prize_add(act=evening.act(), event=event, name="Best two", places=2)
    prize_add(act=evening.act(), event=event, name="Masters", rating_from=2400)
    for number in (1, 2, 3):
        ruled_round(evening, event, number)
    return event_finish(act=evening.act(), event=event)


def page(event: Event) -> str:
    return f"/events/{event.slug}/final/"


def names(event: Event) -> list[str]:
    return list(Entry.objects.filter(event=event).order_by("number").values_list("player__name", flat=True))


def test_page_has_winners_and_ranking_as_they_were_fixed(
    finished: Event, client: Client, django_assert_num_queries: Any
) -> None:
    first, second, third = names(finished)
    with django_assert_num_queries(6):
        answer = client.get(page(finished))
    best, masters = answer.context["final"].prizes
    assert [(winner.place, winner.row.name) for winner in best.winners] == [(1, first), (2, second)]
    assert masters.winners == ()
    assert [row.name for row in answer.context["page"].object_list] == [first, second, third]
    text = answer.content.decode()
    assert ("No one qualifies." in text, "Best two 2." in text) == (True, True)
    assert page(finished) in client.get(f"/events/{finished.slug}/").content.decode()


def test_api_and_csv_say_the_same(finished: Event) -> None:
    first, second, third = names(finished)
    client = APIClient()
    said = client.get(f"/api/v1/events/{finished.slug}/final/").json()
    assert [(row["rank"], row["name"], row["points"]) for row in said["ranking"]] == [
        (1, first, 4),
        (2, second, 2),
        (3, third, 0),
    ]
    assert [(prize["name"], [row["name"] for row in prize["winners"]]) for prize in said["prizes"]] == [
        ("Best two", [first, second]),
        ("Masters", []),
    ]
    rows = client.get(f"/api/v1/events/{finished.slug}/final/?format=csv").content.decode("utf-8-sig").splitlines()
    assert rows[0] == "rank,player,name,points_in_halves,Best two,Masters"
    assert [row.split(",")[2:] for row in rows[1:]] == [
        [first, "4", "1", ""],
        [second, "2", "2", ""],
        [third, "0", "", ""],
    ]


def test_hidden_name_stays_hidden(finished: Event, client: Client) -> None:
    winner = names(finished)[0]
    Player.objects.filter(name=winner).update(hides_name=True)
    assert winner not in client.get(page(finished)).content.decode()


def test_before_the_finish_there_is_none(evening: Evening, client: Client) -> None:
    event = evening.started(("Anna", "Bert", "Cleo"))
    assert client.get(page(event)).status_code == 404
    response = APIClient().get(f"/api/v1/events/{event.slug}/final/")
    assert (response.status_code, response.json()["code"]) == (404, "not_finished")
    assert page(event) not in client.get(f"/events/{event.slug}/").content.decode()
