from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.points import ExactPointsSerializer, scale_field
from tournaments.enums import PrizeSharing
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
    cents = serializers.IntegerField(help_text="Prize money, shared as `sharing` says.")


class WonPrizeSerializer(serializers.Serializer[Any]):
    prize = serializers.CharField(source="category.key")
    name = serializers.CharField(source="category.name")
    currency = serializers.CharField(source="category.currency", help_text="Empty without prize money.")
    sharing = serializers.ChoiceField(source="category.sharing", choices=PrizeSharing.choices)
    winners = serializers.SerializerMethodField()

    @extend_schema_field(WinnerSerializer(many=True))
    def get_winners(self, prize: PrizeList) -> list[dict[str, Any]]:
        rows = [
            {
                "place": winner.place,
                "entry": winner.row.entry_key,
                "player": winner.row.player_key,
                "name": winner.row.name,
                "cents": winner.cents,
            }
            for winner in prize.winners
        ]
        return list(WinnerSerializer(rows, many=True).data)


class FinalSerializer(serializers.Serializer[Any]):
    """`made_from` is the number of the fact that fixed it."""

    made_from = serializers.IntegerField(source="fact_number")
    scale = scale_field()
    ranking = FinalRowSerializer(many=True)
    prizes = WonPrizeSerializer(many=True)
