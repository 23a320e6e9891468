from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from games.models import Club, Player
from magistrar_site.shared.names import fold_name, plain_name

API = "/api/v1"
NOW = datetime(2026, 3, 6, 18, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def make_clubs(number: int) -> list[Club]:
    return [
        Club.objects.create(key=f"club{n}", slug=f"club-{n}", name=f"Club {n}", created_at=NOW) for n in range(number)
    ]


def make_player(name: str, key: str, club: Club | None = None, *, hides_name: bool = False) -> Player:
    return Player.objects.create(
        key=key,
        name=name,
        folded_name=fold_name(name),
        plain_name=plain_name(name),
        club=club,
        hides_name=hides_name,
        created_at=NOW,
    )


def names_found(query: str) -> list[str]:
    return [row["name"] for row in APIClient().get(f"{API}/players/?{query}").json()["results"]]


@pytest.mark.parametrize("rows", [1, 3])
def test_lists_take_two_queries(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number, club in enumerate(make_clubs(rows)):
        make_player(f"Player {number}", f"player{number}", club)

    for address in ("clubs", "players"):
        with django_assert_num_queries(2):
            assert APIClient().get(f"{API}/{address}/").json()["count"] == rows


def test_clubs_are_by_name_with_their_number_of_players() -> None:
    first, _second = make_clubs(2)
    make_player("Anna", "anna", first)

    assert APIClient().get(f"{API}/clubs/").json() == {
        "count": 2,
        "next": None,
        "previous": None,
        "results": [
            {"key": "club0", "slug": "club-0", "name": "Club 0", "place": "", "players": 1},
            {"key": "club1", "slug": "club-1", "name": "Club 1", "place": "", "players": 0},
        ],
    }
    assert APIClient().get(f"{API}/clubs/club-1/").json()["name"] == "Club 1"


def test_players_are_found_by_any_writing_of_the_name() -> None:
    make_player("Jörg Müller", "a")
    make_player("Anna", "b")

    for query in ("müller", "MUELLER", "jorg", "g mu"):
        assert names_found(f"search={query}") == ["Jörg Müller"]
    assert names_found("search=%25") == []


def test_player_who_hides_the_name_is_a_code_and_not_found_by_it() -> None:
    make_player("Zoe", "0123456789ab", hides_name=True)
    make_player("Anna", "zzzzzzzzzzzz")

    assert names_found("search=zoe") == []
    assert names_found("") == ["#012345", "Anna"]  # not in the place of the hidden name either
    assert APIClient().get(f"{API}/players/0123456789ab/").json() == {
        "key": "0123456789ab",
        "name": "#012345",
        "club": None,
        "is_bot": False,
    }


def test_players_of_a_club() -> None:
    first, second = make_clubs(2)
    make_player("Anna", "a", first)
    make_player("Ben", "b", second)

    assert names_found("club=club-1") == ["Ben"]


def test_pages_show_every_row_once() -> None:
    for number in range(5):
        make_player("Anna", f"player{number}")

    found: list[str] = []
    address: str | None = f"{API}/players/?page_size=2"
    while address:
        page = APIClient().get(address).json()
        found += [row["key"] for row in page["results"]]
        address = page["next"]

    assert found == [f"player{number}" for number in range(5)]


def test_page_that_is_unchanged_is_not_sent_again() -> None:
    make_clubs(1)
    first = APIClient().get(f"{API}/clubs/")
    again = APIClient().get(f"{API}/clubs/", headers={"if-none-match": first["ETag"]})
    make_player("Anna", "anna", Club.objects.get())
    changed = APIClient().get(f"{API}/clubs/", headers={"if-none-match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert (changed.status_code, changed.json()["results"][0]["players"]) == (200, 1)
    assert first["Cache-Control"] == "private, no-cache"
