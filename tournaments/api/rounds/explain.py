from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.shared.api.views import ApiView
from tournaments.api.lookups import visible_match
from tournaments.api.serializers.points import ExactPointsSerializer, scale_field
from tournaments.selectors.rounds.explain import explanation_of
from tournaments.selectors.rounds.reasons import Topic


class ReasonSerializer(serializers.Serializer[Any]):
    """A step of the pairing system: its code with parameters (players by pairing number), and the same in words of the
    language that was asked for."""

    code = serializers.CharField()
    parameters = serializers.DictField()
    topic = serializers.ChoiceField(choices=[topic.value for topic in Topic])
    text = serializers.CharField()


class ExplainedSideSerializer(ExactPointsSerializer):
    """An entry of the match before the round: points in units of the scale, null before round 1 was reckoned."""

    entry = serializers.CharField(source="entry_key")
    player = serializers.CharField(source="player_key")
    name = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    started = serializers.ListField(child=serializers.IntegerField())
    not_started = serializers.ListField(child=serializers.IntegerField())


class ExplanationSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="match.key")
    scale = scale_field()
    sides = ExplainedSideSerializer(many=True)
    steps = ReasonSerializer(many=True)
    berger = serializers.SerializerMethodField(help_text="The round's row of the Berger table; 0 for who rests.")

    def get_berger(self, explanation: Any) -> list[list[int]]:
        return [list(game.numbers) for game in explanation.berger]


class ExplanationView(ApiView):
    @extend_schema(operation_id="match_explanation", responses=ExplanationSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Why a pairing or a bye came about: score group, floater, who starts, and what decided."""
        explanation = explanation_of(visible_match(request, key))
        return Response(ExplanationSerializer(explanation, context={"scale": explanation.scale}).data)
