from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.enums import Grade, ResultKind
from games.models import Club, Game, GameResult, GameSeat, Player, SeatResult
from magistrar_site.shared.names import fold_name
from ratings.models import Pool, Rating
from ratings.services.board import round_half_up
from ratings.services.ratings import ratings_refresh

API = "/api/v1"
NOW = datetime(2026, 3, 6, 18, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def make_player(name: str, club: Club | None = None) -> Player:
    return Player.objects.create(key=name.lower(), name=name, folded_name=fold_name(name), club=club, created_at=NOW)


def win(number: int, winner: Player, loser: Player) -> Game:
    """A settled game of the pool that White won, the `number`-th in the order of play."""
    game = Game.objects.create(
        key=f"game{number}",
        stream="event:x",
        starter=1,
        edition="spiel-das-2021",
        edition_digest="",
        pool="city",
        played_at=NOW,
        order=number,
        state="agreed",
        result_fact=number,
    )
    result = GameResult.objects.create(
        game=game, kind=ResultKind.PLAYED, grade=Grade.SCORE, winner=1, fact_number=number
    )
    for number, player in ((1, winner), (2, loser)):
        seat = GameSeat.objects.create(game=game, number=number, player=player)
        SeatResult.objects.create(result=result, seat=seat, place=number)
    return game


@pytest.fixture
def pool() -> Pool:
    """Anna beat Ben, then Cem; Anna is the club's only player."""
    club = Club.objects.create(key="club", slug="club", name="Club", created_at=NOW)
    pool = Pool.objects.create(key="city", name="City")
    anna, ben, cem = make_player("Anna", club), make_player("Ben"), make_player("Cem")
    win(1, anna, ben)
    win(2, anna, cem)
    ratings_refresh(pool_key="city")
    return pool


def leaders(query: str = "") -> Any:
    return APIClient().get(f"{API}/pools/city/leaderboard/{query}").json()["results"]


def test_leaderboard_is_best_first(pool: Pool) -> None:
    stored = {rating.player.key: rating for rating in Rating.objects.select_related("player")}

    assert leaders()[0]["player"]["key"] == "anna"
    for leader in leaders():
        rating = stored[leader["player"]["key"]]
        assert (leader["exact"], leader["rating"]) == (rating.value, round_half_up(rating.value))
        assert (leader["games"], leader["rank"]) == (
            rating.games,
            1 + sum(row.value > rating.value for row in stored.values()),
        )


def test_leaderboard_of_a_club_keeps_the_ranks(pool: Pool) -> None:
    Player.objects.filter(key="anna").update(club=None)
    Player.objects.filter(key="cem").update(club=Club.objects.get())
    ranks = {leader["player"]["key"]: leader["rank"] for leader in leaders()}

    assert [(leader["player"]["key"], leader["rank"]) for leader in leaders("?club=club")] == [("cem", ranks["cem"])]


def test_history_adds_up_to_the_rating(pool: Pool) -> None:
    history = APIClient().get(f"{API}/pools/city/players/anna/").json()["results"]
    (rating,) = APIClient().get(f"{API}/players/anna/ratings/").json()["results"]

    assert [(change["game"], change["opponent"]["name"], change["score"]) for change in history] == [
        ("game1", "Ben", 2),
        ("game2", "Cem", 2),
    ]
    assert history[0]["after"] == history[1]["before"]
    assert history[1]["after"] == rating["exact"]
    assert rating["pool"]["key"] == "city"


def test_pool_says_what_its_ratings_are_made_from(pool: Pool) -> None:
    shown = APIClient().get(f"{API}/pools/city/").json()

    assert (shown["name"], shown["club"], shown["rating_system"]) == ("City", None, "elo")
    assert shown["made_from"] == [{"stream": "event:x", "number": 2}]
    assert [row["key"] for row in APIClient().get(f"{API}/pools/").json()["results"]] == ["city"]
