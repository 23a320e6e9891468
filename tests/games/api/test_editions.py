"""Editions over the API: read by everybody, copied and changed with a token."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import ClubEdition
from games.selectors.editions import edition_seen
from games.services.editions import edition_change, edition_copy
from games.services.random_play import random_body
from tests.evening import Evening
from tests.games.services.test_editions import SHIPPED, arranged, with_track
from tests.tournaments.api.evening import API, token_client
from tests.tournaments.api.test_hostile_input import HOSTILE

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(evening: Evening) -> APIClient:
    return token_client(evening.user)


@pytest.fixture
def copied(evening: Evening) -> ClubEdition:
    return edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")


def editions(evening: Evening) -> str:
    return f"{API}/clubs/{evening.club.slug}/editions/"


def sent(client: APIClient, address: str, body: Any) -> Any:
    return client.post(address, body, format="json")


def test_edition_is_copied_read_and_listed(organiser: APIClient, evening: Evening) -> None:
    made = sent(organiser, editions(evening), {"source": SHIPPED, "title": "Our box"})
    row = ClubEdition.objects.get()
    assert made.status_code == 201
    assert made.json() == {
        "key": row.key,
        "title": "Our box",
        "version": 1,
        "club": {"slug": evening.club.slug, "name": evening.club.name},
        "follows": None,
        "followed_by": None,
        "digest": row.digest,
        "seen": edition_seen(row),
        "used": False,
        "data": json.loads(row.data),
    }
    assert APIClient().get(f"{API}/editions/{row.key}/").json() == made.json()
    assert APIClient().get(editions(evening)).json()["results"] == [
        {
            "key": row.key,
            "title": "Our box",
            "version": 1,
            "follows": None,
            "digest": row.digest,
            "used": False,
            "followed": False,
        }
    ]


def test_shipped_edition_is_read_like_any_other(client: Any) -> None:
    shipped = APIClient().get(f"{API}/editions/{SHIPPED}/").json()
    assert (shipped["key"], shipped["club"], shipped["data"]["track"][15]["value"]) == (SHIPPED, None, 35)


def test_change_of_a_used_edition_is_a_new_version(organiser: APIClient, evening: Evening, copied: ClubEdition) -> None:
    address = f"{API}/editions/{copied.key}/change/"
    changed = sent(organiser, address, {"title": "Our old box", "data": with_track(copied, 1)}).json()
    assert (changed["key"], changed["title"], changed["version"]) == (copied.key, "Our old box", 1)
    arranged(evening, copied.key)
    copied.refresh_from_db()
    newer = sent(organiser, address, {"title": "Our box", "data": with_track(copied, 1)}).json()
    assert (newer["version"], newer["follows"], newer["used"]) == (2, copied.key, False)
    assert APIClient().get(f"{API}/editions/{copied.key}/").json()["followed_by"] == newer["key"]
    refused = sent(organiser, address, {"title": "Our box", "data": with_track(copied, 7)})
    assert (refused.status_code, refused.json()["code"]) == (422, "edition_followed")
    rows = APIClient().get(editions(evening)).json()["results"]
    assert [(row["version"], row["used"], row["followed"], row["follows"]) for row in rows] == [
        (2, False, False, copied.key),
        (1, True, True, None),
    ]


def test_wrong_value_is_named_by_its_place(organiser: APIClient, copied: ClubEdition) -> None:
    data = with_track(copied, 0)
    data["mages"]["silas"]["values"]["spaces"]["value"] = 99
    refused = sent(organiser, f"{API}/editions/{copied.key}/change/", {"title": "Our box", "data": data})
    assert (refused.status_code, refused.json()["code"]) == (422, "edition_unplayable")
    assert list(refused.json()["fields"]) == ["mages.silas.values.spaces"]


def test_strangers_read_and_change_nothing(evening: Evening, copied: ClubEdition) -> None:
    stranger = token_client(evening.account("stranger@example.org"))
    body = {"title": "Mine", "data": with_track(copied, 1)}
    for client, status in ((APIClient(), 401), (stranger, 403)):
        assert sent(client, f"{API}/editions/{copied.key}/change/", body).status_code == status
        assert sent(client, editions(evening), {"source": SHIPPED, "title": "Mine"}).status_code == status
    assert ClubEdition.objects.count() == 1


def test_no_value_is_a_bug(organiser: APIClient, evening: Evening, copied: ClubEdition) -> None:
    change = f"{API}/editions/{copied.key}/change/"
    good = with_track(copied, 1)
    bodies: list[tuple[str, Any]] = []
    for value in HOSTILE:
        bodies += [
            (editions(evening), {"source": value, "title": "x"}),
            (editions(evening), {"source": SHIPPED, "title": value}),
        ]
        bodies += [(change, value), (change, {"title": value, "data": good}), (change, {"title": "x", "data": value})]
        bodies += [(change, {"title": "x", "data": {**good, member: value}}) for member in [*good, "", "\x00"]]
    for address, body in bodies:
        raw = json.dumps(body).encode()
        status = organiser.generic("POST", address, raw, content_type="application/json").status_code  # type: ignore[arg-type] # takes bytes too
        assert status < 500, (address, body)


@pytest.mark.parametrize("key", ["nothing", "%00", "%F0%9F%A7%99", "x" * 300])
def test_unknown_edition_is_not_found(key: str, organiser: APIClient) -> None:
    assert APIClient().get(f"{API}/editions/{key}/").status_code == 404
    assert sent(organiser, f"{API}/editions/{key}/change/", {"title": "x", "data": {}}).status_code == 404


def test_change_made_on_what_is_no_longer_so_is_refused(organiser: APIClient, copied: ClubEdition) -> None:
    change, before = f"{API}/editions/{copied.key}/change/", APIClient().get(f"{API}/editions/{copied.key}/").json()
    assert (
        sent(organiser, change, {"title": "Theirs", "data": before["data"], "seen": before["seen"]}).status_code == 200
    )
    mine = sent(organiser, change, {"title": "Mine", "data": before["data"], "seen": before["seen"]})
    assert (mine.status_code, mine.json()["code"]) == (409, "stale")


def test_check_judges_documents_by_the_clubs_edition(evening: Evening, copied: ClubEdition) -> None:
    edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 30))
    body = json.loads(random_body(rng=evening.rng, game=arranged(evening, copied.key)))
    own = sent(APIClient(), f"{API}/games/check/", body).json()
    shipped = sent(APIClient(), f"{API}/games/check/", body | {"edition": SHIPPED}).json()
    unknown = sent(APIClient(), f"{API}/games/check/", body | {"edition": "nothing"}).json()
    assert {side: honoris - 30 for side, honoris in own["honoris"].items()} == shipped["honoris"]
    assert (own["legal"], own["assumed"], unknown["legal"]) == (True, [], False)


def test_event_is_set_up_with_an_edition_and_shows_it(
    organiser: APIClient, evening: Evening, copied: ClubEdition
) -> None:
    event = {
        "club": evening.club.slug,
        "name": "Friday",
        "starts_at": "2026-03-06T19:00:00Z",
        "preset": "round-robin-evening",
    }
    made = sent(organiser, f"{API}/events/", event | {"edition": copied.key}).json()
    assert made["edition"] == {"key": copied.key, "title": "Our box"}
    assert made["rules"]["edition"] == copied.key
    refused = sent(organiser, f"{API}/events/", event | {"edition": "nothing"})
    assert (refused.status_code, refused.json()["code"], list(refused.json()["fields"])) == (
        422,
        "no_such_edition",
        ["edition"],
    )
    address = f"{API}/events/{made['slug']}/edition/"
    assert sent(organiser, address, {"edition": SHIPPED}).json()["edition"]["key"] == SHIPPED
    assert sent(APIClient(), address, {"edition": copied.key}).status_code == 401
