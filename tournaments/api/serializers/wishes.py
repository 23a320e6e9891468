from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import PlayerNameSerializer
from tournaments.api.serializers.round_changes import KEY_LENGTH
from tournaments.enums import ByeKind, PrizeSharing, Separation
from tournaments.models import FixedTable

REQUESTED = [(kind.value, kind.label) for kind in (ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL)]


class ByeOrderSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, max_value=1000)
    kind = serializers.ChoiceField(choices=REQUESTED)


class ByeRequestSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry.key")
    player = PlayerNameSerializer(source="entry.player")
    round = serializers.IntegerField(source="round_number")
    kind = serializers.CharField()
    by_player = serializers.BooleanField()


class FixedTableSerializer(serializers.Serializer[Any]):
    """With a `partner` it holds only when the two meet."""

    entry = serializers.CharField(source="entry.key", max_length=KEY_LENGTH)
    partner = serializers.SerializerMethodField()
    table = serializers.IntegerField()

    def get_partner(self, row: FixedTable) -> str:
        return row.partner.key if row.partner else ""


class FixedTableOrderSerializer(serializers.Serializer[Any]):
    """`table` null takes it back."""

    entry = serializers.CharField(max_length=KEY_LENGTH)
    partner = serializers.CharField(required=False, default="", allow_blank=True, max_length=KEY_LENGTH)
    table = serializers.IntegerField(allow_null=True)


class SeparatedPairSerializer(serializers.Serializer[Any]):
    first = serializers.CharField(source="first.key")
    second = serializers.CharField(source="second.key")
    how = serializers.CharField()


class SeparationOrderSerializer(serializers.Serializer[Any]):
    """`how` empty lets them meet again."""

    first = serializers.CharField(max_length=KEY_LENGTH)
    second = serializers.CharField(max_length=KEY_LENGTH)
    how = serializers.ChoiceField(choices=Separation.choices, allow_blank=True)


class PrizeSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(read_only=True)
    name = serializers.CharField(max_length=80)
    places = serializers.IntegerField(required=False, default=1)
    rating_from = serializers.IntegerField(required=False, default=None, allow_null=True)
    rating_below = serializers.IntegerField(required=False, default=None, allow_null=True)
    amounts = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=100_000_000),
        required=False,
        default=list,
        max_length=100,
        help_text="Money in cents, by place; it says how many places there are.",
    )
    currency = serializers.CharField(required=False, default="EUR", max_length=3)
    sharing = serializers.ChoiceField(required=False, default=PrizeSharing.POINTS.value, choices=PrizeSharing.choices)
    club = serializers.SlugField(
        source="club.slug", required=False, allow_null=True, max_length=60, help_text="Members of this club only."
    )
