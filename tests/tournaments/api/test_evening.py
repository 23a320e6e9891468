"""A club's evening from sign-in to leaderboard, over the API alone."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from magistrar_site.accounts.models import User
from magistrar_site.shared.selectors.facts import head_of
from tests.tournaments.api.evening import (
    API,
    NAMES,
    Evening,
    confirm,
    game_of,
    record_bytes,
    score_bytes,
    sheet_bytes,
    submit,
)
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"


def signed_in_program() -> APIClient:
    """Sign in as a browser does, make a token, go on with the token alone."""
    User.objects.create_user("anna@example.org", PASSWORD)
    browser = APIClient(enforce_csrf_checks=True)
    browser.get(f"{API}/me/")
    csrf = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    form = {"login": "anna@example.org", "password": PASSWORD}
    signed_in = browser.post("/accounts/login/", form, format="multipart", headers=csrf)
    assert signed_in.status_code == 302
    csrf = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    wanted = {"name": "evening", "scopes": ["read", "submit", "organise"]}
    made = browser.post(f"{API}/tokens/", wanted, format="json", headers=csrf)
    assert made.status_code == 201
    return APIClient(headers={"authorization": f"Token {made.json()['secret']}"})


def play_round(evening: Evening, number: int, documents: Any) -> int:
    """Publish a round, hand its games in and confirm them; how many games it had."""
    matches = evening.publish(number)
    for match in matches:
        white, black = (evening.player(seat) for seat in match["seats"])
        handed_in = submit(white, game_of(match), documents(number * 10 + match["table"]))
        assert (handed_in.status_code, handed_in.json()["state"]) == (201, "submitted"), handed_in.content
        confirmed = confirm(black, handed_in.json()["key"])
        assert (confirmed.status_code, confirmed.json()["state"]) == (200, "agreed")
    return len(matches)


def test_evening_from_sign_in_to_leaderboard() -> None:
    evening = Evening(signed_in_program()).begin()
    public = APIClient()
    grades = [record_bytes, sheet_bytes, score_bytes, record_bytes, record_bytes, sheet_bytes, record_bytes]

    games = sum(play_round(evening, number, documents) for number, documents in enumerate(grades, 1))

    assert games == 28
    standings = public.get(f"{evening.address}standings/").json()
    event = Event.objects.get(slug=evening.slug)
    assert (standings["after_round"], standings["made_from"]) == (7, head_of(event.stream)[0])
    assert sorted(row["player"]["name"] for row in standings["rows"]) == sorted(NAMES)
    assert [row["played"] for row in standings["rows"]] == [7] * 8
    assert sum(row["points"] for row in standings["rows"]) == 56  # two half points a game
    assert [column["code"] for column in standings["columns"]] == list(event.settings.tie_breaks)
    ordered = [row["points"] for row in standings["rows"]]
    assert ordered == sorted(ordered, reverse=True)

    crosstable = public.get(f"{evening.address}crosstable/").json()
    assert [row["entry"] for row in crosstable] == [row["entry"] for row in standings["rows"]]
    for number, row in enumerate(crosstable):
        points = [cell["points"] for other, cell in enumerate(row["cells"]) if other != number]
        assert sum(points) == row["points"]

    leaders = public.get(f"{API}/pools/{event.pool}/leaderboard/").json()["results"]
    assert (len(leaders), [leader["games"] for leader in leaders]) == (8, [7] * 8)
    first = leaders[0]
    history = public.get(f"{API}/pools/{event.pool}/players/{first['player']['key']}/").json()["results"]
    assert (len(history), history[-1]["after"]) == (7, first["exact"])

    finished = evening.post(f"{evening.address}finish/", None, 200)
    assert (finished["state"], finished["stages"][0]["state"]) == ("finished", "finished")


def test_result_shows_its_report_and_how_well_it_is_proven() -> None:
    evening = Evening(signed_in_program()).begin("Anna", "Björn")
    (match,) = evening.publish(1)
    white, black = (evening.player(seat) for seat in match["seats"])
    public = APIClient()

    sheet = submit(white, game_of(match), sheet_bytes(5)).json()
    record = submit(black, game_of(match), record_bytes(5)).json()

    assert record["state"] == "agreed"  # the same game, compared at the coarser of the two grades
    game = public.get(f"{API}/games/{game_of(match)}/").json()
    assert (game["state"], game["result"]["grade"], game["result"]["report"]) == ("agreed", "record", record["report"])
    duels, winners = record["report"]["duels"], {"white": 1, "black": 2, None: None}
    assert game["result"]["parts"] == [
        {
            "number": number,
            "winner": winners[duel["winner"]],
            "seats": [
                {"seat": seat, "place": 1 if duel["winner"] in (None, side) else 2, "points": duel["points"][side]}
                for seat, side in enumerate(("white", "black"), 1)
            ],
        }
        for number, duel in enumerate(duels, 1)
    ]
    assert [(row["seat"], row["name"], row["numbers"]["honoris"]) for row in game["result"]["seats"]] == [
        (seat, side, record["report"]["honoris"][side]) for seat, side in enumerate(("white", "black"), 1)
    ]
    assert [(row["key"], row["grade"], row["side"]) for row in game["submissions"]] == [
        (sheet["key"], "sheet", "white"),
        (record["key"], "record", "black"),
    ]
    assert game["place"] == {
        "event": evening.slug,
        "stage": 1,
        "round": 1,
        "table": 1,
        "match": match["key"],
        "number": 1,
    }
    assert {seat["name"]: seat["player"] for seat in game["seats"]} == {
        "white": match["seats"][0]["player"],
        "black": match["seats"][1]["player"],
    }
