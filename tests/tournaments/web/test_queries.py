"""How many queries a public page costs, literally, with one row and with three: the number doesn't grow with rows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.services.clubs import club_create
from tests.evening import NAMES, Evening, entry_at, game_of, opened
from tournaments.models import Event, Match
from tournaments.services.entries.check_in import check_in_open
from tournaments.services.entries.links import personal_links_make

# Transactional, so that the tasks run after the commits.
pytestmark = pytest.mark.django_db(transaction=True)

ONE, THREE = 2, 6  # players: one table, three tables


def played(players: int) -> tuple[Evening, Event, Match]:
    """An event of which round 1 is played."""
    evening = Evening()
    event = evening.started(NAMES[:players])
    matches = evening.publish(event, 1)
    for match in matches:
        evening.play(match)
    return evening, event, matches[0]


def address(page: str, event: Event, match: Match) -> str:
    seat = match.seats.all()[0]
    return page.format(
        event=event.slug, club=event.club.slug, player=seat.entry.player.key, game=match.games.all()[0].game.key
    )


PAGES = [
    ("/", 11),
    ("/events/", 3),
    ("/events/{event}/", 14),
    ("/events/{event}/rounds/1/", 11),
    ("/events/{event}/standings/", 7),
    ("/events/{event}/crosstable/", 8),
    ("/events/{event}/players/", 4),
    ("/games/{game}/", 6),
    ("/players/{player}/", 16),
    ("/clubs/", 1),
    ("/clubs/{club}/", 17),
    ("/leaderboard/", 8),
    ("/search/?q=a", 3),
]


@pytest.mark.parametrize("page, queries", PAGES)
@pytest.mark.parametrize("players", [ONE, pytest.param(THREE, marks=pytest.mark.both_databases)])
def test_public_page_costs_the_same_with_one_and_with_three_rows(
    players: int, page: str, queries: int, client: Client, django_assert_num_queries: Any
) -> None:
    _evening, event, match = played(players)
    with django_assert_num_queries(queries):
        response = client.get(address(page, event, match))
    assert response.status_code == 200
    for table in re.findall(r'href="(/api/v1/[^"]*format=csv)"', response.content.decode()):
        assert client.get(table.replace("&amp;", "&"))["Content-Type"] == "text/csv; charset=utf-8"


ORGANISERS_PAGES = [
    ("", 24),
    ("rounds/1/", 20),
    ("results/", 31),
    ("check-in/", 18),
    ("links/", 14),
    ("players/", 17),
    ("wishes/", 15),
    ("settings/", 15),
    ("log/", 21),
]


# One more, so that there are rounds to come.
@pytest.mark.parametrize("players", [ONE + 1, pytest.param(THREE + 1, marks=pytest.mark.both_databases)])
def test_organisers_pages_cost_the_same_with_one_and_with_three_rows(
    players: int, client: Client, django_assert_num_queries: Any
) -> None:
    evening = Evening()
    event = evening.started(NAMES[:players])
    for match in evening.publish(event, 1):
        if not match.bye:
            evening.submit(match)
    personal_links_make(act=evening.act(), event=event)
    check_in_open(act=evening.act(), event=event)
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    for page, queries in ORGANISERS_PAGES:
        with django_assert_num_queries(queries):
            response = client.get(f"/events/{event.slug}/manage/{page}")
        assert response.status_code == 200, page


def test_list_of_clubs_costs_the_same_with_three_clubs(client: Client, django_assert_num_queries: Any) -> None:
    evening = Evening()
    for name in ("Second", "Third"):
        club_create(act=evening.act(), name=name)
    with django_assert_num_queries(1):
        response = client.get("/clubs/")
    assert response.content.decode().count('class="tile"') == 3


@pytest.mark.django_db
def test_handing_in_a_record_costs_so_many_queries() -> None:
    """Of the act itself: the tasks that it asks for run in other processes."""
    evening = Evening()
    first, second = evening.publish(evening.started(NAMES[:4]), 1)
    costs = []
    for match in (first, second):
        client, game = opened(entry_at(match, 0)), game_of(match)
        sent = {"text": evening.body(match).decode(), "idempotency_key": match.key}
        with CaptureQueriesContext(connection) as queries:
            assert client.post(f"/games/{game.key}/record/", sent).status_code == 302
        said = [query["sql"].split()[0] for query in queries.captured_queries]
        costs.append((said.count("SELECT"), sum(said.count(word) for word in ("INSERT", "UPDATE", "DELETE"))))
    assert costs[1] == (7, 11)
