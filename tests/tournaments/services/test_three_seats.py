"""An evening at tables of three by the services: a made-up game in a made-up format."""

from __future__ import annotations

import msgspec
import pytest

from games.enums import GameState
from tests.evening import Evening, entry_at, game_of
from tournaments.enums import ByeKind
from tournaments.models import Event, Match
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.hand_in import result_submit
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

SEVEN = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")
FIRST_WINS = ((3, 1, 2), (0, 2, 2), (1, 1, 4), (5, 0, 1))  # seat 1 wins turns 1 and 4, nobody turn 2, seat 3 turn 3


def document(turns: tuple[tuple[int, int, int], ...] = FIRST_WINS) -> bytes:
    return msgspec.json.encode({"format": "toy-record/1", "edition": "toy-1", "turns": turns})


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(SEVEN, preset="toy-tables")


def play(evening: Evening, match: Match, sent: bytes | None = None) -> None:
    """Seat 1 hands in, seat 3 confirms: half of the others."""
    body = document() if sent is None else sent
    game, key = game_of(match), evening.ids.key()
    submission = result_submit(act=evening.by(entry_at(match, 0)), game_key=game.key, body=body, idempotency_key=key)
    result_confirm(act=evening.by(entry_at(match, 2)), submission_key=submission.key)


def test_round_is_seated_at_tables_and_published(evening: Evening, event: Event) -> None:
    matches = evening.publish(event, 1)
    assert [(match.table, match.bye, match.seats.count()) for match in matches] == [
        (1, "", 3),
        (2, "", 3),
        (3, ByeKind.PAIRING, 1),
    ]
    game = game_of(matches[0])
    assert [seat.player_id for seat in game.seats.order_by("number")] == [
        seat.entry.player_id for seat in matches[0].seats.order_by("position")
    ]
    assert str(event_verify(event=event)).startswith("verified ")


def test_results_by_place_lead_to_standings_and_the_next_tables(evening: Evening, event: Event) -> None:
    matches = evening.publish(event, 1)
    for match in matches[:2]:
        play(evening, match)
        assert game_of(match).state == GameState.AGREED
    second = evening.publish(event, 2)
    assert [match.seats.count() for match in second] == [3, 3, 1]
