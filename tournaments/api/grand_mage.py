"""Grand Mage standings and seasons of a club."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import PlayerNameSerializer
from games.enums import Outcome
from games.selectors.clubs import club_by_slug
from games.selectors.players import player_by_key
from games.services.permissions import shown_club
from magistrar_site.accounts.api.authentication import act_of_request, actor_of
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from tournaments.selectors.series.grand_mage import (
    grand_mage_period_by_slug,
    grand_mage_periods_of,
    grand_mage_standings,
    reigns_of,
    series_of_player,
)
from tournaments.services.grand_mage_periods import period_add, period_remove

COLUMNS = ["series", "series_won", "games", "games_won", "honoris", "honoris_against", "longest_run"]


class SeasonSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(read_only=True)
    slug = serializers.CharField(read_only=True)
    name = serializers.CharField(max_length=80)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(help_text="The last day, included.")


class SeasonFilterSerializer(serializers.Serializer[Any]):
    season = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=60, help_text="Slug; all time, unless given."
    )


class GrandMageStandingSerializer(serializers.Serializer[Any]):
    """Who is level in series won, games won and Honoris shares a rank."""

    rank = serializers.IntegerField()
    player = PlayerNameSerializer()
    series = serializers.IntegerField(help_text="Decided series.")
    series_won = serializers.IntegerField()
    games = serializers.IntegerField()
    games_won = serializers.IntegerField()
    honoris = serializers.IntegerField()
    honoris_against = serializers.IntegerField()
    longest_run = serializers.IntegerField(help_text="Most series won one after the other.")


class ReignSerializer(serializers.Serializer[Any]):
    """Somebody's time with the title; `lost_in` is null for who holds it now. Matches by key."""

    holder = PlayerNameSerializer()
    won_in = serializers.CharField(source="won_in.key")
    won_on = serializers.DateTimeField(source="won_at")
    lost_in = serializers.CharField(source="lost_in.key", allow_null=True, default=None)
    defences = serializers.IntegerField()


class SeriesShareSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="match.key")
    opponent = PlayerNameSerializer()
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    games = serializers.IntegerField()
    games_won = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    honoris = serializers.IntegerField()
    honoris_against = serializers.IntegerField()


class GrandMageView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(
        operation_id="grand_mage",
        parameters=[SeasonFilterSerializer],
        responses=GrandMageStandingSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """A club's Grand Mage standings, of all time or of a season."""
        club = shown_club(actor_of(request), slug)
        wanted = query_params(SeasonFilterSerializer, request)["season"]
        season = grand_mage_period_by_slug(club, wanted) if wanted else None
        return Response(GrandMageStandingSerializer(grand_mage_standings(club, season), many=True).data)

    def csv_rows(self, rows: list[dict[str, Any]]) -> Iterator[list[object]]:
        yield ["rank", "player", "name", *COLUMNS]
        for row in rows:
            yield [row["rank"], row["player"]["key"], row["player"]["name"], *(row[column] for column in COLUMNS)]


class ReignsView(ApiView):
    @lists("title_reigns", ReignSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Who held the club's title, newest first."""
        return list_response(self, reigns_of(shown_club(actor_of(request), slug)), ReignSerializer)


class PlayerSeriesView(ApiView):
    @lists("player_series", SeriesShareSerializer)
    def get(self, request: Request, slug: str, key: str) -> Response:
        """A player's Grand Mage series in a club, newest first."""
        return list_response(
            self, series_of_player(shown_club(actor_of(request), slug), player_by_key(key)), SeriesShareSerializer
        )


class SeasonsView(ApiView):
    @lists("seasons", SeasonSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A club's seasons, newest first."""
        return list_response(self, grand_mage_periods_of(shown_club(actor_of(request), slug)), SeasonSerializer)

    @extend_schema(operation_id="season_add", request=SeasonSerializer, responses={201: SeasonSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Add a season. Sent twice is once."""
        said = body_params(SeasonSerializer, request)
        season = period_add(act=act_of_request(request), club=club_by_slug(slug), **said)
        return Response(SeasonSerializer(season).data, status=201)


class SeasonView(ApiView):
    @extend_schema(operation_id="season_remove", responses={204: None})
    def delete(self, request: Request, slug: str, key: str) -> Response:
        """Take a season away; what was played in it stays. Twice is once."""
        period_remove(act=act_of_request(request), club=club_by_slug(slug), key=key)
        return Response(status=204)
