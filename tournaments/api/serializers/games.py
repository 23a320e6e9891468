from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import (
    FullResultSerializer,
    GameSerializer,
    SubmissionRowSerializer,
    SubmissionSerializer,
)
from games.enums import GameState, Side

RULINGS = [("version", "version"), ("forfeit", "forfeit"), ("bare", "bare")]


class PlaceSerializer(serializers.Serializer[Any]):
    """Where a game belongs."""

    event = serializers.CharField(source="match.round.stage.event.slug")
    stage = serializers.IntegerField(source="match.round.stage.number")
    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table")
    match = serializers.CharField(source="match.key")
    number = serializers.IntegerField(help_text="Which game of the match it is.")


class FullGameSerializer(GameSerializer):
    place = PlaceSerializer()
    result = FullResultSerializer(allow_null=True)
    submissions = SubmissionRowSerializer(many=True)


class HandedInSerializer(SubmissionSerializer):
    state = serializers.ChoiceField(source="game.state", choices=GameState.choices, help_text="Of the game, now.")


class GameNowSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    state = serializers.ChoiceField(choices=GameState.choices)


class WhySerializer(serializers.Serializer[Any]):
    why = serializers.CharField(required=False, default="", allow_blank=True, max_length=1000)


class RulingSerializer(WhySerializer):
    """`version`: the submission counts. `forfeit`: `winner` gets the game without playing, "" for a double forfeit.
    `bare`: played, and only the winner is known, "" for a tie."""

    kind = serializers.ChoiceField(choices=RULINGS)
    winner = serializers.ChoiceField(choices=Side.choices, required=False, default="", allow_blank=True)
    submission = serializers.CharField(
        source="submission_key", required=False, default="", allow_blank=True, max_length=12
    )
