"""A game step by step on its page, without a script, and the pictures of its positions."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.enums import Grade
from games.selectors.games import current_result
from tests.evening import Evening
from tournaments.models import Event, Match
from tournaments.services.results.rule import result_rule

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def match(evening: Evening) -> Match:
    return evening.publish(evening.started(("Anna", "Bert")), 1)[0]


def page_of(match: Match) -> str:
    return f"/games/{match.games.all()[0].game.key}/"


def version_of(client: Client, match: Match) -> str:
    return client.get(page_of(match)).content.decode().split('data-replay="')[1].split('"')[0].split("/")[-2]


@pytest.mark.parametrize("asked, shown", [("17", 17), ("0", 0), ("999", 49), ("-3", 49), ("x", 49), ("", 49)])
def test_address_leads_to_a_step_with_links_to_its_neighbours(
    asked: str, shown: int, evening: Evening, match: Match, client: Client
) -> None:
    evening.play(match)
    page = client.get(f"{page_of(match)}?step={asked}").content.decode()
    assert f'data-replay-step="{shown}"' in page
    assert f'href="?step={max(shown - 1, 0)}#replay"' in page
    assert f'href="?step={min(shown + 1, 49)}#replay"' in page


def test_last_step_shows_the_games_honoris(evening: Evening, match: Match, client: Client) -> None:
    evening.play(match)
    page = client.get(page_of(match)).content.decode()
    seats = {
        row.seat.number: row.numbers_by_key["honoris"] for row in current_result(match.games.all()[0].game).seats.all()
    }
    shown = [part.split("<")[0].replace("−", "-") for part in page.split('<b class="replay-honoris">')[1:]]
    assert shown == [str(seats[1]), str(seats[2])]


def test_sheet_steps_by_duels_and_a_score_has_no_steps(evening: Evening, match: Match, client: Client) -> None:
    evening.play(match, Grade.SHEET)
    page = client.get(page_of(match)).content.decode()
    assert 'data-replay-step="6"' in page
    assert '<svg class="board"' not in page
    scored = evening.publish(evening.started(("Cleo", "Dörte"), name="Other"), 1)[0]
    evening.play(scored, Grade.SCORE)
    assert "data-replay" not in client.get(page_of(scored)).content.decode()


def test_all_steps_come_at_once_without_cookies_and_are_kept_for_ever(
    evening: Evening, match: Match, client: Client
) -> None:
    evening.play(match)
    there = f"{page_of(match)}replay/de/{version_of(client, match)}/"
    answer = client.get(there)
    steps = answer.content.decode()
    assert [f'data-replay-step="{number}"' in steps for number in range(51)] == [True] * 50 + [False]
    assert "Duell" in steps
    assert "immutable" in answer["Cache-Control"]
    assert not answer.cookies
    assert client.get(there, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert "no-cache" in client.get(f"{page_of(match)}replay/de/older/")["Cache-Control"]


def test_picture_stands_alone_and_is_kept_for_ever_under_its_version(
    evening: Evening, match: Match, client: Client
) -> None:
    evening.play(match)
    there = f"{page_of(match)}position-17.svg"
    picture = client.get(there)
    root = ElementTree.fromstring(picture.content)
    assert (root.tag, picture["Content-Type"]) == (f"{SVG}svg", "image/svg+xml")
    kept = {use.get("href") for use in root.iter(f"{SVG}use")}
    assert kept <= {f"#{symbol.get('id')}" for symbol in root.iter(f"{SVG}symbol")}
    assert len([group for group in root.iter(f"{SVG}g") if "board-column" in group.get("class", "")]) == 6
    assert b"style" not in picture.content
    assert picture["Cache-Control"] == "public, no-cache"
    for_ever = client.get(f"{there}?v={version_of(client, match)}")
    assert "immutable" in for_ever["Cache-Control"]
    assert client.get(there, headers={"If-None-Match": picture["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", ["position-0.svg", "position-50.svg", "position-9999999999.svg"])
def test_picture_of_no_position_is_not_found(path: str, evening: Evening, match: Match, client: Client) -> None:
    evening.play(match)
    assert client.get(f"{page_of(match)}{path}").status_code == 404


def test_game_without_a_result_has_no_steps(match: Match, client: Client) -> None:
    assert client.get(f"{page_of(match)}position-1.svg").status_code == 404
    assert client.get(f"{page_of(match)}replay/en/any/").status_code == 404
    assert "data-replay" not in client.get(page_of(match)).content.decode()


@pytest.mark.parametrize("policy", ["as_it_stands", "nobody"])
def test_game_that_was_broken_off_is_shown_as_far_as_it_is_proven(
    policy: str, evening: Evening, match: Match, client: Client
) -> None:
    event = match.round.stage.event
    Event.objects.filter(pk=event.pk).update(rules={**event.rules, "abandoned": policy})
    record = json.loads(evening.body(match))
    record["duels"] = record["duels"][:3]
    sent = evening.submit(match, json.dumps(record).encode())
    game = match.games.all()[0].game
    result_rule(act=evening.act(why="It got late"), game_key=game.key, kind="abandoned", submission_key=sent.key)
    page = client.get(page_of(match)).content.decode()
    assert ('data-replay-step="30"' in page, 'data-go="31"' in page) == (True, False)
    assert "The game was broken off: 3 duels were handed in, and that much is proven." in page
    assert "to the last" not in page


def test_forfeit_is_not_said_to_be_unproven(evening: Evening, match: Match, client: Client) -> None:
    game = match.games.all()[0].game
    result_rule(act=evening.act(why="Nobody came"), game_key=game.key, kind="forfeit", winner="white")
    page = client.get(page_of(match)).content.decode()
    assert page.count("The game was not played, so there is nothing to prove.") == 2  # and as a title of the grade


def test_shared_game_says_players_and_score(evening: Evening, match: Match, client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://magistrar.example"
    evening.play(match)
    page = client.get(page_of(match)).content.decode()
    names = {
        row.seat.number: (row.seat.player.name, row.numbers_by_key["honoris"])
        for row in current_result(match.games.all()[0].game).seats.all()
    }
    (white, one), (black, two) = names[1], names[2]
    title = f"{white} {one} : {two} {black}".replace("-", "−")
    assert f'<meta property="og:title" content="{title}">' in page
    assert f'<meta property="og:url" content="https://magistrar.example{page_of(match)}">' in page
    step = client.get(f"{page_of(match)}?step=17&x=1").content.decode()
    assert f'<meta property="og:url" content="https://magistrar.example{page_of(match)}?step=17">' in step
