"""An evening of Magia Cum Laude on the pages of the service: steps, statistics of its own, slips, rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.enums import Grade
from games.models import SeatNumber
from games.selectors.scores import scores_of
from tests.evening import Evening, entry_at, game_of
from tournaments.models import Event, Match
from tournaments.selectors.statistics import event_statistics
from tournaments.services.results.confirm import result_confirm
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db

SEVEN = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")


@pytest.fixture
def matches(evening: Evening) -> list[Match]:
    return evening.publish(evening.started(SEVEN, preset="cum-laude-evening"), 1)


def event_of(matches: list[Match]) -> Event:
    return matches[0].round.stage.event


def played(evening: Evening, match: Match, grade: Grade) -> None:
    """Seat 1 hands in, half of the others confirm."""
    submission = evening.submit(match, evening.body(match, grade))
    for seat in range(1, 1 + match.seats.count() // 2):
        result_confirm(act=evening.by(entry_at(match, seat)), submission_key=submission.key)


def test_recorded_game_has_steps_pictures_and_a_frame(evening: Evening, matches: list[Match]) -> None:
    played(evening, matches[0], Grade.RECORD)
    key, client = game_of(matches[0]).key, Client()
    page = client.get(f"/games/{key}/?step=3").content.decode()
    address = page.split('data-replay="')[1].split('"')[0]

    steps = client.get(address)
    tower = client.get(f"/games/{key}/position-3.svg")
    result = client.get(reverse("tournaments:game_picture", args=[key, "en"]))
    frame = client.get(reverse("tournaments:embed_game", args=["de", key])).content.decode()

    assert ('data-replay-step="3"' in page, "immutable" in steps["Cache-Control"]) == (True, True)
    assert tower["Content-Type"] == "image/svg+xml"
    assert result.content.startswith(b"\x89PNG")
    assert 'class="tower"' in frame
    assert all('data-game="cum-laude"' in text for text in (page, frame))
    assert client.get(f"/games/{key}/position-9999.svg").status_code == 404


def test_nothing_that_was_dealt_is_shown_before_there_is_a_result(matches: list[Match]) -> None:
    page = Client().get(f"/games/{game_of(matches[0]).key}/").content.decode()
    assert "data-replay=" not in page
    assert 'class="master' not in page


def test_statistics_count_spells_finishes_orders_and_points_by_part(
    evening: Evening, matches: list[Match], django_assert_num_queries: Callable[..., Any]
) -> None:
    for match, grade in zip(matches, (Grade.RECORD, Grade.SHEET), strict=True):
        played(evening, match, grade)
    event = event_of(matches)
    assert str(event_verify(event=event)).startswith("verified ")

    found = event_statistics(event)

    assert [spec.key for spec in found.counted_numbers] == [
        *("spells", "finishes", "orders", "spell_points", "finish_points", "order_points", "crystal_points"),
    ]
    assert sorted(row.name for row in found.counted) == sorted(SEVEN)
    points = {
        score.players[seat][0]: value
        for score in scores_of([game_of(match).pk for match in matches]).values()
        for seat, value in score.points.items()
    }
    for row in found.counted:
        spells, finishes, orders, of_spells, of_finish, of_orders, of_crystals = row.sums
        assert (row.games, of_spells, of_orders) == (1, 5 * spells, 8 * orders)
        assert of_finish in ((1, 2) if finishes else (0,))
        assert points[row.key] == of_spells + of_finish + of_orders + of_crystals
    page = Client().get(f"/events/{event.slug}/statistics/").content.decode()
    assert "Player by player" in page
    with django_assert_num_queries(2):
        Client().get(f"/events/{event.slug}/statistics/")


def test_score_alone_is_counted_nowhere(evening: Evening, matches: list[Match]) -> None:
    played(evening, matches[0], Grade.SCORE)
    assert event_statistics(event_of(matches)).counted == []
    assert set(SeatNumber.objects.values_list("key", flat=True)) == {"victory_points", "matching"}
    assert "Player by player" not in Client().get(f"/events/{event_of(matches).slug}/statistics/").content.decode()


def test_player_has_the_sums_of_their_games(evening: Evening, matches: list[Match]) -> None:
    played(evening, matches[0], Grade.RECORD)
    player = entry_at(matches[0], 0).player
    numbers = dict(SeatNumber.objects.filter(seat_result__seat__player=player).values_list("key", "value"))
    page = Client().get(f"/players/{player.key}/").content.decode()
    counted = page.split("<h2>Magia Cum Laude</h2>")[1].split("</section>")[0]
    assert "In 1 game of which it is known" in counted
    for label, key in (("Complete spells", "spells"), ("Points for crystals", "crystal_points")):
        shown = counted.split(f"<dt>{label}</dt>")[1].split("</dd>")[0]
        assert shown.split("<dd>")[1].strip() == str(numbers[key]).replace("-", "−")


def test_numbers_that_are_only_counted_are_asked_for_nowhere(evening: Evening, matches: list[Match]) -> None:
    form = evening.browser().get(f"/games/{game_of(matches[0]).key}/score/").content.decode()
    assert 'name="victory_points_1"' in form
    assert "crystal_points" not in form
    desk = evening.browser().get(reverse("tournaments:results_desk", args=[event_of(matches).slug])).content.decode()
    assert "spell_points" not in desk


@pytest.mark.parametrize(("language", "heading"), [("en", "For arbiters"), ("de", "Für Schiedsrichter")])
def test_rules_have_a_part_for_arbiters(language: str, heading: str) -> None:
    page = Client().get("/rules/cum-laude/", headers={"Accept-Language": language}).content.decode()
    rules, arbiters = page.split('id="arbiters"')
    assert heading in arbiters
    assert ('id="L34"' in rules, 'id="LH21"' in rules) == (True, False)
    assert arbiters.count('class="rule-told"') == 6
    assert 'id="LH21"' in arbiters


def test_rules_of_a_game_without_advice_are_one_list() -> None:
    page = Client().get("/rules/elemental/").content.decode()
    assert 'id="EH4"' in page
    assert "For arbiters" not in page


def test_slips_ask_what_points_are_made_of(evening: Evening, matches: list[Match]) -> None:
    address = reverse("tournaments:print_slips", args=[event_of(matches).slug])
    page = evening.browser().get(address).content.decode()
    assert page.count("Stock: white / blue / red") == len(matches)
    assert page.count("<td></td>") == 6 * len(SEVEN)


@pytest.mark.parametrize(("players", "tables"), [(5, [5]), (8, [4, 4]), (9, [4, 5]), (13, [4, 4, 5])])
def test_evening_leaves_nobody_out_whom_a_table_of_five_can_take(
    evening: Evening, players: int, tables: list[int]
) -> None:
    event = evening.started([f"Player {number}" for number in range(players)], preset="cum-laude-evening")
    assert sorted(match.seats.count() for match in evening.publish(event, 1)) == tables
