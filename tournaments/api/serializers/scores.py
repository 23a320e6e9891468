"""A game's own score in answers: its fields have the name that the default game's documents give it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.engine.registry import DEFAULT_JUDGE, game_system

SCORE = game_system(DEFAULT_JUDGE).numbers[0].key
"""How fields call the score: what programs read stays, whichever game a row is of."""


class ScoredSerializer(serializers.Serializer[Any]):
    """A serializer whose fields `score` and `score_against` are named by the score."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        named = {"score": SCORE, "score_against": f"{SCORE}_against"}
        return {named.get(name, name): field for name, field in super().get_fields().items()}
