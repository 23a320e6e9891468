from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers.games import WhySerializer, placing_field
from tournaments.api.serializers.points import ExactPointsSerializer, scale_field
from tournaments.api.serializers.series import SeriesSerializer

MOST_AT_ONCE = 500


class DecisionSerializer(WhySerializer):
    """What an arbiter thinks of deciding: a ruling (`kind` as for the ruling itself), or "annul" or "reopen"."""

    kind = serializers.CharField(
        max_length=20, help_text='"version", "abandoned", "forfeit", "bare", "annul" or "reopen".'
    )
    winner = serializers.CharField(
        max_length=10, required=False, default="", allow_blank=True, help_text="The name of a seat, as `white`."
    )
    placing = placing_field()
    submission = serializers.CharField(
        source="submission_key", required=False, default="", allow_blank=True, max_length=12
    )
    later = serializers.ChoiceField(
        choices=[("keep", "keep"), ("annul", "annul")],
        default="keep",
        help_text="What becomes of later games of a match of several: kept as played, or annulled and played anew.",
    )


class StandsSerializer(ExactPointsSerializer):
    """Rank, points in units of the scale and whole rating points; each null where there is none."""

    rank = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)


class ShiftSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(source="player_key")
    name = serializers.CharField()
    before = StandsSerializer()
    after = StandsSerializer()


class MovedMatchSerializer(serializers.Serializer[Any]):
    """A match of the bracket that others would play: who sits there now, and who then (nobody while that isn't known,
    one where somebody goes on without a game). What was played in it is kept, but counts no more."""

    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The match of the drawing.")
    before = serializers.ListField(child=serializers.CharField())
    after = serializers.ListField(child=serializers.CharField())
    is_played = serializers.BooleanField()


class PreviewSerializer(serializers.Serializer[Any]):
    """Who would move, the later rounds whose published pairings stay, and the matches of a bracket that wouldn't."""

    seen = serializers.CharField(help_text="Send it with the ruling, so that it is refused if something changes.")
    moved = MovedMatchSerializer(many=True)
    is_closed = serializers.BooleanField(help_text="The stage is closed: its table and who went on don't move.")
    would_go_on = serializers.ListField(child=serializers.CharField(), help_text="Of a closed stage, who didn't.")
    would_not = serializers.ListField(child=serializers.CharField(), help_text="Who did, but wouldn't now.")
    shifts = ShiftSerializer(many=True)
    kept_rounds = serializers.ListField(child=serializers.IntegerField())
    scale = scale_field()
    ratings_later = serializers.BooleanField(
        help_text="Many games follow from this one: the ratings stand as they are, and follow after the ruling."
    )
    reopened = serializers.ListField(
        child=serializers.IntegerField(), help_text="Closed rounds that open again: they have to be closed anew."
    )
    series = SeriesSerializer(
        many=True, allow_null=True, help_text="Of a match of several games: as it stands, and as it would."
    )


class SubmissionKeysSerializer(serializers.Serializer[Any]):
    submissions = serializers.ListField(
        child=serializers.CharField(max_length=12), min_length=1, max_length=MOST_AT_ONCE
    )


class RefusedSerializer(serializers.Serializer[Any]):
    """What wasn't done: the submission, and the refusal's code and words."""

    submission = serializers.CharField(source="what")
    code = serializers.CharField()
    message = serializers.CharField()


class AcceptedSerializer(serializers.Serializer[Any]):
    """The keys of the games whose results were taken, and what was refused."""

    done = serializers.ListField(child=serializers.CharField())
    refused = RefusedSerializer(many=True)
