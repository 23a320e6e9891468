"""Evenings of Magia Cum Laude on the pages of the service: tables of four and three, the desk, the API, and checks."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.enums import GameState, Grade
from magistrar_site.accounts.services.links import link_token
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at, game_of
from tests.games.pages.cum_laude.test_sheet import SHEET
from tournaments.models import Event, Match
from tournaments.selectors.stages import stage_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.confirm import result_confirm
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db

SEVEN = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(SEVEN, preset="cum-laude-evening")


def test_evening_seats_five_at_one_table(evening: Evening) -> None:
    five = evening.started(SEVEN[:5], preset="cum-laude-evening", name="Five")
    nine = evening.started((*SEVEN, "Hal", "Ida"), preset="cum-laude-evening", name="Nine")
    assert [[match.seats.count() for match in evening.publish(each, 1)] for each in (five, nine)] == [[5], [5, 4]]


def test_event_is_played_with_the_change_places_cards(evening: Evening) -> None:
    event = evening.event(SEVEN[:3], preset="cum-laude-evening", name="Places")
    page = evening.browser().get(reverse("tournaments:event_settings", args=[event.slug])).content.decode()
    assert "with the change-places cards" in page
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"variants": "change_places"})
    event_start(act=evening.act(), event=event)
    match = evening.publish(event, 1)[0]
    game = game_of(match)
    assert game.variants == {"change_places": True}

    record = json.loads(evening.body(match, Grade.RECORD))
    assert record.pop("change_places") is True
    refused = evening.submit(match, json.dumps(record).encode(), key="without")
    assert (refused.accepted, refused.refusal) in {(False, "illegal"), (False, "variants_differ")}
    sheet = json.loads(evening.body(match, Grade.SHEET))
    sheet.pop("change_places", None)
    assert evening.submit(match, json.dumps(sheet).encode(), key="sheet").accepted
    assert str(event_verify(event=event)).startswith("verified ")


@pytest.mark.parametrize("grade", [Grade.SHEET, Grade.SCORE])
def test_change_places_of_a_sheet_or_score_is_without_effect(evening: Evening, event: Event, grade: Grade) -> None:
    match = evening.publish(event, 1)[1]
    told = json.loads(evening.body(match, grade)) | {"change_places": True}
    assert evening.submit(match, json.dumps(told).encode()).accepted


def played(evening: Evening, match: Match, grade: Grade) -> None:
    """Seat 1 hands in, half of the others confirm."""
    submission = evening.submit(match, evening.body(match, grade))
    for seat in range(1, 1 + match.seats.count() // 2):
        result_confirm(act=evening.by(entry_at(match, seat)), submission_key=submission.key)


@pytest.mark.parametrize("grade", [Grade.RECORD, Grade.SHEET, Grade.SCORE])
def test_round_of_four_and_three_is_played_shown_and_verified(evening: Evening, event: Event, grade: Grade) -> None:
    four, three = evening.publish(event, 1)
    for match in (four, three):
        played(evening, match, grade)
    assert [game_of(match).seats.count() for match in (four, three)] == [4, 3]
    assert [game_of(match).state for match in (four, three)] == [GameState.AGREED] * 2
    assert str(event_verify(event=event)).startswith("verified ")
    assert bundle_verify(data=bundle_of(event)).holds
    standings_refresh(event_key=event.key)

    for page in ("event", "event_pairings", "event_standings", "event_crosstable", "event_statistics"):
        assert Client().get(reverse(f"tournaments:{page}", args=[event.slug])).status_code == 200
    standings = Client().get(reverse("tournaments:event_standings", args=[event.slug])).content.decode()
    assert [column in standings for column in ("VP ‰", "Victory points sum", "Matching crystals")] == [True] * 3
    game = Client().get(f"/api/v1/games/{game_of(four).key}/").json()
    assert (game["system"], len(game["seats"])) == ("cum-laude", 4)


def test_game_of_many_is_rated_and_on_its_own_leaderboard(evening: Evening, event: Event) -> None:
    for match in evening.publish(event, 1):
        played(evening, match, Grade.SHEET)
    event.refresh_from_db()
    ratings_refresh(pool_key=event.pool)

    board = Client().get(f"/leaderboard/{event.pool}/").content.decode()

    assert "Magia Cum Laude" in board
    assert [name in board for name in SEVEN] == [True] * 7


def test_player_hands_in_a_sheet_without_a_script(evening: Evening) -> None:
    event = evening.started(("Ada", "Bo", "Cleo"), preset="cum-laude-evening", name="Three")
    match = evening.publish(event, 1)[0]
    key, entry = game_of(match).key, entry_at(match, 0)
    player = Client()
    player.get(f"/l/{link_token(subject=entry.key)}/")
    address = f"/games/{key}/sheet/"
    page = player.get(address, {"as": entry.key})
    assert page.status_code == 200
    sent = {**SHEET, "idempotency_key": "once", "as": entry.key}

    wrong = player.post(address, {**sent, "finished_3": "on", "idempotency_key": "before"})
    assert wrong.status_code == 422
    assert "a spell of the mission isn’t complete" in wrong.content.decode()
    assert player.post(address, sent).status_code == 302

    game = game_of(match)
    assert game.state == GameState.SUBMITTED
    submission = game.submissions.get(accepted=True)
    assert json.loads(bytes(submission.body))["finishers"] == ["1"]


def test_desk_enters_places_a_score_or_a_sheet(evening: Evening) -> None:
    event = evening.started(("Ada", "Bo", "Cleo"), preset="cum-laude-evening", name="Desk")
    match = evening.publish(event, 1)[0]
    organiser = evening.browser()
    page = organiser.get(reverse("tournaments:results_desk", args=[event.slug])).content.decode()
    assert page.count('class="seat-number"') == 3
    key = game_of(match).key
    shown = organiser.get(f"/games/{key}/").content.decode()
    assert [f"/games/{key}/{form}/" in shown for form in ("sheet", "score", "record")] == [True] * 3

    answer = organiser.post(f"/games/{key}/sheet/", {**SHEET, "idempotency_key": "desk", "as": ""})

    assert answer.status_code == 302
    assert game_of(match).state == GameState.AGREED
