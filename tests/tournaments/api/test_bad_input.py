"""What goes wrong on an evening: a clear message and the right status each time, nothing lost, nothing changed that
shouldn't be."""

from __future__ import annotations

import json
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connections
from rest_framework.test import APIClient

from games.models import Game, GameResult, Submission
from magistrar_site.accounts.models import User
from magistrar_site.shared.models import Fact
from magistrar_site.shared.selectors.facts import head_of
from tests.tournaments.api.evening import (
    API,
    Evening,
    confirm,
    game_of,
    link_client,
    record_bytes,
    score_bytes,
    sheet_bytes,
    submit,
)
from tournaments.models import Entry, Event, Round
from tournaments.selectors.standings.rows import standing_rows, standing_table
from tournaments.services.stages.standings import standings_refresh

RULING = {"kind": "forfeit", "winner": "white", "why": "Nobody came."}


@pytest.fixture
def match(evening: Evening) -> dict[str, Any]:
    return evening.publish(1)[0]


@pytest.fixture
def white(evening: Evening, match: dict[str, Any]) -> APIClient:
    return evening.player(match["seats"][0])


@pytest.fixture
def black(evening: Evening, match: dict[str, Any]) -> APIClient:
    return evening.player(match["seats"][1])


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """Check that it is the envelope, with that status and code; the envelope."""
    body: dict[str, Any] = response.json()
    assert (response.status_code, body["code"]) == (status, code), body
    assert body["message"]
    assert isinstance(body["fields"], dict)
    return body


def points_of(evening: Evening) -> list[int]:
    event = Event.objects.get(slug=evening.slug)
    standings_refresh(event_key=event.key)
    table = standing_table(event.stages.get())
    assert table is not None
    return [row.points for row in standing_rows(table)]


def broken_record(seed: int) -> bytes:
    """A legal record but for White's row in the second duel, in which there are no pawns."""
    document = json.loads(record_bytes(seed))
    document["duels"][1]["pawns"]["white"] = "------"
    return json.dumps(document).encode()


