"""Entries, check-in, settings and roles over the API."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.enums import Role
from magistrar_site.accounts.models import User
from tests.tournaments.api.evening import API, Evening, token_client
from tests.tournaments.replays import differences
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe(db: None) -> APIClient:
    return token_client(User.objects.create_user("zoe@example.org", name="Zoe"))


@pytest.fixture
def before(organiser: APIClient) -> Evening:
    """An evening that hasn't started."""
    return Evening(organiser).begin("Anna", "Bert", "Cleo", start=False)


def patch(evening: Evening, status: int = 200, **changes: Any) -> Any:
    response = evening.organiser.patch(f"{evening.address}settings/", changes, format="json")
    assert response.status_code == status, response.content
    return response.json()


def sign_up(client: APIClient, evening: Evening, **body: str) -> Any:
    return client.post(f"{evening.address}sign-up/", body, format="json")


def test_settings_are_read_changed_and_guarded(before: Evening, zoe: APIClient) -> None:
    address = f"{before.address}settings/"
    shown = before.organiser.get(address).json()
    assert (shown["settings"]["win"], shown["changeable"]["seeding"]) == (2, True)
    changed = patch(before, win=6, capacity=4, opens_at="2026-03-29T03:30:00+02:00", seen=shown["digest"])
    assert [changed["settings"][name] for name in ("win", "capacity", "opens_at")] == [6, 4, "2026-03-29T01:30:00Z"]
    assert patch(before, 409, win=4, seen=shown["digest"])["code"] == "stale"
    refused = patch(before, 422, draw=6)
    assert (refused["code"], list(refused["fields"])) == ("wrong_setting", ["draw"])
    assert zoe.get(address).status_code == 403
    assert zoe.patch(address, {"win": 2}, format="json").status_code == 403
    assert APIClient().patch(address, {"win": 2}, format="json").status_code == 401


def test_running_event_needs_a_reason_for_its_points(before: Evening) -> None:
    before.post(f"{before.address}start/", None, 200)
    assert patch(before, 422, win=6)["code"] == "reason_missing"
    assert patch(before, 409, seeding="entry", why="because")["code"] == "fixed"
    assert patch(before, win=6, why="agreed by all")["settings"]["win"] == 6
    assert differences(Event.objects.get()) == []


def test_account_signs_up_once_waits_and_signs_off(before: Evening, zoe: APIClient) -> None:
    assert sign_up(zoe, before).json()["code"] == "sign_up_off"
    patch(before, sign_up=True, capacity=3)
    assert sign_up(APIClient(), before, name="Zoe").status_code == 401
    assert sign_up(zoe, before).json()["code"] == "name_missing"
    first, again = (sign_up(zoe, before, name="Zoe") for _again in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert first["Cache-Control"] == "private, no-store"
    key = first.json()["entry"]
    assert Entry.objects.get(key=key).state == "waiting"
    assert before.post(f"{API}/entries/{key}/place/", {}, 200)["state"] == "registered"
    link = APIClient(headers={"authorization": f"Link {first.json()['token']}"})
    assert [link.post(f"{API}/entries/{key}/sign-off/").status_code for _again in range(2)] == [204, 404]
    assert Entry.objects.count() == 3
    assert differences(Event.objects.get()) == []


def test_entry_is_paused_expelled_and_taken_back(before: Evening) -> None:
    before.post(f"{before.address}start/", None, 200)
    key = Entry.objects.first().key
    steps = [("pause", ""), ("pause", ""), ("return", ""), ("expel", "rude"), ("return", "sorry"), ("withdraw", "")]
    states = [before.post(f"{API}/entries/{key}/{step}/", {"why": why}, 200)["state"] for step, why in steps]
    assert states == ["paused", "paused", "active", "expelled", "active", "withdrawn"]
    response = before.organiser.post(f"{API}/entries/{key}/expel/", {}, format="json")
    assert (response.status_code, response.json()["code"]) == (422, "reason_missing")


def test_check_in_by_the_desk_and_by_link(before: Evening, zoe: APIClient) -> None:
    address = f"{before.address}check-in/"
    keys = [entry.key for entry in Entry.objects.order_by("pk")]
    player = before.player({"entry": keys[0]})
    assert player.post(f"{API}/entries/{keys[0]}/check-in/").json()["code"] == "check_in_closed"
    assert before.post(address, {"is_open": True, "only_checked_in": True}, 200)["session"] == 1
    assert player.post(f"{API}/entries/{keys[0]}/check-in/").status_code == 204
    assert player.post(f"{API}/entries/{keys[1]}/check-in/").status_code == 403
    assert before.organiser.post(f"{API}/entries/{keys[1]}/check-in/").status_code == 204
    shown = before.organiser.get(address).json()
    assert (sorted(shown["here"]), shown["missing"], shown["only_checked_in"]) == (sorted(keys[:2]), keys[2:], True)
    assert before.organiser.delete(f"{API}/entries/{keys[1]}/check-in/").status_code == 204
    assert before.post(address, {"is_open": False}, 200)["here"] == [keys[0]]
    assert [client.get(address).status_code for client in (zoe, player, APIClient())] == [403, 403, 403]
    assert differences(Event.objects.get()) == []


def test_preview_is_confirmed_by_its_digest(before: Evening) -> None:
    unread = "Name;Rating\nDora;1500\n;1600\nEmil;18oo"
    refused = before.post(f"{before.address}entries/", {"names": unread}, 422)
    assert (refused["code"], sorted(refused["fields"])) == ("unread_lines", ["line_3", "line_4"])
    lines = before.post(f"{before.address}entries/preview/", {"names": unread}, 200)
    assert [(line["status"], line["unread_rating"]) for line in lines[1:]] == [("refused", ""), ("new", "18oo")]
    misspelt = before.post(f"{before.address}entries/", {"names": "Dora", "choices": [{"line": 1, "who": "new"}]}, 400)
    assert set(misspelt["fields"]) == {"choices.0.who"}
    names = "Name;Rating\nDora;1500\nAnna;1600"
    shown = before.organiser.post(f"{before.address}entries/preview/", {"names": names}, format="json")
    assert [(line["status"], line["rating"], line["joining"]) for line in shown.json()] == [
        ("new", 1500, "place"),
        ("entered", 1600, None),
    ]
    digest = shown["Preview-Digest"]
    assert before.post(f"{before.address}entries/", {"names": names, "seen": "x"}, 409)["code"] == "preview_changed"
    assert before.post(f"{before.address}entries/", {"names": names, "seen": digest}, 201)[0]["rating"] == 1500


def test_latecomer_is_entered_as_the_rules_allow(before: Evening) -> None:
    before.post(f"{before.address}start/", None, 200)
    before.publish(1)
    late = before.post(f"{before.address}entries/", {"names": "Dora"}, 201)
    assert [(entry["number"], entry["state"]) for entry in late] == [(4, "active")]
    assert before.post(f"{before.address}entries/", {"names": "Emil"}, 409)["code"] == "late_table_full"


def test_roles_of_the_event_are_given_and_taken(before: Evening, zoe: APIClient) -> None:
    address = f"{before.address}roles/"
    wanted = {"email": "zoe@example.org", "role": Role.DESK.value}
    assert before.post(address, wanted, 200) == [wanted]
    assert zoe.get(f"{before.address}check-in/").status_code == 200
    assert [client.get(address).status_code for client in (zoe, APIClient())] == [403, 403]
    assert before.post(address, {**wanted, "role": None}, 200) == []
    assert before.post(address, {"email": "nobody@example.org", "role": "desk"}, 422)["code"] == "no_such_account"
