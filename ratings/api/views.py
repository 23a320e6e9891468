from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.players import player_by_key
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.tables import TableView
from magistrar_site.shared.api.views import ApiView, query_params
from ratings.api.serializers import (
    ChangeSerializer,
    FullPoolSerializer,
    LeaderboardFilterSerializer,
    LeaderSerializer,
    PlayerRatingSerializer,
    PoolSerializer,
)
from ratings.selectors.leaderboards import ACTIVE, Filters, leaderboard_rows
from ratings.selectors.pools import pool_by_key, pools
from ratings.selectors.ratings import rating_history, ratings_of


class PoolsView(ApiView):
    @lists("pools", PoolSerializer)
    def get(self, request: Request) -> Response:
        """All rating pools by name."""
        return list_response(self, pools(), PoolSerializer)


class PoolView(ApiView):
    @extend_schema(operation_id="pool", responses=FullPoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One pool, with the facts that its ratings are made from."""
        return Response(FullPoolSerializer(pool_by_key(key)).data)


class LeaderboardView(TableView, ApiView):
    columns = {
        "rank": "rank",
        "player": "player.key",
        "name": "player.name",
        "club": "player.club.name",
        "rating": "rating",
        "games": "games",
        "provisional": "is_provisional",
    }

    @lists("leaderboard", LeaderSerializer, LeaderboardFilterSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A pool's ranked players, best first, of all or as filtered; ranks stay those of the pool. As CSV all who
        fit."""
        wanted = query_params(LeaderboardFilterSerializer, request)
        back = ACTIVE.get(wanted.pop("active"))
        filters = Filters(**wanted, since=timezone.now() - back if back else None)
        return self.table(leaderboard_rows(pool_by_key(key), filters), LeaderSerializer)


class PlayerRatingsView(TableView, ApiView):
    columns = {
        "pool": "pool.key",
        "name": "pool.name",
        "rank": "rank",
        "rating": "rating",
        "games": "games",
        "provisional": "is_provisional",
    }

    @lists("player_ratings", PlayerRatingSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A player's ratings in all pools. As CSV the whole table."""
        return self.table(ratings_of(player_by_key(key).key), PlayerRatingSerializer)


class RatingHistoryView(TableView, ApiView):
    columns = {
        "number": "number",
        "played_at": "played_at",
        "game": "game",
        "opponent": "opponent.key",
        "opponent_name": "opponent.name",
        "score_in_halves": "score",
        "before_in_hundred_thousandths": "before",
        "after_in_hundred_thousandths": "after",
        "expected_in_billionths": "expected",
        "k": "k",
        "provisional": "is_provisional",
    }

    @lists("rating_history", ChangeSerializer)
    def get(self, request: Request, key: str, player: str) -> Response:
        """What each rated game did to a player's rating in a pool, oldest first. As CSV the whole table."""
        return self.table(rating_history(pool_by_key(key), player_by_key(player).pk), ChangeSerializer)