MALFORMED = {
    "no JSON": b"Anna won",
    "not UTF-8": b"\xff\xfe{}\x00\x01",
    "nul": b"\x00\x00",
    "an escaped nul": b'{"format": "a\\u0000b", "edition": "\\u0000"}',
    "half a surrogate": b'{"format": "\\ud800", "edition": "x\\udfff"}',
    "nothing but brackets": b"[" * 200_000,
    "NaN": b'{"format": NaN}',
    "a list": b"[1, 2]",
    "a wrapped string": b'{"document": "Anna won"}',
    "a wrapped null": b'{"document": null}',
    "an unknown format": b'{"format": "chess/1"}',
    "an endless number": b'{"format": "magistrar-score/1", "honoris": {"white": ' + b"9" * 5000 + b"}}",
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_malformed_record_is_refused_and_kept(white: APIClient, match: dict[str, Any], body: bytes) -> None:
    refusal = refused(submit(white, game_of(match), body), 422, "unreadable")

    assert refusal["submission"]["report"]["violations"][0]["code"] == "schema"
    assert refusal["fields"]["document"] == refusal["submission"]["report"]["violations"][0]["message"]
    assert Submission.objects.get().accepted is False
    assert Game.objects.get(key=game_of(match)).state == "expected"


def test_empty_body_is_refused_and_nothing_kept(white: APIClient, match: dict[str, Any]) -> None:
    refused(submit(white, game_of(match), b" \n"), 422, "empty")

    assert not Submission.objects.exists()


def test_oversized_record_is_refused_and_nothing_kept(white: APIClient, match: dict[str, Any]) -> None:
    refused(submit(white, game_of(match), b" " * (256 * 1024 + 1)), 413, "too_large")
    refused(submit(white, game_of(match), b" " * (1024 * 1024 + 1)), 413, "too_large")

    assert not Submission.objects.exists()


def test_illegal_record_changes_no_standing_and_is_kept(
    evening: Evening, white: APIClient, match: dict[str, Any]
) -> None:
    refusal = refused(submit(white, game_of(match), broken_record(3)), 422, "illegal")

    violation = refusal["submission"]["report"]["violations"][0]
    assert (violation["code"], violation["rule"], violation["duel"]) == ("pawn_missing", "R7", 2)
    assert points_of(evening) == [0, 0, 0, 0]
    kept = Submission.objects.get()
    assert (kept.accepted, bytes(kept.body)) == (False, broken_record(3))
    assert not GameResult.objects.exists()


def test_record_with_the_sides_swapped_is_refused_for_that(white: APIClient, match: dict[str, Any]) -> None:
    refusal = refused(submit(white, game_of(match), record_bytes(3, starter="black")), 422, "sides_swapped")

    assert refusal["submission"]["report"]["legal"] is True
    assert Game.objects.get(key=game_of(match)).state == "expected"


def test_record_of_another_game_counts_and_the_staff_see_where_else(evening: Evening, match: dict[str, Any]) -> None:
    other = APIClient().get(f"{evening.address}rounds/1/").json()["matches"][1]
    assert submit(evening.player(match["seats"][0]), game_of(match), record_bytes(3)).status_code == 201

    assert submit(evening.player(other["seats"][0]), game_of(other), record_bytes(3)).status_code == 201

    address = f"{API}/games/{game_of(match)}/"
    assert evening.organiser.get(address).json()["elsewhere"] == [game_of(other)]
    assert APIClient().get(address).json()["elsewhere"] == []
    assert evening.player(match["seats"][0]).get(address).json()["elsewhere"] == []


def test_submission_without_an_idempotency_key_is_refused(white: APIClient, match: dict[str, Any]) -> None:
    address = f"{API}/games/{game_of(match)}/submissions/"
    missing = white.post(address, record_bytes(3), content_type="application/json")
    too_long = submit(white, game_of(match), record_bytes(3), key="x" * 81)

    refused(missing, 400, "idempotency_key_missing")
    refused(too_long, 400, "idempotency_key_invalid")
    assert not Submission.objects.exists()


def test_submission_sent_twice_is_one(white: APIClient, match: dict[str, Any]) -> None:
    first, second = (submit(white, game_of(match), record_bytes(3)) for _ in range(2))

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["key"] == second.json()["key"]
    refused(submit(white, game_of(match), record_bytes(4)), 409, "idempotency_key_reused")
    assert Submission.objects.count() == 1


@pytest.mark.parametrize("document", [record_bytes(3), json.dumps(record_bytes(3).decode()).encode()])
def test_submission_may_be_wrapped(white: APIClient, match: dict[str, Any], document: bytes) -> None:
    wrapped = b'{"document": ' + document + b"}"

    assert submit(white, game_of(match), wrapped, content_type="application/json").status_code == 201
    assert bytes(Submission.objects.get().body) == record_bytes(3)


@pytest.mark.parametrize("token", ["nonsense", "", "a.b.c", "0123456789ab.1.forged", "\u00e4"])
def test_wrong_link_opens_nothing(match: dict[str, Any], token: str) -> None:
    client = link_client(token.encode().decode("latin-1"))

    refused(submit(client, game_of(match), record_bytes(3)), 403, "bad_link")
    refused(client.get(f"{API}/events/"), 403, "bad_link")
    assert not Submission.objects.exists()


def test_revoked_link_opens_nothing(evening: Evening, match: dict[str, Any]) -> None:
    old = evening.player(match["seats"][0])
    entry = match["seats"][0]["entry"]
    new = evening.post(f"{API}/entries/{entry}/link/replace/", None, 200)

    refused(submit(old, game_of(match), record_bytes(3)), 403, "revoked_link")
    assert not Submission.objects.exists()
    assert submit(link_client(new["token"]), game_of(match), record_bytes(3)).status_code == 201


def test_link_of_another_match_opens_nothing(evening: Evening, match: dict[str, Any]) -> None:
    other = APIClient().get(f"{evening.address}rounds/1/").json()["matches"][1]

    refused(submit(evening.player(other["seats"][0]), game_of(match), record_bytes(3)), 403, "not_your_game")
    assert not Submission.objects.exists()


def test_confirming_ones_own_submission_is_refused(white: APIClient, black: APIClient, match: dict[str, Any]) -> None:
    key = submit(white, game_of(match), sheet_bytes(3)).json()["key"]

    refused(confirm(white, key), 403, "own_submission")
    assert Game.objects.get(key=game_of(match)).state == "submitted"
    assert [confirm(black, key).json()["state"] for _ in range(2)] == ["agreed", "agreed"]


def test_dispute_leaves_the_game_conflicting_until_somebody_rules(
    evening: Evening, white: APIClient, black: APIClient, match: dict[str, Any]
) -> None:
    key = submit(white, game_of(match), sheet_bytes(3)).json()["key"]
    disputed = black.post(f"{API}/submissions/{key}/dispute/", {"why": "I won."}, format="json")
    assert disputed.json()["state"] == "conflicting"

    address = f"{API}/games/{game_of(match)}/ruling/"
    refused(white.post(address, RULING, format="json"), 403, "sign_in")
    refused(evening.organiser.post(address, {**RULING, "why": ""}, format="json"), 422, "reason_missing")
    ruling = {"kind": "version", "submission": key, "why": "Both sheets say so."}
    assert evening.post(address, ruling, 200)["state"] == "ruled"
    refused(submit(black, game_of(match), score_bytes(9)), 409, "settled")
    assert evening.post(f"{API}/games/{game_of(match)}/reopen/", {"why": "A slip."}, 200)["state"] == "reopened"
    assert evening.post(f"{API}/games/{game_of(match)}/annul/", {"why": "Not played."}, 200)["state"] == "annulled"


STRANGERS_WRITES = [
    ("post", "events/{slug}/entries/", {"names": "Eve"}),
    ("post", "events/{slug}/entries/preview/", {"names": "Eve"}),
    ("post", "events/{slug}/start/", None),
    ("post", "events/{slug}/finish/", None),
    ("post", "events/{slug}/publish/", None),
    ("post", "events/{slug}/cancel/", {"why": "Because."}),
    ("delete", "events/{slug}/cancel/", None),
    ("post", "events/{slug}/reopen/", {"why": "Because."}),
    ("post", "events/{slug}/copy/", {"name": "Mine", "starts_at": "2026-05-01T17:00:00Z"}),
    ("post", "events/{slug}/format/", {"preset": "knockout"}),
    ("post", "events/{slug}/delete/", None),
    ("post", "events/{slug}/rounds/", {"number": 2}),
    ("post", "events/{slug}/rounds/1/publish/", None),
    ("delete", "events/{slug}/rounds/1/", None),
    ("post", "entries/{entry}/withdraw/", None),
    ("delete", "entries/{entry}/", None),
    ("post", "entries/{entry}/link/", None),
    ("post", "entries/{entry}/link/replace/", None),
    ("post", "games/{game}/ruling/", RULING),
    ("post", "games/{game}/annul/", {"why": "Because."}),
    ("post", "games/{game}/reopen/", {"why": "Because."}),
]


@pytest.mark.parametrize("method, address, body", STRANGERS_WRITES)
def test_stranger_changes_nothing(
    evening: Evening, stranger: APIClient, match: dict[str, Any], method: str, address: str, body: Any
) -> None:
    names = {"slug": evening.slug, "entry": match["seats"][0]["entry"], "game": game_of(match)}
    where = f"{API}/{address.format(**names)}"
    facts = Fact.objects.count()
    player = evening.player(match["seats"][0])

    refused(getattr(stranger, method)(where, body, format="json"), 403, "not_your_role")
    refused(getattr(player, method)(where, body, format="json"), 403, "sign_in")
    refused(getattr(APIClient(), method)(where, body, format="json"), 401, "not_authenticated")
    assert (Fact.objects.count(), Entry.objects.count(), Round.objects.count()) == (facts, 4, 1)


def test_strangers_session_changes_nothing(stranger: APIClient, match: dict[str, Any]) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(User.objects.get(email="stranger@example.org"))
    browser.get(f"{API}/me/")
    address = f"{API}/games/{game_of(match)}/submissions/"

    forged = browser.post(address, record_bytes(3), content_type="application/json")
    refused(forged, 403, "csrf_failed")
    headers = {"idempotency-key": "once", "X-CSRFToken": browser.cookies["csrftoken"].value}
    sent = browser.post(address, record_bytes(3), content_type="application/json", headers=headers)
    refused(sent, 403, "not_your_game")
    refused(submit(stranger, game_of(match), record_bytes(3)), 403, "not_your_game")
    assert not Submission.objects.exists()


def test_event_of_a_club_that_is_not_ones_own_is_refused(evening: Evening, stranger: APIClient) -> None:
    wanted = {"club": "magierbund", "name": "Eve's", "starts_at": "2026-03-06T19:00Z", "preset": "round-robin-evening"}

    refused(stranger.post(f"{API}/events/", wanted, format="json"), 403, "not_your_role")
    assert Event.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_people_submitting_at_once_lose_nothing(evening: Evening) -> None:
    match = evening.publish(1)[0]
    clients = [evening.player(seat) for seat in match["seats"]]
    together, responses = Barrier(2), {}

    def send(number: int) -> None:
        together.wait()
        responses[number] = submit(clients[number], game_of(match), [record_bytes(3), sheet_bytes(3)][number])
        connections.close_all()

    threads = [Thread(target=send, args=[number]) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [responses[number].status_code for number in (0, 1)] == [201, 201]
    assert Game.objects.get(key=game_of(match)).state == "agreed"
    assert Submission.objects.filter(accepted=True).count() == 2
    assert GameResult.objects.filter(is_current=True).count() == 1
    number, _digest = head_of(Event.objects.get().stream)
    assert number == Fact.objects.filter(stream_id=Event.objects.get().stream).count()


@pytest.mark.parametrize(
    "address",
    [
        "clubs/none/",
        "players/none/",
        "events/none/",
        "entries/none/",
        "matches/none/",
        "games/none/",
        "pools/none/",
        "nothing/here/",
        "events",
        "events/?page=99",
        "events/none/rounds/99999999999999999999/",
    ],
)
def test_address_of_nothing_is_not_found(db: None, address: str) -> None:
    response = APIClient().get(f"{API}/{address}")

    assert response.status_code == 404
    assert sorted(response.json()) == ["code", "fields", "message"]


@pytest.mark.parametrize(
    "address",
    [
        "events/?state=lost",
        "events/?club=%00",
        "events/{slug}/standings/?round=x",
        "events/{slug}/standings/?round=99999999999999999999",
        "events/{slug}/rounds/?stage=0",
    ],
)
def test_filter_that_cannot_be_read_is_refused(evening: Evening, address: str) -> None:
    response = APIClient().get(f"{API}/{address.format(slug=evening.slug)}")

    refused(response, 400, "invalid")


@pytest.mark.parametrize("search", ["%00", "%ED%A0%80", "%25", "_", "'", "%F0%9F%A7%99", ""])
def test_any_search_is_answered(evening: Evening, search: str) -> None:
    for rows in ("clubs", "players", "events"):
        assert APIClient().get(f"{API}/{rows}/?search={search}").status_code in {200, 400}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b"\xff",
        b'"x"',
        b"[" * 100_000,
        b'{"name": "\\ud800"}',
        b'{"name": "\\u0000"}',
        b"NaN",
    ],
)
def test_body_that_cannot_be_read_is_refused(organiser: APIClient, body: bytes) -> None:
    for address in ("clubs", "events"):
        response = organiser.post(f"{API}/{address}/", body, content_type="application/json")
        assert response.status_code == 400, response.content
        assert sorted(response.json()) == ["code", "fields", "message"]


