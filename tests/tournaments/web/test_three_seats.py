"""Pages of an evening at tables of three: points in thirds wherever they are shown, and a replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_three_seats import SEVEN, play
from tournaments.models import Event, Match
from tournaments.services.events.finish import event_finish
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]


@pytest.fixture
def matches(evening: Evening) -> list[Match]:
    """The tables of the first round, both played: seat 1 has a point, seat 3 a third of one, seat 2 none."""
    tables = evening.publish(evening.started(SEVEN, preset="toy-tables"), 1)
    for match in tables[:2]:
        play(evening, match)
    standings_refresh(event_key=tables[0].round.stage.event.key)
    return tables


@pytest.fixture
def event(matches: list[Match]) -> Event:
    return matches[0].round.stage.event


def words(answer: Any) -> str:
    """The text of a page without tags, each white space once."""
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_preview_of_a_correction_shows_thirds(evening: Evening, event: Event, matches: list[Match]) -> None:
    address = f"/games/{game_of(matches[0]).key}/rule/"
    sent = {"ruling": "bare:*:", "placing": "3>1>2", "why": "Counted wrongly"}
    shown = words(evening.browser().post(address, sent))
    third = entry_at(matches[0], 2).player.name
    assert re.search(rf"{third} .{{0,20}} 0.33 → 1 ", shown)
    answer = APIClient()
    answer.force_authenticate(evening.user)
    body = {"kind": "bare", "placing": "3>1>2", "why": ""}
    preview = answer.post(f"/api/v1/games/{game_of(matches[0]).key}/ruling/preview/", body, format="json").json()
    (moved,) = (shift for shift in preview["shifts"] if shift["name"] == third)
    exact = [moved[when]["exact_points"] for when in ("before", "after")]
    assert (preview["scale"], exact) == (18, ["1/3", "1"])


def test_explanation_standing_and_leaders_show_thirds(
    evening: Evening, event: Event, matches: list[Match], client: Client
) -> None:
    evening.publish(event, 2)
    third = entry_at(matches[0], 2)
    again = next(seat.match for seat in third.seats.filter(round__number=2).select_related("match"))
    assert re.search(rf"{third.player.name} \d+ 0.33 ", words(client.get(f"/matches/{again.key}/")))
    sides = APIClient().get(f"/api/v1/matches/{again.key}/explanation/").json()
    assert sides["scale"] == 18
    assert {side["entry"]: side["exact_points"] for side in sides["sides"]}[third.key] == "1/3"
    assert "0.33 points ·" in words(client.get(f"/events/{event.slug}/standings/{third.key}/"))
    assert re.search(r"1\. \w+ 1 point ", words(client.get(f"/events/{event.slug}/")))


def test_final_ranking_shows_thirds_and_its_csv_fractions(evening: Evening, event: Event, client: Client) -> None:
    event_finish(act=evening.act(why="It got late"), event=event)
    assert " 0.33 " in words(client.get(f"/events/{event.slug}/final/"))
    final = APIClient().get(f"/api/v1/events/{event.slug}/final/").json()
    assert (final["scale"], final["ranking"][3]["points"], final["ranking"][3]["exact_points"]) == (18, 6, "1/3")
    for table, head in (
        ("final", "rank,player,name,points"),
        ("standings", "rank,player,name,points,deducted,played,wins,draws,losses,TOY_WON"),
        ("crosstable", "line,rank,player,name,points,1,2,3,4,5,6,7"),
    ):
        lines = APIClient().get(f"/api/v1/events/{event.slug}/{table}/?format=csv").content.decode("utf-8-sig").split()
        assert lines[0] == head
        assert [line.split(",")[head.split(",").index("points")] for line in lines[1:]] == [
            *("1", "1", "1/2", "1/3", "1/3", "0", "0")
        ]


def test_every_step_of_a_game_of_three_is_on_its_page_and_at_its_address(matches: list[Match], client: Client) -> None:
    page = f"/games/{game_of(matches[0]).key}/"
    shown = words(client.get(page))
    for turn, bids in enumerate(((3, 1, 2), (0, 2, 2), (1, 1, 4), (5, 0, 1)), 1):
        assert f"Part {turn}" in shown
        step = client.get(page, {"step": turn})
        assert step.status_code == 200
        assert all(str(bid) in words(step) for bid in bids)
    assert client.get(page, {"step": 99}).status_code == 200
    assert client.get(f"{page}position/1.svg").status_code == 404  # a game without a board
    steps = words(client.get(f"{page}replay/de/any/"))
    assert [f"Teil {turn}" in steps for turn in range(1, 6)] == [True] * 4 + [False]
