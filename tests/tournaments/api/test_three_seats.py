"""An evening at tables of three over the API: a made-up game in a made-up format."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Game
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening as Rows
from tests.tournaments.api.evening import API, confirm, game_of, link_client, submit, token_client
from tests.tournaments.services.test_three_seats import document
from tournaments.models import Event
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

OTHERWISE = ((3, 1, 2), (0, 2, 2), (1, 1, 4), (0, 5, 1))  # as seat 1 won it, but for the last turn


def done(client: APIClient, address: str, body: Any = None, status: int = 200) -> Any:
    response = client.post(f"{API}/{address}/", body, format="json")
    assert response.status_code == status, response.content
    return response.json()


def read(client: APIClient, address: str) -> Any:
    response = client.get(f"{API}/{address}")
    assert response.status_code == 200, response.content
    return response.json()


def players(staff: APIClient, match: dict[str, Any]) -> list[APIClient]:
    """Those at a table with their personal links, by seat."""
    return [link_client(done(staff, f"entries/{seat['entry']}/link")["token"]) for seat in match["seats"]]


def test_evening_at_tables_of_three_over_the_api() -> None:
    staff, everybody = token_client(Rows().user), APIClient()
    club = done(staff, "clubs", {"name": "Threes"}, 201)
    wanted = {"club": club["slug"], "name": "Friday", "starts_at": "2026-03-06T19:00:00+01:00", "preset": "toy-tables"}
    slug = done(staff, "events", wanted, 201)["slug"]
    assert read(everybody, f"events/{slug}/")["system"] == "toy"
    done(staff, f"events/{slug}/entries", {"names": "Ada\nBo\nCleo\nDan\nEve\nFinn\nGus"}, 201)
    done(staff, f"events/{slug}/start")
    done(staff, f"events/{slug}/rounds", {"number": 1})
    first, second, bye = done(staff, f"events/{slug}/rounds/1/publish")["matches"]
    assert [len(match["seats"]) for match in (first, second, bye)] == [3, 3, 1]
    assert (bye["bye"], first["games"][0]["starter"]) == ("pairing_bye", "")

    # Hand-in, a wrong version, the first difference, and half of the others say so.
    one, two, three = players(staff, first)
    key = game_of(first)
    sent = submit(one, key, document())
    assert (sent.status_code, sent.json()["seat"], sent.json()["accepted"]) == (201, 1, True)
    assert submit(two, key, document(OTHERWISE)).status_code == 201
    conflict = read(staff, f"games/{key}/")["conflict"]
    assert (conflict["what"], conflict["part"], conflict["seat"]) == ("bid", 4, 1)
    assert (conflict["first_says"], conflict["second_says"]) == (5, 0)
    assert "duel" not in conflict
    assert read(one, f"games/{key}/recording/") == {"parts": [], "misfits": []}
    ruled = done(staff, f"games/{key}/ruling", {"kind": "bare", "placing": "3>1=2", "why": "All agree now"})
    assert ruled["state"] == "ruled"
    result = read(everybody, f"games/{key}/")["result"]
    assert (result["winner"], [seat["place"] for seat in result["seats"]]) == ("3", [2, 2, 1])
    done(staff, f"games/{key}/reopen", {"why": "They recounted"})
    again = submit(three, key, document(), key="again").json()
    assert again["seat"] == 3
    assert confirm(one, again["key"]).json()["state"] == "agreed"

    # A no-show, previewed.
    ruling = {"kind": "forfeit", "placing": "2>1", "why": "Never came"}
    assert done(staff, f"games/{game_of(second)}/ruling/preview", ruling)["kept_rounds"] == []
    refused = staff.post(f"{API}/games/{game_of(second)}/ruling/", ruling | {"placing": "2>>1"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "no_such_places")
    done(staff, f"games/{game_of(second)}/ruling", ruling)
    assert read(everybody, f"games/{game_of(second)}/")["result"]["kind"] == "forfeit"

    event = Event.objects.get(slug=slug)
    standings_refresh(event_key=event.key)
    table = read(everybody, f"events/{slug}/standings/")
    assert table["scale"] == 18
    assert [(row["rank"], row["exact_points"]) for row in table["rows"]] == [
        (1, "1"),
        (2, "1"),
        (3, "1/2"),
        (4, "1/3"),
        (5, "1/3"),
        (6, "0"),
        (6, "0"),
    ]
    crosstable = read(everybody, f"events/{slug}/crosstable/")
    at_first = {seat["entry"] for seat in first["seats"]}
    winner = next(row for row in crosstable if row["entry"] == first["seats"][0]["entry"])
    met = [cell["points"] for row, cell in zip(crosstable, winner["cells"], strict=True) if row["entry"] in at_first]
    assert sorted(met, key=str) == [2, 2, None]
    assert everybody.get(f"{API}/events/{slug}/trf/").json()["code"] == "not_in_trf"

    # The round is taken back; somebody leaves, somebody comes.
    done(staff, f"events/{slug}/rounds", {"number": 2})
    done(staff, f"events/{slug}/rounds/2/publish")
    done(staff, f"events/{slug}/rounds/2/undo")
    done(staff, f"entries/{bye['seats'][0]['entry']}/withdraw")
    done(staff, f"events/{slug}/entries", {"names": "Hal\nIda"}, 201)
    done(staff, f"events/{slug}/rounds", {"number": 2})
    assert [len(match["seats"]) for match in done(staff, f"events/{slug}/rounds/2/publish")["matches"]] == [3, 3, 1, 1]

    ratings_refresh(pool_key=event.pool)
    assert Game.objects.get(key=key).system == "toy"
    event.refresh_from_db()
    standings_refresh(event_key=event.key)
    assert event_verify(event=event).holds
