"""Events of the elemental duel on the pages of the service: tables of four and three, and a knock-out for two."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.enums import GameState, Grade
from tests.evening import Evening, entry_at, game_of
from tournaments.models import Event, Match
from tournaments.services.results.confirm import result_confirm
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db

SEVEN = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(SEVEN, preset="elemental-evening")


def played(evening: Evening, match: Match, grade: Grade) -> None:
    """Seat 1 hands in, half of the others confirm."""
    submission = evening.submit(match, evening.body(match, grade))
    for seat in range(1, 1 + match.seats.count() // 2):
        result_confirm(act=evening.by(entry_at(match, seat)), submission_key=submission.key)


@pytest.mark.parametrize("grade", [Grade.RECORD, Grade.SCORE])
def test_round_of_four_and_three_is_played_and_shown(evening: Evening, event: Event, grade: Grade) -> None:
    four, three = evening.publish(event, 1)
    for match in (four, three):
        played(evening, match, grade)
    assert [game_of(match).seats.count() for match in (four, three)] == [4, 3]
    assert [game_of(match).state for match in (four, three)] == [GameState.AGREED] * 2
    assert str(event_verify(event=event)).startswith("verified ")

    for page in ("event", "event_pairings", "event_crosstable", "event_statistics"):
        assert Client().get(reverse(f"tournaments:{page}", args=[event.slug])).status_code == 200
    game = Client().get(reverse("tournaments:game", args=[game_of(four).key])).content.decode()
    assert "Elemental duel" in game
    assert ">KO<" in game


def test_knock_out_for_two_is_played_like_any_other(evening: Evening) -> None:
    event = evening.started(SEVEN[:4], preset="elemental-knockout")
    for match in evening.publish(event, 1):
        played(evening, match, Grade.RECORD)

    assert [match.seats.count() for match in evening.publish(event, 2)] == [2, 2]
    assert Client().get(reverse("tournaments:event_bracket", args=[event.slug])).status_code == 200


def test_recorded_game_has_steps_pictures_and_a_frame(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    played(evening, match, Grade.RECORD)
    key, client = game_of(match).key, Client()
    page = client.get(f"/games/{key}/?step=3").content.decode()
    address = page.split('data-replay="')[1].split('"')[0]

    steps = client.get(address)
    board = client.get(f"/games/{key}/position-3.svg")
    result = client.get(reverse("tournaments:game_picture", args=[key, "en"]))
    frame = client.get(reverse("tournaments:embed_game", args=["de", key])).content.decode()

    assert ('data-replay-step="3"' in page, "immutable" in steps["Cache-Control"]) == (True, True)
    assert board["Content-Type"] == "image/svg+xml"
    assert result.content.startswith(b"\x89PNG")
    assert 'class="checkers"' in frame
    assert [f'data-game="{name}"' in text for name in ("elemental",) for text in (page, frame)] == [True, True]
    assert client.get(f"/games/{key}/position-9999.svg").status_code == 404


def test_desk_says_each_seat_once(evening: Evening) -> None:
    event = evening.started(("Ada", "Bo", "Cleo"), preset="elemental-evening", name="Seats")
    evening.publish(event, 1)
    page = evening.browser().get(reverse("tournaments:results_desk", args=[event.slug])).content.decode()
    assert page.count('class="seat-number"') == 3


def test_ruling_says_the_places_of_a_version(evening: Evening) -> None:
    event = evening.started(("Ada", "Bo", "Cleo"), preset="elemental-evening", name="Places")
    match = evening.publish(event, 1)[0]
    evening.submit(match, evening.body(match, Grade.SCORE))
    form = evening.browser().get(f"/games/{game_of(match).key}/rule/").context["form"]
    said = [str(words) for value, words in form.fields["ruling"].choices if value.startswith("version::")]
    assert len(said) == 1
    assert said[0].count(" > ") + said[0].count(" = ") == 2, "three names in their order"
