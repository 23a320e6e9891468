from __future__ import annotations

from typing import Any

from rest_framework import serializers

from magistrar_site.shared.acts import KEY_LENGTH

MOST_LETTERS = 5000
FACT: dict[str, Any] = {"min_value": 1, "max_value": 2**31 - 1}


class TypedResultsSerializer(serializers.Serializer[Any]):
    """Results as the desk types them, as "12 1, 13 24:10" (see the page of results)."""

    text = serializers.CharField(max_length=MOST_LETTERS)
    replaces = serializers.DictField(
        child=serializers.IntegerField(**FACT),
        required=False,
        default=dict,
        help_text="Entries to be replaced, as `asks` told them: by the game's key the number of the entry's fact.",
    )


class RefusedLineSerializer(serializers.Serializer[Any]):
    line = serializers.CharField(source="what")
    game = serializers.CharField(source="game_key", help_text="Empty where no game was found.")
    code = serializers.CharField()
    message = serializers.CharField()


class AskedLineSerializer(serializers.Serializer[Any]):
    """A line whose game has an entry of the desk: it is replaced only where `replaces` names that entry."""

    line = serializers.CharField(source="what")
    game = serializers.CharField(source="game_key")
    entry = serializers.IntegerField()


class EnteredSerializer(serializers.Serializer[Any]):
    """The keys of the games that have their results, what was refused, and what is asked first."""

    done = serializers.ListField(child=serializers.CharField())
    refused = RefusedLineSerializer(many=True)
    asks = AskedLineSerializer(many=True)


class EntryOfDeskSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="The `fact_number` of the game's result.", **FACT)


class CallSerializer(serializers.Serializer[Any]):
    """A call for the arbiter."""

    key = serializers.CharField(max_length=KEY_LENGTH)
    match = serializers.CharField(source="match.key")
    table = serializers.IntegerField(source="match.table")
    entry = serializers.CharField(source="entry.key", help_text="Whose player called.")
    at = serializers.DateTimeField()
    taken_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class AppealSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    ruling = serializers.IntegerField(help_text="The number of the fact that is appealed.")
    at = serializers.DateTimeField()
    decided_fact = serializers.IntegerField(help_text="0: nobody has decided it yet.")
    granted = serializers.BooleanField()


class AppealReasonSerializer(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=1000)
