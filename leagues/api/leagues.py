"""Leagues, their clubs and roles."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.clubs import club_by_slug
from games.selectors.players import player_by_key
from leagues.api.lookups import league_of
from leagues.api.serializers import (
    HonourSerializer,
    LeagueChangeSerializer,
    LeagueClubSerializer,
    LeagueRoleSerializer,
    LeagueSerializer,
    NewLeagueSerializer,
)
from leagues.enums import LeagueRoleName
from leagues.selectors.leagues import leagues
from leagues.selectors.seasons import honours_of_player
from leagues.services.leagues.change import league_change, league_club_set
from leagues.services.leagues.create import league_create
from leagues.services.leagues.roles import league_role_set
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params


class LeaguesView(ApiView):
    @lists("leagues", LeagueSerializer)
    def get(self, request: Request) -> Response:
        """All listed leagues, by name."""
        return list_response(self, leagues(), LeagueSerializer)


class NewLeagueView(ApiView):
    is_public = False

    @extend_schema(operation_id="league_create", request=NewLeagueSerializer, responses={201: LeagueSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """A club starts a league. Sent twice is once."""
        said = body_params(NewLeagueSerializer, request)
        league = league_create(act=act_of_request(request), club_slug=slug, **said)
        return Response(LeagueSerializer(league).data, status=201)


class LeagueView(ApiView):
    @extend_schema(operation_id="league", responses=LeagueSerializer)
    def get(self, request: Request, club: str, slug: str) -> Response:
        """One league."""
        return Response(LeagueSerializer(league_of(request, club, slug)).data)

    @extend_schema(operation_id="league_change", request=LeagueChangeSerializer, responses=LeagueSerializer)
    def patch(self, request: Request, club: str, slug: str) -> Response:
        """Change what is given."""
        said = body_params(LeagueChangeSerializer, request)
        league = league_change(act=act_of_request(request), league=league_of(request, club, slug), **said)
        return Response(LeagueSerializer(league).data)


class LeagueRolesView(ApiView):
    is_public = False

    @extend_schema(operation_id="league_role_set", request=LeagueRoleSerializer, responses={204: None})
    def put(self, request: Request, club: str, slug: str) -> Response:
        """Give an account a role in the league, change it, or take it."""
        said = body_params(LeagueRoleSerializer, request)
        role = LeagueRoleName(said["role"]) if said["role"] else None
        league = league_of(request, club, slug)
        league_role_set(act=act_of_request(request), league=league, email=said["email"], role=role)
        return Response(status=204)


class LeagueClubsView(ApiView):
    is_public = False

    @extend_schema(operation_id="league_club_set", request=LeagueClubSerializer, responses={204: None})
    def put(self, request: Request, club: str, slug: str) -> Response:
        """Let another club run the league too, or no longer."""
        said = body_params(LeagueClubSerializer, request)
        other = club_by_slug(said["club"])
        league = league_of(request, club, slug)
        league_club_set(act=act_of_request(request), league=league, club=other, joins=said["joins"])
        return Response(status=204)


class PlayerHonoursView(ApiView):
    @lists("player_honours", HonourSerializer)
    def get(self, request: Request, key: str) -> Response:
        """What a player won or lost in closed seasons, newest first."""
        return list_response(self, honours_of_player(player_by_key(key).pk), HonourSerializer)
