from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from games.models import Player
from magistrar_site.accounts.models import User
from magistrar_site.shared.models import Fact
from magistrar_site.shared.services.facts import fact_digest
from ratings.services.ratings import ratings_refresh
from tests.tournaments.api.evening import (
    API,
    Evening,
    confirm,
    game_of,
    record_bytes,
    sheet_bytes,
    submit,
    token_client,
)
from tournaments.enums import EventState
from tournaments.models import Entry, Event
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Björn", "Chloé", "Dörte", "Émile", "Fatma"]


def played_round(organiser: APIClient, matches: int) -> Evening:
    """An event with so many matches in its first round, all of them played; everything derived is there."""
    evening = Evening(organiser).begin(*NAMES[: 2 * matches])
    for match in evening.publish(1):
        white, black = (evening.player(seat) for seat in match["seats"])
        key = submit(white, game_of(match), record_bytes(match["table"])).json()["key"]
        confirm(black, key)
    event = Event.objects.get(slug=evening.slug)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    return evening


QUERIES = {
    "events/": 2,
    "events/{slug}/": 3,
    "events/{slug}/facts/": 5,
    "events/{slug}/entries/": 3,
    "events/{slug}/rounds/": 4,
    "events/{slug}/rounds/1/": 10,
    "events/{slug}/standings/": 4,
    "events/{slug}/crosstable/": 7,
    "matches/{match}/": 7,
    "games/{game}/": 12,
    "games/{game}/submissions/": 6,
    "pools/": 2,
    "pools/{pool}/": 2,
    "pools/{pool}/leaderboard/": 6,
    "pools/{pool}/players/{player}/": 4,
    "players/{player}/ratings/": 3,
}


@pytest.mark.parametrize("matches", [1, 3])
def test_reading_takes_as_many_queries_for_few_rows_as_for_many(organiser: APIClient, matches: int) -> None:
    evening = played_round(organiser, matches)
    first = APIClient().get(f"{evening.address}rounds/1/").json()["matches"][0]
    names = {
        "slug": evening.slug,
        "match": first["key"],
        "game": game_of(first),
        "player": first["seats"][0]["player"]["key"],
        "pool": Event.objects.get().pool,
    }

    counted = {}
    for address in QUERIES:
        with CaptureQueriesContext(connection) as queries:
            assert APIClient().get(f"{API}/{address.format(**names)}").status_code == 200
        counted[address] = len(queries)

    assert counted == QUERIES


def test_draft_is_invisible_but_to_the_staff(evening: Evening, stranger: APIClient) -> None:
    drafted = evening.post(f"{evening.address}rounds/", {"number": 1}, 200)
    match = drafted["matches"][0]["key"]

    for client in (APIClient(), stranger):
        assert client.get(f"{evening.address}rounds/").json()["results"] == []
        assert client.get(f"{evening.address}rounds/1/").status_code == 404
        assert client.get(f"{API}/matches/{match}/").status_code == 404
        assert client.get(f"{API}/events/").json()["results"][0]["round"] is None
        facts = client.get(f"{evening.address}facts/").json()["results"]
        assert [fact["payload"] for fact in facts if fact["kind"] == "round.drafted"] == [None]
    assert evening.organiser.get(f"{evening.address}rounds/1/").json()["matches"] == drafted["matches"]
    assert evening.organiser.get(f"{API}/matches/{match}/").status_code == 200


def test_pairing_twice_is_once_and_a_draft_can_be_discarded(evening: Evening) -> None:
    first, second = (evening.post(f"{evening.address}rounds/", {"number": 1}, 200) for _ in range(2))
    assert first == second
    assert evening.organiser.delete(f"{evening.address}rounds/1/").status_code == 204
    assert evening.organiser.get(f"{evening.address}rounds/").json()["count"] == 0

    first, second = evening.publish(1), evening.publish(1)
    assert first == second
    assert evening.organiser.delete(f"{evening.address}rounds/1/").json()["code"] == "published"


