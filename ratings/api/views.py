from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.players import player_by_key
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.tables import TableView
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from ratings.api.serializers import (
    ChangeSerializer,
    FullPoolSerializer,
    LeaderboardFilterSerializer,
    LeaderSerializer,
    PlayerRatingSerializer,
    PoolChangeSerializer,
    PoolPreviewSerializer,
    PoolSerializer,
    PoolSettingsSerializer,
    ShownPoolSettingsSerializer,
)
from ratings.models import Pool
from ratings.selectors.leaderboards import ACTIVE, Filters, leaderboard_rows
from ratings.selectors.pools import pool_by_key, pools, shown_pool
from ratings.selectors.ratings import rating_history, ratings_of
from ratings.services.settings import (
    PoolSettings,
    option_defaults,
    pool_preview,
    pool_settings,
    pool_settings_change,
    require_pool,
    settings_seen,
    systems_for,
)


class PoolsView(ApiView):
    @lists("pools", PoolSerializer)
    def get(self, request: Request) -> Response:
        """All rating pools by name."""
        return list_response(self, pools(), PoolSerializer)


class PoolView(ApiView):
    @extend_schema(operation_id="pool", responses=FullPoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One pool, with the facts that its ratings are made from."""
        return Response(FullPoolSerializer(shown_pool(key)).data)


def _shown_settings(pool: Pool) -> dict[str, Any]:
    systems = [{"key": key, "options": option_defaults(key)} for key in systems_for(pool)]
    now = pool_settings(pool)
    return {
        "system": now.system,
        "options": now.options,
        "minimum_games": now.minimum_games,
        "systems": systems,
        "seen": settings_seen(pool),
    }


class PoolSettingsView(ApiView):
    is_public = False

    @extend_schema(operation_id="pool_settings", responses=ShownPoolSettingsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """How a pool's games are rated, and the systems that fit them. For the owners of its club."""
        pool = pool_by_key(key)
        require_pool(act_of_request(request), pool)
        return Response(ShownPoolSettingsSerializer(_shown_settings(pool)).data)

    @extend_schema(
        operation_id="pool_settings_change", request=PoolChangeSerializer, responses=ShownPoolSettingsSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """Rate all games of the pool so, from the first one on. Twice the same is once."""
        said = body_params(PoolChangeSerializer, request)
        seen = said.pop("seen")
        act = act_of_request(request)
        pool = pool_settings_change(act=act, pool=pool_by_key(key), wanted=PoolSettings(**said), seen=seen)
        return Response(ShownPoolSettingsSerializer(_shown_settings(pool)).data)


class PoolPreviewView(ApiView):
    @extend_schema(operation_id="pool_preview", request=PoolSettingsSerializer, responses=PoolPreviewSerializer)
    def post(self, request: Request, key: str) -> Response:
        """What these settings would change, the largest changes first; nothing is changed."""
        said = body_params(PoolSettingsSerializer, request)
        preview = pool_preview(act=act_of_request(request), pool=pool_by_key(key), wanted=PoolSettings(**said))
        return Response(PoolPreviewSerializer(preview).data)


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
        return self.table(leaderboard_rows(shown_pool(key), filters), LeaderSerializer)


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
        return self.table(rating_history(shown_pool(key), player_by_key(player).pk), ChangeSerializer)
