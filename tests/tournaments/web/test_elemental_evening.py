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
    assert "Knock-outs" in game


def test_knock_out_for_two_is_played_like_any_other(evening: Evening) -> None:
    event = evening.started(SEVEN[:4], preset="elemental-knockout")
    for match in evening.publish(event, 1):
        played(evening, match, Grade.RECORD)

    assert [match.seats.count() for match in evening.publish(event, 2)] == [2, 2]
    assert Client().get(reverse("tournaments:event_bracket", args=[event.slug])).status_code == 200
