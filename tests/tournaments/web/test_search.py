"""The public search: by any words of a name, folded, and with small slips where nothing is called that."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Club, Player
from tests.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NAMES = ("Anna Müller", "Bert Weiß", "Chloé van Dam", "Dörte Özdemir", "Hidden Person")


@pytest.fixture
def client(client: Client) -> Client:
    evening = Evening()
    evening.event(NAMES, name="Frühlingsturnier am Rhein")
    evening.event((), name="Özdemyr Cup")
    Player.objects.filter(name="Hidden Person").update(hides_name=True)
    return client


def found(client: Client, query: str) -> tuple[list[str], list[str], list[str], bool]:
    """Names of players, clubs and events, and whether nothing is called as it was typed."""
    kinds = client.get("/search/", {"q": query}).context["found"]
    names = {each.kind: [thing.name for thing in each.things] for each in kinds}
    return *(names.get(kind, []) for kind in ("players", "clubs", "events")), any(each.is_close for each in kinds)


@pytest.mark.parametrize(
    "query, name",
    [
        ("müller", "Anna Müller"),
        ("MUELLER anna", "Anna Müller"),
        ("anna muller", "Anna Müller"),  # without the dots
        ("oz dort", "Dörte Özdemir"),
        ("weiss", "Bert Weiß"),
        ("dam chloe", "Chloé van Dam"),
        ("dörte ÖZDEMIR", "Dörte Özdemir"),
    ],
)
def test_players_are_found_whatever_the_case_the_umlauts_and_the_order(query: str, name: str, client: Client) -> None:
    assert found(client, query) == ([name], [], [], False)


@pytest.mark.parametrize(
    "query, name",
    [
        ("Anna Müler", "Anna Müller"),
        ("Bret Weiss", "Bert Weiß"),
        ("choe van dam", "Chloé van Dam"),
        ("Doerte Ösdemri", "Dörte Özdemir"),
        ("muler", "Anna Müller"),  # a slip, and without the dots
        ("ozdmir", "Dörte Özdemir"),
        ("anna muler", "Anna Müller"),
        ("vandam", "Chloé van Dam"),
    ],
)
def test_small_slips_are_forgiven_and_said(query: str, name: str, client: Client) -> None:
    assert found(client, query) == ([name], [], [], True)
    assert "Similar names" in client.get("/search/", {"q": query}).content.decode()


def test_clubs_and_events_are_found_too_with_slips(client: Client) -> None:
    assert found(client, "köln zauberrunde") == ([], ["Zauberrunde Köln"], [], False)
    assert found(client, "zauberunde") == ([], ["Zauberrunde Köln"], [], True)
    Club.objects.update(place="Mülheim an der Ruhr")
    for query, is_close in (("ruhr zauber", False), ("mulheim", False), ("mulhiem", True)):
        assert found(client, query) == ([], ["Zauberrunde Köln"], [], is_close)
    assert found(client, "turnier rhein") == ([], [], ["Frühlingsturnier am Rhein"], False)
    assert found(client, "fruehlingstunrier") == ([], [], ["Frühlingsturnier am Rhein"], True)


def test_close_names_of_one_kind_stand_behind_what_is_called_that(client: Client) -> None:
    context = client.get("/search/", {"q": "oezdemyr"}).context
    names = [(each.kind, [thing.name for thing in each.things], each.is_close) for each in context["found"]]
    assert names == [("events", ["Özdemyr Cup"], False), ("players", ["Dörte Özdemir"], True)]


@pytest.mark.parametrize("query", ["", "  ", "%", "_", "\0", "hidden person", "hiden person", "xy", "💥"])
def test_nothing_is_found_by_nothing_nor_by_a_hidden_name(query: str, client: Client) -> None:
    assert found(client, query) == ([], [], [], False)


def test_search_that_finds_nothing_says_what_would_help(client: Client) -> None:
    page = client.get("/search/", {"q": "qqqqq"}).content.decode()
    assert "No results for “qqqqq”." in page
