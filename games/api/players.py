from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import PlayerSearchSerializer, PlayerSerializer
from games.selectors.player_lists import listed_players
from games.selectors.players import player_by_key
from magistrar_site.shared.api.pages import lists
from magistrar_site.shared.api.tables import TableView
from magistrar_site.shared.api.views import ApiView, query_params


class PlayersView(TableView, ApiView):
    columns = {"player": "key", "name": "name", "club": "club.slug", "club_name": "club.name", "is_bot": "is_bot"}

    @lists("players", PlayerSerializer, PlayerSearchSerializer)
    def get(self, request: Request) -> Response:
        """All players by name. Who hides the name is shown by a code and not found by the name. As
        CSV the whole table."""
        return self.table(listed_players(**query_params(PlayerSearchSerializer, request)), PlayerSerializer)


class PlayerView(ApiView):
    @extend_schema(operation_id="player", responses=PlayerSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One player."""
        return Response(PlayerSerializer(player_by_key(key)).data)
