from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import ClubNameSerializer, PlayerNameSerializer, PlayerSerializer
from ratings.selectors.leaderboards import ACTIVE
from ratings.services.board import round_half_up

EXACT = "In hundred-thousandths of a point."


class PointsField(serializers.IntegerField):
    """A stored rating as it is shown: in whole points, half a point up."""

    def to_representation(self, value: Any) -> int:
        return round_half_up(value)


class PoolSerializer(serializers.Serializer[Any]):
    """Which games count together, and how they are rated. Without a club the pool is the service's own."""

    key = serializers.CharField()
    name = serializers.CharField()
    club = ClubNameSerializer(allow_null=True)
    game_system = serializers.CharField()
    rating_system = serializers.CharField()
    options = serializers.JSONField()
    minimum_games = serializers.IntegerField()


class SourceSerializer(serializers.Serializer[Any]):
    """Up to which fact of a stream the ratings are worked out."""

    stream = serializers.CharField()
    number = serializers.IntegerField()


class FullPoolSerializer(PoolSerializer):
    made_from = SourceSerializer(source="sources", many=True)


class RatingNumbersSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True, help_text="Null: too few games to be listed.")
    previous_rank = serializers.IntegerField(allow_null=True, help_text="Before the last day of play.")
    rating = PointsField(source="value", help_text="In whole points.")
    exact = serializers.IntegerField(source="value", help_text=EXACT)
    games = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    last_played_at = serializers.DateTimeField()


class LeaderSerializer(RatingNumbersSerializer):
    player = PlayerSerializer()


class PlayerRatingSerializer(RatingNumbersSerializer):
    pool = PoolSerializer()


class ChangeSerializer(serializers.Serializer[Any]):
    """What one game did to a rating."""

    number = serializers.IntegerField(source="games", help_text="How many rated games of the player, with this one.")
    game = serializers.CharField(source="game.key")
    played_at = serializers.DateTimeField(source="game.played_at")
    opponent = PlayerNameSerializer(allow_null=True)
    score = serializers.IntegerField(help_text="In half points.")
    before = serializers.IntegerField(help_text=EXACT)
    after = serializers.IntegerField(help_text=EXACT)
    expected = serializers.IntegerField(help_text="The expected score in billionths of a point.")
    k = serializers.IntegerField(allow_null=True)
    deviation = serializers.IntegerField(allow_null=True)
    is_provisional = serializers.BooleanField()


class LeaderboardFilterSerializer(serializers.Serializer[Any]):
    club = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=60,
        help_text="Only the players of this club: its slug.",
    )
    name = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=100, help_text="Only whose name holds this."
    )
    active = serializers.ChoiceField(
        choices=list(ACTIVE),
        required=False,
        default="",
        allow_blank=True,
        help_text="Only who has played in the last so many months.",
    )
    games = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=10_000, help_text="Only who has played at least so many."
    )


class RatingSystemSerializer(serializers.Serializer[Any]):
    """A rating system that fits a pool's games, with its options as they are by themselves."""

    key = serializers.CharField()
    options = serializers.JSONField()


class PoolSettingsSerializer(serializers.Serializer[Any]):
    """How a pool's games are rated. `options` are those that differ from what the system does by itself."""

    system = serializers.CharField(max_length=20)
    options = serializers.DictField(required=False, default=dict)
    minimum_games = serializers.IntegerField(min_value=0, max_value=1000, required=False, default=1)


class ShownPoolSettingsSerializer(PoolSettingsSerializer):
    systems = RatingSystemSerializer(many=True)
    seen = serializers.CharField(help_text="A digest of these settings, to notice that somebody else changed them.")


class PoolChangeSerializer(PoolSettingsSerializer):
    seen = serializers.CharField(
        max_length=64, required=False, allow_null=True, default=None, help_text="The digest that the preview gave."
    )


class PreviewRowSerializer(serializers.Serializer[Any]):
    """A player whose rating or rank would be another, in whole points."""

    player = PlayerNameSerializer()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)


class PoolPreviewSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    players = serializers.IntegerField()
    is_too_large = serializers.BooleanField(help_text="There are too many games for a preview.")
    seen = serializers.CharField()
    rows = PreviewRowSerializer(many=True)
