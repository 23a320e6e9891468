from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import PlayerNameSerializer, ResultSerializer, SeatNameField
from games.enums import GameState
from tournaments.enums import ByeKind, RoundState

if TYPE_CHECKING:
    from games.models import Game


class StageFilterSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(
        required=False, default=None, min_value=1, max_value=1000, help_text="The stage that runs, unless given."
    )


class PairingOrderSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, max_value=10_000)
    why = serializers.CharField(
        required=False, allow_blank=True, max_length=1000, help_text="Needed to pair while results are missing."
    )


class RoundSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="stage.number")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices)
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Until when it is played; null: not said.")


class MatchSeatSerializer(serializers.Serializer[Any]):
    """Position 0 has the white pieces in the first game."""

    position = serializers.IntegerField()
    entry = serializers.CharField(source="entry.key")
    number = serializers.IntegerField(source="entry.number", allow_null=True)
    player = PlayerNameSerializer(source="entry.player")


class MatchGameSerializer(serializers.Serializer[Any]):
    """A game of the match with its current result, null before there is one."""

    number = serializers.IntegerField()
    key = serializers.CharField(source="game.key")
    state = serializers.ChoiceField(source="game.state", choices=GameState.choices)
    starter = SeatNameField(seat="game.starter", game="game")
    result = serializers.SerializerMethodField()

    @extend_schema_field(ResultSerializer(allow_null=True))
    def get_result(self, match_game: Any) -> dict[str, Any] | None:
        game: Game = match_game.game
        current = next((result for result in game.results.all() if result.is_current), None)
        return None if current is None else ResultSerializer(current).data


class MatchSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField()
    bye = serializers.ChoiceField(choices=ByeKind.choices, allow_blank=True)
    best_of = serializers.IntegerField()
    agreed_at = serializers.DateTimeField(
        allow_null=True, help_text="When the two agreed to play; null: when the round is played."
    )
    has_place = serializers.BooleanField(help_text="They agreed on a place, too, which isn’t public.")
    opens_at = serializers.DateTimeField(allow_null=True, help_text="The start of its own window, if it has one.")
    closes_at = serializers.DateTimeField(allow_null=True, help_text="The end of its own window, if it has one.")
    bracket = serializers.IntegerField(
        allow_null=True,
        help_text="The match of the drawing; 0 for who has none in this round, being out or waiting; null in other "
        "formats.",
    )
    is_void = serializers.BooleanField()
    why = serializers.JSONField(help_text="Steps of the pairing system that led here.")
    seats = MatchSeatSerializer(many=True)
    games = MatchGameSerializer(many=True)


class FullRoundSerializer(RoundSerializer):
    matches = MatchSerializer(many=True)
