"""Reports of other programs come in by the API as by the page."""

from __future__ import annotations

from rest_framework.test import APIClient

from tests.tournaments.services.imports.test_report import SMALL
from tournaments.models import Event


def test_report_is_checked_and_brought_in(organiser: APIClient, stranger: APIClient) -> None:
    club = organiser.post("/api/v1/clubs/", {"name": "Arena"}, format="json").json()["slug"]
    address = f"/api/v1/clubs/{club}/event-reports/"
    looked = organiser.post(f"{address}check/", {"text": SMALL}, format="json")
    assert looked.status_code == 200, looked.content
    found = looked.json()
    assert {name: found[name] for name in ("name", "preset", "rounds", "games", "forfeits", "byes", "open_games")} == {
        "name": "Winter cup",
        "preset": "swiss-evening",
        "rounds": 3,
        "games": 5,
        "forfeits": 2,
        "byes": 2,
        "open_games": 0,
    }
    assert [line["name"] for line in found["players"]] == ["Anna Berg", "Can Özdemir", "Li Chen", "Chloé Dupont"]
    assert not Event.objects.exists()

    refused = organiser.post(address, {"text": SMALL.replace("1.5    2", "2.5    2")}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "report_unreadable")
    assert stranger.post(address, {"text": SMALL}, format="json").status_code == 403
    wanted = {"text": SMALL, "name": "Cup", "seen": looked["Preview-Digest"]}
    made = organiser.post(address, wanted, format="json")
    assert (made.status_code, made.json()["name"], made.json()["state"]) == (201, "Cup", "running")
