from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from tests.tournaments.services.series.test_grand_mage import Seasons
from tournaments.models import GrandMagePeriod

pytestmark = pytest.mark.django_db


@pytest.fixture
def seasons() -> Seasons:
    """Anna beat Bert, then Bert beat Anna."""
    played = Seasons()
    for winners in (("Anna", "Anna", "Bert", "Anna"), ("Bert", "Bert", "Bert")):
        (match,) = played.event("Anna", "Bert")
        played.win(match, *winners)
        played.evening.later(days=1)
    return played


def test_page_says_who_holds_the_title_and_who_leads(client: Client, seasons: Seasons) -> None:
    club = seasons.evening.club
    page = client.get(f"/clubs/{club.slug}/grand-mage/")

    assert page.context["holder"].holder.name == "Bert"
    assert [(row.rank, row.player.name, row.games_won) for row in page.context["page"]] == [
        (1, "Bert", 4),
        (2, "Anna", 3),
    ]
    assert [{share.games_won, share.games_lost} for share in page.context["newest"]] == [{3, 0}, {3, 1}]
    assert "has been the Grand Mage since" in page.content.decode()


def test_page_of_a_player_adds_up_against_each_opponent(client: Client, seasons: Seasons) -> None:
    club = seasons.evening.club
    holder = client.get(f"/clubs/{club.slug}/grand-mage/").context["holder"].holder
    page = client.get(f"/clubs/{club.slug}/grand-mage/players/{holder.key}/")

    (anna,) = page.context["opponents"]
    assert (anna.name, anna.series_won, anna.series_lost, anna.games_won, anna.games_lost) == ("Anna", 1, 1, 4, 3)


def test_empty_page_says_what_will_be_here(client: Client) -> None:
    page = client.get(f"/clubs/{Seasons().evening.club.slug}/grand-mage/").content.decode()

    assert "Nobody holds the title yet" in page
    assert "No series is decided yet" in page


def test_seasons_are_added_and_taken_off_by_the_club(client: Client, seasons: Seasons) -> None:
    club = seasons.evening.club
    address = f"/clubs/{club.slug}/seasons/"
    said = {"name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    assert client.post(address, said).status_code == 302
    assert not GrandMagePeriod.objects.exists()

    client.force_login(seasons.evening.user)
    assert client.post(address, {**said, "ends_on": "2025-12-31"}).status_code == 422
    assert client.post(address, said).status_code == 302
    season = GrandMagePeriod.objects.get()
    assert season.name in client.get(f"/clubs/{club.slug}/grand-mage/{season.slug}/").content.decode()
    assert client.post(address, {"remove": season.key}).status_code == 302
    assert client.get(f"/clubs/{club.slug}/grand-mage/{season.slug}/").status_code == 404


@pytest.mark.parametrize("address, queries", [("", 6), ("players/{player}/", 5)], ids=["standings", "player"])
@pytest.mark.parametrize("rows", [1, 3])
def test_pages_take_few_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, address: str, queries: int, rows: int
) -> None:
    played = Seasons()
    for number in range(rows):
        (match,) = played.event("Anna", f"Bert {number}")
        played.win(match, "Anna", "Anna", "Anna")
    start = f"/clubs/{played.evening.club.slug}/grand-mage/"
    player = client.get(start).context["holder"].holder.key

    with django_assert_num_queries(queries):
        client.get(start + address.format(player=player))


def test_api_has_the_same(seasons: Seasons) -> None:
    start = f"/api/v1/clubs/{seasons.evening.club.slug}"

    def read(address: str) -> Any:
        return APIClient().get(f"{start}/{address}").json()

    assert [(row["rank"], row["player"]["name"], row["series_won"]) for row in read("grand-mage/")] == [
        (1, "Bert", 1),
        (2, "Anna", 1),
    ]
    assert [(row["holder"]["name"], row["defences"]) for row in read("grand-mage/reigns/")["results"]] == [
        ("Bert", 0),
        ("Anna", 0),
    ]
    bert = read("grand-mage/")[0]["player"]["key"]
    assert [row["outcome"] for row in read(f"grand-mage/players/{bert}/")["results"]] == ["win", "loss"]
    table = APIClient().get(f"{start}/grand-mage/", {"format": "csv"}).content.decode("utf-8-sig").splitlines()
    assert table[0] == "rank,player,name,series,series_won,games,games_won,honoris,honoris_against,longest_run"
    assert table[1] == f"1,{bert},Bert,2,1,7,4,0,0,1"


def test_api_keeps_seasons(seasons: Seasons) -> None:
    start = f"/api/v1/clubs/{seasons.evening.club.slug}"
    said = {"name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    assert APIClient().post(f"{start}/seasons/", said, format="json").status_code == 401

    client = APIClient()
    client.force_authenticate(seasons.evening.user)
    made = client.post(f"{start}/seasons/", said, format="json")
    assert (made.status_code, made.json()["slug"]) == (201, "2026")
    assert client.get(f"{start}/grand-mage/", {"season": "2026"}).status_code == 200
    assert client.get(f"{start}/grand-mage/", {"season": "1999"}).status_code == 404
    assert client.delete(f"{start}/seasons/{made.json()['key']}/").status_code == 204
    assert client.get(f"{start}/seasons/").json()["count"] == 0
