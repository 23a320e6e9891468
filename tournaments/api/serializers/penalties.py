from __future__ import annotations

from typing import Any

from rest_framework import serializers

from magistrar_site.shared.acts import KEY_LENGTH
from tournaments.enums import PenaltyKind


class PenaltySerializer(serializers.Serializer[Any]):
    """`amount`: points in units of the stage's points, or minutes; 0 for a warning."""

    key = serializers.CharField()
    entry = serializers.CharField(source="entry.key")
    stage = serializers.IntegerField(source="stage.number")
    round = serializers.IntegerField(source="round_number", help_text="0: before the first.")
    kind = serializers.ChoiceField(choices=PenaltyKind.choices)
    amount = serializers.IntegerField()
    given_at = serializers.DateTimeField()
    is_taken_back = serializers.BooleanField()


class PenaltyOrderSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(max_length=KEY_LENGTH)
    kind = serializers.ChoiceField(choices=PenaltyKind.choices)
    points = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=2**15 - 1, help_text="In units of the stage's points."
    )
    minutes = serializers.IntegerField(required=False, default=0, min_value=0, max_value=24 * 60)
    round = serializers.IntegerField(
        required=False,
        default=None,
        allow_null=True,
        min_value=0,
        max_value=1000,
        help_text="The newest, unless given.",
    )
    why = serializers.CharField(max_length=300)
