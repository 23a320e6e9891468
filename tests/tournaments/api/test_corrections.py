"""Looking at a ruling before it is made, accepting at the desk, where versions part, and the log."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Game, GameResult, Submission
from magistrar_site.shared.models import Fact
from tests.tournaments.api.evening import API, Evening, confirm, game_of, sheet_bytes, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def matches(evening: Evening) -> list[dict[str, Any]]:
    return evening.publish(1)


def preview(client: APIClient, game: str, **decision: str) -> Any:
    return client.post(f"{API}/games/{game}/ruling/preview/", decision, format="json")


def test_preview_tells_who_would_move_and_changes_nothing(evening: Evening, matches: list[dict[str, Any]]) -> None:
    game = game_of(matches[0])
    facts = Fact.objects.count()
    response = preview(evening.organiser, game, kind="forfeit", winner="white")
    assert response.status_code == 200
    body = response.json()
    assert body["kept_rounds"] == []
    moved = [row for row in body["shifts"] if row["after"]["points"] != row["before"]["points"]]
    assert [row["after"]["points"] - (row["before"]["points"] or 0) for row in moved] == [2]
    assert (Fact.objects.count(), GameResult.objects.count()) == (facts, 0)
    assert Game.objects.get(key=game).state == "expected"


@pytest.mark.parametrize("kind, path", [("forfeit", "ruling"), ("annul", "annul")])
def test_decision_on_what_changed_since_the_preview_is_refused(
    kind: str, path: str, evening: Evening, matches: list[dict[str, Any]]
) -> None:
    game = game_of(matches[0])
    seen = preview(evening.organiser, game, kind=kind).json()["seen"]
    decision = {"why": "seen", "seen": seen} | ({"kind": kind} if path == "ruling" else {})
    submit(evening.player(matches[0]["seats"][0]), game, sheet_bytes(1))
    refused = evening.organiser.post(f"{API}/games/{game}/{path}/", decision, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "preview_changed")
    decision["seen"] = preview(evening.organiser, game, kind=kind).json()["seen"]
    assert evening.organiser.post(f"{API}/games/{game}/{path}/", decision, format="json").status_code == 200


@pytest.mark.parametrize(
    "decision, status, code",
    [
        ({"kind": "nothing"}, 422, "no_such_ruling"),
        ({}, 400, "invalid"),
        ({"kind": "bare", "winner": "red"}, 422, "no_such_side"),
        ({"kind": "version", "submission": "000000000000"}, 404, "no_such_submission"),
    ],
)
def test_preview_refuses_what_the_ruling_would(
    decision: dict[str, str], status: int, code: str, evening: Evening, matches: list[dict[str, Any]]
) -> None:
    response = preview(evening.organiser, game_of(matches[0]), **decision)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_preview_is_for_arbiters(stranger: APIClient, evening: Evening, matches: list[dict[str, Any]]) -> None:
    player = evening.player(matches[0]["seats"][0])
    for client in (stranger, player):
        assert preview(client, game_of(matches[0]), kind="bare").status_code == 403


def test_annulling_and_reopening_are_previewed_too(evening: Evening, matches: list[dict[str, Any]]) -> None:
    one, other = (evening.player(seat) for seat in matches[0]["seats"])
    key = submit(one, game_of(matches[0]), sheet_bytes(1)).json()["key"]
    confirm(other, key)
    for kind in ("annul", "reopen"):
        response = preview(evening.organiser, game_of(matches[0]), kind=kind)
        assert response.status_code == 200
        assert response.json()["shifts"] != []
    assert Game.objects.get(key=game_of(matches[0])).state == "agreed"


def test_desk_accepts_in_place_of_the_opponent(evening: Evening, matches: list[dict[str, Any]]) -> None:
    player = evening.player(matches[0]["seats"][0])
    key = submit(player, game_of(matches[0]), sheet_bytes(1)).json()["key"]
    assert player.post(f"{API}/submissions/{key}/accept/").status_code == 403
    for _twice in range(2):
        response = evening.organiser.post(f"{API}/submissions/{key}/accept/")
        assert (response.status_code, response.json()["state"]) == (200, "agreed")


def test_many_are_accepted_and_each_refusal_is_named(evening: Evening, matches: list[dict[str, Any]]) -> None:
    player = evening.player(matches[0]["seats"][0])
    key = submit(player, game_of(matches[0]), sheet_bytes(1)).json()["key"]
    wanted = {"submissions": [key, "nothing"]}
    body = evening.post(f"{evening.address}results/accept/", wanted, 200)
    assert body["done"] == [game_of(matches[0])]
    assert [(row["submission"], row["code"]) for row in body["refused"]] == [("nothing", "no_such_submission")]
    evening.post(f"{evening.address}results/accept/", {"submissions": []}, 400)


def test_conflict_is_told_to_the_players_and_the_staff_alone(
    evening: Evening, matches: list[dict[str, Any]], stranger: APIClient
) -> None:
    game = game_of(matches[0])
    one, other = (evening.player(seat) for seat in matches[0]["seats"])
    submit(one, game, sheet_bytes(1))
    submit(other, game, sheet_bytes(2), key="other")
    keys = list(Submission.objects.order_by("fact_number").values_list("key", flat=True))
    for client in (one, other, evening.organiser):
        conflict = client.get(f"{API}/games/{game}/").json()["conflict"]
        assert [conflict["first"], conflict["second"]] == keys
        assert conflict["duel"] == 1
        assert conflict["first_says"] != conflict["second_says"]
    for client in (APIClient(), stranger, evening.player(matches[1]["seats"][0])):
        assert client.get(f"{API}/games/{game}/").json()["conflict"] is None


def test_log_is_a_list_for_those_who_run_the_event(
    evening: Evening, matches: list[dict[str, Any]], stranger: APIClient
) -> None:
    address = f"{evening.address}log/"
    body = evening.organiser.get(address, {"kind": "rounds", "page_size": "3"}).json()
    assert [row["kind"] for row in body["results"]] == ["game.set_up", "game.set_up", "round.published"]
    assert body["count"] == 4
    assert body["results"][2]["sentence"] == "Round 1 was published."
    for client in (APIClient(), stranger, evening.player(matches[0]["seats"][0])):
        assert client.get(address).status_code == 403


def test_log_as_csv_is_whole_and_oldest_first(evening: Evening, matches: list[dict[str, Any]]) -> None:
    response = evening.organiser.get(f"{evening.address}log/", {"format": "csv"})
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    head, *rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert head == ["number", "at", "kind", "sentence", "who", "why", "actor", "game", "digest"]
    assert [int(row[0]) for row in rows] == list(
        range(1, Fact.objects.filter(stream__name__startswith="event").count() + 1)
    )
