from __future__ import annotations

from typing import Any

from rest_framework import serializers


class LogFilterSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text="A kind of fact, or event, entries, rounds, results."
    )
    person = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text='The key of an entry, or "user:KEY".'
    )
    round = serializers.CharField(
        required=False, allow_blank=True, max_length=11, help_text='"3", or "2.3" for round 3 of stage 2.'
    )
    text = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Part of a reason or of a player's name, or a number.",
    )


class LogLineSerializer(serializers.Serializer[Any]):
    """A fact in words, for those who run the event. `at` is in the event's time zone; `why` is empty where nobody gave
    a reason or it was erased."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    title = serializers.CharField(source="label", help_text="Short name of the kind.")
    sentence = serializers.CharField()
    who = serializers.CharField()
    actor = serializers.CharField()
    at = serializers.SerializerMethodField()
    why = serializers.CharField(allow_blank=True)
    is_erased = serializers.BooleanField()
    game = serializers.CharField(source="game_key", allow_blank=True)
    digest = serializers.CharField()

    def get_at(self, line: Any) -> str:
        at: str = line.at.isoformat()
        return at
