from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.points import ExactPointsSerializer, scale_field
from tournaments.selectors.standings.final import PrizeList


class FinalRowSerializer(ExactPointsSerializer):
    rank = serializers.IntegerField()
    entry = serializers.CharField(source="entry_key")
    player = serializers.CharField(source="player_key")
    name = serializers.CharField()
    points = serializers.IntegerField(help_text="In units of the scale; of halves a win is 2.")


class WinnerSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    entry = serializers.CharField()
    player = serializers.CharField()
    name = serializers.CharField()


class WonPrizeSerializer(serializers.Serializer[Any]):
    prize = serializers.CharField(source="category.key")
    name = serializers.CharField(source="category.name")
    winners = serializers.SerializerMethodField()

    @extend_schema_field(WinnerSerializer(many=True))
    def get_winners(self, prize: PrizeList) -> list[dict[str, Any]]:
        rows = [
            {"place": place, "entry": row.entry_key, "player": row.player_key, "name": row.name}
            for place, row in prize.winners
        ]
        return list(WinnerSerializer(rows, many=True).data)


class FinalSerializer(serializers.Serializer[Any]):
    """`made_from` is the number of the fact that fixed it."""

    made_from = serializers.IntegerField(source="fact_number")
    scale = scale_field()
    ranking = FinalRowSerializer(many=True)
    prizes = WonPrizeSerializer(many=True)