def test_event_that_is_being_set_up_is_invisible_but_to_the_staff(evening: Evening, stranger: APIClient) -> None:
    Event.objects.update(state=EventState.DRAFT)

    for address in ("", "entries/", "rounds/", "standings/", "crosstable/", "facts/"):
        assert stranger.get(f"{evening.address}{address}").status_code == 404
        assert evening.organiser.get(f"{evening.address}{address}").status_code == 200
    assert APIClient().get(f"{API}/entries/{Entry.objects.all()[0].key}/").status_code == 404
    assert stranger.get(f"{API}/events/").json()["count"] == 0


def test_facts_prove_their_chain_and_name_nobody(organiser: APIClient) -> None:
    evening = played_round(organiser, 1)
    event = Event.objects.get()
    facts = APIClient().get(f"{evening.address}facts/?page_size=200").json()["results"]
    head = APIClient().get(evening.address).json()["head"]

    previous = "0" * 64
    for number, shown in enumerate(facts, 1):
        at = Fact.objects.get(digest=shown["digest"]).at
        told = {name: shown[name] for name in ("number", "kind", "payload", "actor", "previous")}
        assert (shown["number"], shown["previous"]) == (number, previous)
        if not shown["redacted"]:
            assert fact_digest(stream=event.stream, at=at, **told) == shown["digest"]
        previous = shown["digest"]
    assert head == {"number": len(facts), "digest": previous}
    assert {fact["kind"]: fact["redacted"] for fact in facts if fact["redacted"]} == {}
    assert [name for name in [*NAMES[:2], "example.org"] if name in str(facts)] == []


def test_events_are_filtered(evening: Evening) -> None:
    def found(query: str) -> list[str]:
        return [row["slug"] for row in APIClient().get(f"{API}/events/?{query}").json()["results"]]

    slug = evening.slug
    assert [found(query) for query in ("state=running", "state=finished", "club=magierbund", "club=other")] == [
        [slug],
        [],
        [slug],
        [],
    ]
    assert [found(query) for query in ("search=FREITAG", "search=montag", "search=%25")] == [[slug], [], []]


def test_event_shows_its_rules_and_stages(evening: Evening) -> None:
    event = APIClient().get(evening.address).json()

    assert (event["state"], event["club"]) == ("running", {"slug": "magierbund", "name": "Magierbund"})
    assert event["rules"] == Event.objects.get().rules
    assert event["stages"] == [
        {
            "number": 1,
            "name": "",
            "format": "round_robin",
            "options": {},
            "planned_rounds": 3,
            "best_of": 1,
            "state": "running",
        }
    ]


def test_standings_after_each_round(organiser: APIClient) -> None:
    evening = played_round(organiser, 2)

    newest = APIClient().get(f"{evening.address}standings/").json()
    start = APIClient().get(f"{evening.address}standings/?round=0").json()
    assert newest == APIClient().get(f"{evening.address}standings/?round=1").json()
    assert [row["points"] for row in start["rows"]] == [0, 0, 0, 0]
    assert sum(row["points"] for row in newest["rows"]) == 4
    assert [len(row["parts"]) for row in newest["rows"]] == [len(newest["columns"])] * 4
    missing = APIClient().get(f"{evening.address}standings/?round=3")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_table")


def test_standings_before_there_are_any_are_empty(organiser: APIClient) -> None:
    evening = Evening(organiser).begin("Anna", "Björn", start=False)

    assert APIClient().get(f"{evening.address}standings/").json() == {
        "stage": 1,
        "after_round": None,
        "scale": 2,
        "made_from": None,
        "columns": [],
        "rows": [],
    }
    assert APIClient().get(f"{evening.address}crosstable/").json() == []


