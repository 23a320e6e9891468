from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.enums import GameState, Grade, Outcome, ResultKind, Side


class SearchSerializer(serializers.Serializer[Any]):
    search = serializers.CharField(
        required=False, allow_blank=True, max_length=100, help_text="Part of the name, in any case."
    )


class PlayerSearchSerializer(SearchSerializer):
    club = serializers.SlugField(required=False, help_text="Slug of the club.")


class NewClubSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    place = serializers.CharField(max_length=100, required=False, allow_blank=True)


class ClubSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField()


class ClubRowSerializer(ClubSerializer):
    players = serializers.IntegerField(source="player_count")


class ClubNameSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()


class PlayerNameSerializer(serializers.Serializer[Any]):
    """A player as everybody may see him: a code in place of a hidden name."""

    key = serializers.CharField()
    name = serializers.CharField(source="public_name")


class PlayerSerializer(PlayerNameSerializer):
    club = ClubNameSerializer(allow_null=True)
    is_bot = serializers.BooleanField()


class SidesSerializer(serializers.Serializer[Any]):
    white = serializers.IntegerField()
    black = serializers.IntegerField()


class GameSeatSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=Side.choices)
    player = PlayerNameSerializer()


class SeatResultSerializer(serializers.Serializer[Any]):
    """What a result means for one side. Numbers are null where they aren't known."""

    side = serializers.CharField(source="seat.side")
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    honoris = serializers.IntegerField(allow_null=True)
    markers = serializers.IntegerField(allow_null=True)
    encounters = serializers.IntegerField(allow_null=True)
    level = serializers.IntegerField(allow_null=True)


class ResultSerializer(serializers.Serializer[Any]):
    """A game's current result: how it came about, how well it is proven, who won ("" for a tie or a double forfeit)."""

    kind = serializers.ChoiceField(choices=ResultKind.choices)
    grade = serializers.ChoiceField(choices=Grade.choices)
    winner = serializers.CharField()
    seats = SeatResultSerializer(many=True)
    fact_number = serializers.IntegerField()


class DuelSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    winner = serializers.CharField(help_text="A side, or empty.")
    points = SidesSerializer()
    level = SidesSerializer()
    encounters = serializers.ListField(
        child=serializers.CharField(allow_null=True), allow_null=True, help_text="Null where only a sheet is known."
    )


class FullResultSerializer(ResultSerializer):
    report = serializers.JSONField(allow_null=True)
    duels = DuelSerializer(many=True)


class SubmissionRowSerializer(serializers.Serializer[Any]):
    """What was handed in, as everybody may see it: by which side ("": the desk), how well it proves the game, whether
    it counts, and if not, why."""

    key = serializers.CharField()
    side = serializers.CharField()
    grade = serializers.CharField()
    at = serializers.DateTimeField()
    accepted = serializers.BooleanField()
    refusal = serializers.CharField()
    fact_number = serializers.IntegerField()


class SubmissionSerializer(SubmissionRowSerializer):
    """For who handed it in: with the engine's report."""

    game = serializers.CharField(source="game.key")
    report = serializers.JSONField()


class GameSerializer(serializers.Serializer[Any]):
    """A game's fixed set-up and how far its result has come."""

    key = serializers.CharField()
    system = serializers.CharField()
    starter = serializers.ChoiceField(choices=Side.choices)
    edition = serializers.CharField()
    edition_digest = serializers.CharField()
    variants = serializers.JSONField()
    least_grade = serializers.CharField()
    pool = serializers.CharField()
    played_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=GameState.choices)
    is_void = serializers.BooleanField()
    seats = GameSeatSerializer(many=True)