EVENT = {"club": "magierbund", "name": "X", "starts_at": "2026-03-06T19:00Z", "preset": "round-robin-evening"}


@pytest.mark.parametrize(
    "wrong, status",
    [
        ({"starts_at": "9999-12-31T23:59:59-12:00"}, 400),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, 400),
        ({"starts_at": "soon"}, 400),
        ({"name": " "}, 400),
        ({"name": "\u200b"}, 422),
        ({"name": "x" * 150}, 422),
        ({"preset": "none"}, 422),
        ({"time_zone": "Mars/Olympus"}, 422),
        ({"club": "none"}, 404),
        ({"rated": "perhaps"}, 400),
    ],
)
def test_event_that_cannot_be_is_refused(evening: Evening, wrong: dict[str, Any], status: int) -> None:
    response = evening.organiser.post(f"{API}/events/", {**EVENT, **wrong}, format="json")

    assert response.status_code == status, response.content
    assert Event.objects.count() == 1


def test_round_is_not_paired_while_results_are_missing(evening: Evening, match: dict[str, Any]) -> None:
    address = f"{evening.address}rounds/"

    refused(evening.organiser.post(address, {"number": 2}, format="json"), 409, "results_missing")
    drafted = evening.post(address, {"number": 2, "why": "They play it tomorrow."}, 200)
    assert drafted["state"] == "draft"


def test_wrong_method_and_wrong_kind_of_body_are_refused(organiser: APIClient) -> None:
    wrong = organiser.delete(f"{API}/events/")
    form = organiser.post(f"{API}/clubs/", {"name": "X"}, format="multipart")

    refused(wrong, 405, "method_not_allowed")
    assert wrong["Allow"] == "GET, POST, HEAD, OPTIONS"
    refused(form, 415, "unsupported_media_type")