def csv_of(address: str) -> Sequence[dict[str, str]]:
    response = APIClient().get(f"{address}?format=csv")
    assert (response.status_code, response["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))


def test_tables_as_csv_say_the_same(organiser: APIClient) -> None:
    evening = played_round(organiser, 2)
    pool = Event.objects.get().pool
    public = APIClient()
    standings = public.get(f"{evening.address}standings/").json()["rows"]
    leaders = public.get(f"{API}/pools/{pool}/leaderboard/").json()["results"]
    matches = public.get(f"{evening.address}rounds/1/").json()["matches"]

    table = csv_of(f"{evening.address}standings/")
    assert [(row["name"], row["points_in_halves"], row["HON"]) for row in table] == [
        (row["player"]["name"], str(row["points"]), row["values"][0]) for row in standings
    ]
    assert [(row["name"], row["rating"]) for row in csv_of(f"{API}/pools/{pool}/leaderboard/")] == [
        (leader["player"]["name"], str(leader["rating"])) for leader in leaders
    ]
    pairings = csv_of(f"{evening.address}rounds/1/")
    assert [(row["white"], row["black"], row["winner"]) for row in pairings] == [
        (*(seat["player"]["name"] for seat in match["seats"]), match["games"][0]["result"]["winner"])
        for match in matches
    ]
    cross = csv_of(f"{evening.address}crosstable/")
    assert [row["points_in_halves"] for row in cross] == [str(row["points"]) for row in standings]


def test_names_as_csv_are_no_formulas(organiser: APIClient) -> None:
    evening = Evening(organiser).begin("Anna", "Bea")
    for name, formula in (("Anna", '=HYPERLINK("http://evil.example")'), ("Bea", "@SUM(1)")):
        Player.objects.filter(name=name).update(name=formula)
    evening.publish(1)
    standings_refresh(event_key=Event.objects.get().key)

    names = {row["name"] for row in csv_of(f"{evening.address}standings/")}
    assert names == {'\'=HYPERLINK("http://evil.example")', "'@SUM(1)"}


def test_refusal_as_csv_is_the_envelope(db: None) -> None:
    response = APIClient().get(f"{API}/events/none/standings/?format=csv")

    assert (response.status_code, response["Content-Type"]) == (404, "application/json")
    assert response.json()["code"] == "no_such_event"


def test_page_of_a_running_event_changes_with_what_it_shows(organiser: APIClient) -> None:
    evening = played_round(organiser, 1)
    address = f"{evening.address}standings/"
    etag = APIClient().get(address)["ETag"]

    assert APIClient().get(address, headers={"if-none-match": etag}).status_code == 304
    Player.objects.filter(name="Anna").update(name="Ann")
    assert APIClient().get(address, headers={"if-none-match": etag}).status_code == 200


def test_player_who_hides_the_name_is_a_code_everywhere(organiser: APIClient) -> None:
    evening = played_round(organiser, 1)
    Player.objects.filter(name="Anna").update(hides_name=True)
    match = APIClient().get(f"{evening.address}rounds/1/").json()["matches"][0]
    addresses = ["entries/", "rounds/1/", "standings/", "crosstable/", "standings/?format=csv", "rounds/1/?format=csv"]
    pages = [f"{evening.address}{address}" for address in addresses]
    pages += [f"{API}/games/{game_of(match)}/", f"{API}/pools/{Event.objects.get().pool}/leaderboard/"]

    for page in pages:
        assert "Anna" not in APIClient().get(page).content.decode(), page


def test_names_are_shown_before_they_are_entered(evening: Evening) -> None:
    event = Evening(evening.organiser, evening.slug)
    lines = event.post(f"{event.address}entries/preview/", {"names": "1. anna\n\nEve\nEve\n!"}, 200)

    assert [(line["line"], line["name"], line["status"]) for line in lines] == [
        (1, "anna", "entered"),
        (3, "Eve", "new"),
        (4, "Eve", "twice"),
        (5, "!", "refused"),
    ]


def test_unclear_name_needs_a_choice(organiser: APIClient) -> None:
    evening = Evening(organiser).begin("Anna", start=False)
    twin = Player.objects.get(name="Anna")
    Player.objects.create(
        key="twin",
        name="Anna",
        folded_name=twin.folded_name,
        plain_name=twin.plain_name,
        club=twin.club,
        created_at=twin.created_at,
    )
    address = f"{evening.address}entries/"

    unclear = organiser.post(address, {"names": "Anna"}, format="json")
    assert (unclear.status_code, list(unclear.json()["fields"])) == (422, ["line_1"])
    chosen = evening.post(address, {"names": "Anna", "choices": [{"line": 1, "player": "twin"}]}, 201)
    assert [entry["player"]["key"] for entry in chosen] == ["twin"]


def test_entry_leaves_before_and_after_the_start(organiser: APIClient) -> None:
    evening = Evening(organiser).begin("Anna", "Björn", "Chloé", start=False)
    first, second = list(Entry.objects.order_by("pk"))[:2]

    assert organiser.delete(f"{API}/entries/{first.key}/").status_code == 204
    evening.post(f"{evening.address}start/", None, 200)
    assert organiser.delete(f"{API}/entries/{second.key}/").json()["code"] == "started"
    assert evening.post(f"{API}/entries/{second.key}/withdraw/", None, 200)["state"] == "withdrawn"
    entries = APIClient().get(f"{evening.address}entries/").json()["results"]
    assert sorted((entry["player"]["name"], entry["state"]) for entry in entries) == [
        ("Björn", "withdrawn"),
        ("Chloé", "active"),
    ]


def test_personal_link_is_the_same_until_it_is_replaced(evening: Evening, settings: Any) -> None:
    settings.SITE_URL = "https://magistrar.example"
    address = f"{API}/entries/{Entry.objects.all()[0].key}/link/"

    first, again = (evening.post(address, None, 200) for _ in range(2))
    new = evening.post(f"{address}replace/", None, 200)
    assert first == again
    assert first["address"] == f"https://magistrar.example/l/{first['token']}/"
    assert new["token"] != first["token"]


def test_organiser_with_a_role_in_the_club_sees_drafts_by_token_with_the_scope_alone(evening: Evening) -> None:
    evening.post(f"{evening.address}rounds/", {"number": 1}, 200)
    owner = User.objects.get(email="organiser@example.org")

    assert token_client(owner, "read").get(f"{evening.address}rounds/1/").status_code == 200
    assert token_client(owner, "organise").get(f"{evening.address}rounds/1/").json()["code"] == "scope_missing"


def test_desk_hands_in_for_both(evening: Evening) -> None:
    match = evening.publish(1)[0]
    handed_in = submit(evening.organiser, game_of(match), sheet_bytes(4)).json()

    assert (handed_in["side"], handed_in["state"], handed_in["grade"]) == ("", "agreed", "sheet")


def test_reference_says_rightly_what_anybody_may_read(evening: Evening) -> None:
    match = evening.publish(1)[0]
    seat = match["seats"][0]
    document = SchemaGenerator().get_schema(request=None, public=True)
    keys = {"entries": seat["entry"], "matches": match["key"], "games": game_of(match)}
    keys |= {"players": seat["player"]["key"], "pools": Event.objects.get().pool, "editions": "spiel-das-2021"}
    refused, public = set(), set()

    for path, item in document["paths"].items():
        if "get" not in item or any(
            each.get("required") and each["in"] == "query" for each in item["get"].get("parameters", ())
        ):
            continue
        collection = path.split("/")[3]
        slug = "magierbund" if collection == "clubs" else evening.slug
        key = keys.get(collection, keys["players"])
        place = {"club": "magierbund", "slug": slug, "number": 1, "division": 1, "stage": 1, "player": keys["players"]}
        address = path.format(**place, key=key)
        status = APIClient().get(address).status_code
        assert status in {200, 400, 401, 403, 404}, path
        if {} in item["get"]["security"]:
            public.add(path)
        if status in {401, 403}:
            refused.add(path)

    assert len(refused) >= 12
    assert refused & public == set()
