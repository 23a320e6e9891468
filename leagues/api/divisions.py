"""The table and the fixtures of a division, for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from leagues.api.lookups import season_at
from leagues.selectors.public.zones import Zone
from leagues.services.overview import DivisionView, season_view
from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView
from magistrar_site.shared.errors import NotFound
from tournaments.formats.core.points import written_points
from tournaments.selectors.fixtures.public import public_fixtures


class DivisionRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True, help_text="Null for somebody who doesn't count.")
    player = serializers.CharField(source="player_key")
    name = serializers.CharField()
    points = serializers.SerializerMethodField(help_text="As they are written, a half as ½.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()
    zone = serializers.ChoiceField(choices=[zone.value for zone in Zone], allow_null=True)
    certain = serializers.ChoiceField(
        choices=["", "champion", "promotion", "safety", "relegation"],
        help_text="What is certain as long as the player finishes the season.",
    )
    unless_withdraw = serializers.IntegerField(
        allow_null=True, help_text="So many others who withdraw could still change what is certain. Null: none can."
    )
    best = serializers.IntegerField(
        source="possible.best",
        default=None,
        allow_null=True,
        help_text="In this table, where those who left late keep their places. Once the season ends they are last.",
    )
    worst = serializers.IntegerField(source="possible.worst", default=None, allow_null=True)
    is_exact = serializers.BooleanField(
        source="possible.is_exact", default=None, allow_null=True, help_text="No: best and worst are bounds that hold."
    )
    left = serializers.CharField(help_text="Empty for who still plays.")

    def get_points(self, row: Any) -> str:
        return written_points(row.points, row.scale)


class DivisionTableSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField(source="division.number")
    name = serializers.CharField(source="division.name")
    event = serializers.CharField(source="division.event.slug", default=None, allow_null=True)
    rows = DivisionRowSerializer(many=True)


class FixturePlayerSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()


class DivisionFixtureSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="match_key")
    matchday = serializers.IntegerField(source="round")
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    agreed_at = serializers.DateTimeField(allow_null=True)
    has_place = serializers.BooleanField(help_text="A place is agreed; only the two players and the staff see where.")
    is_open = serializers.BooleanField(help_text="A game of it is still to be played.")
    players = FixturePlayerSerializer(many=True)


def _division(request: Request, club: str, slug: str, number: int, division: int) -> DivisionView:
    season = season_at(request, club, slug, number)
    views = season_view(season, timezone.now()).divisions
    found = next((view for view in views if view.division.number == division), None)
    if found is None:
        raise NotFound("no_such_division", _("This season has no such division."))
    return found


class DivisionTableView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="league_division_table", responses=DivisionTableSerializer)
    def get(self, request: Request, club: str, slug: str, number: int, division: int) -> Response:
        """A division's table with the zone of each place, and the places that are still possible."""
        return Response(DivisionTableSerializer(_division(request, club, slug, number, division)).data)

    def csv_rows(self, table: dict[str, Any]) -> Iterator[list[object]]:
        columns = ("rank", "player", "name", "points", "played", "wins", "ties", "losses", "zone", "certain")
        ends = ("best", "worst", "is_exact", "left", "unless_withdraw")
        yield [*columns, *ends]
        for row in table["rows"]:
            yield [row[name] for name in (*columns, *ends)]


class DivisionFixturesView(ApiView):
    @extend_schema(operation_id="league_division_fixtures", responses=DivisionFixtureSerializer(many=True))
    def get(self, request: Request, club: str, slug: str, number: int, division: int) -> Response:
        """All fixtures of a division, by window; none before the season starts."""
        event = _division(request, club, slug, number, division).division.event
        found = public_fixtures([event]) if event is not None else []
        return Response(DivisionFixtureSerializer(found, many=True).data)
