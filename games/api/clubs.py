from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import (
    ClubRowSerializer,
    ClubSerializer,
    FullClubSerializer,
    NewClubSerializer,
    SearchSerializer,
)
from games.selectors.club_lists import clubs_listed
from games.services.clubs import club_create
from games.services.permissions import shown_club
from magistrar_site.accounts.api.authentication import act_of_request, actor_of
from magistrar_site.shared.api.pages import lists
from magistrar_site.shared.api.tables import TableView
from magistrar_site.shared.api.views import ApiView, body_params, query_params


class ClubsView(TableView, ApiView):
    columns = {"club": "slug", "name": "name", "place": "place", "players": "players"}

    @lists("clubs", ClubRowSerializer, SearchSerializer)
    def get(self, request: Request) -> Response:
        """All clubs by name. As CSV the whole table."""
        return self.table(clubs_listed(**query_params(SearchSerializer, request)), ClubRowSerializer)

    @extend_schema(operation_id="club_create", request=NewClubSerializer, responses={201: ClubSerializer})
    def post(self, request: Request) -> Response:
        """Found a club; the account that does is its owner."""
        club = club_create(act=act_of_request(request), **body_params(NewClubSerializer, request))
        return Response(ClubSerializer(club).data, status=201)


class ClubView(ApiView):
    @extend_schema(operation_id="club", responses=FullClubSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """One club."""
        return Response(FullClubSerializer(shown_club(actor_of(request), slug)).data)
