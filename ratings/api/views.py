from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.players import player_by_key
from magistrar_site.shared.api.pages import listed, lists
from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView, asked
from ratings.api.serializers import (
    ChangeSerializer,
    FullPoolSerializer,
    LeaderboardFilterSerializer,
    LeaderSerializer,
    PlayerRatingSerializer,
    PoolSerializer,
)
from ratings.selectors.pools import pool_by_key, pools
from ratings.selectors.ratings import leaderboard, rating_history, ratings_of


class PoolsView(ApiView):
    @lists("pools", PoolSerializer)
    def get(self, request: Request) -> Response:
        """All rating pools by name."""
        return listed(self, pools(), PoolSerializer)


class PoolView(ApiView):
    @extend_schema(operation_id="pool", responses=FullPoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One pool, with the facts that its ratings are made from."""
        return Response(FullPoolSerializer(pool_by_key(key)).data)


class LeaderboardView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @lists("leaderboard", LeaderSerializer, LeaderboardFilterSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A pool's ranked players, best first. As CSV the whole table."""
        rows = leaderboard(pool_by_key(key), **asked(LeaderboardFilterSerializer, request))
        if request.accepted_renderer.format == "csv":
            return Response(LeaderSerializer(rows, many=True).data)
        return listed(self, rows, LeaderSerializer)

    def csv_rows(self, leaders: Sequence[dict[str, Any]]) -> Iterator[list[object]]:
        yield ["rank", "player", "name", "club", "rating", "games", "provisional"]
        for row in leaders:
            player = row["player"]
            club = player["club"]["name"] if player["club"] else ""
            provisional = "yes" if row["is_provisional"] else "no"
            yield [row["rank"], player["key"], player["name"], club, row["rating"], row["games"], provisional]


class PlayerRatingsView(ApiView):
    @lists("player_ratings", PlayerRatingSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A player's ratings in all pools."""
        return listed(self, ratings_of(player_by_key(key).key), PlayerRatingSerializer)


class RatingHistoryView(ApiView):
    @lists("rating_history", ChangeSerializer)
    def get(self, request: Request, key: str, player: str) -> Response:
        """What each rated game did to a player's rating in a pool, oldest first."""
        return listed(self, rating_history(pool_by_key(key), player_by_key(player).key), ChangeSerializer)
