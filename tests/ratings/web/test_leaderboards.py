from __future__ import annotations

import pytest
from django.test import Client

from ratings.models import Pool
from ratings.services.ratings import ratings_refresh
from ratings.templatetags.ratings import change, movement, points
from tests.evening import NAMES, Evening

pytestmark = pytest.mark.django_db


def test_leaderboard_lists_the_pool_in_which_was_played_last(client: Client) -> None:
    evening = Evening()
    event = evening.started(NAMES[:4])
    evening.play_out(event, 3)
    ratings_refresh(pool_key=event.pool)
    page = client.get("/leaderboard/")
    rows = list(page.context["page"].object_list)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert {row.player.name for row in rows} == set(NAMES[:4])
    assert client.get(f"/leaderboard/{event.pool}/").context["pool"] == Pool.objects.get(key=event.pool)


def test_leaderboard_without_any_game_says_when_there_will_be_one(client: Client) -> None:
    response = client.get("/leaderboard/")
    assert response.status_code == 200
    assert "After the first settled game the players stand here." in response.content.decode()


def test_unknown_pool_is_not_found(client: Client) -> None:
    assert client.get("/leaderboard/nothing/").status_code == 404
    assert client.get("/leaderboard/choose/?pool=nothing").status_code == 404


@pytest.mark.parametrize(
    "stored, text", [(150_000_000, "1500"), (152_049_999, "1520"), (152_050_000, "1521"), (None, "–")]
)
def test_rating_is_shown_in_whole_points(stored: int | None, text: str) -> None:
    assert points(stored) == text


def test_change_has_a_sign_and_one_decimal() -> None:
    assert (change(2_000_000), change(-1_234_567), change(0), change(None)) == ("+20.0", "−12.3", "0.0", "")
    assert (movement(2, 5), movement(5, 2), movement(1, None)) == (3, -3, 0)
