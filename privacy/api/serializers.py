from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import PlayerNameSerializer
from privacy.enums import ClaimState


class PasswordSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(
        max_length=200, trim_whitespace=False, help_text="Of the account that asks, once more."
    )


class DeletionSerializer(serializers.Serializer[Any]):
    """`due_at`: when the person is deleted, unless that is cancelled before."""

    asked_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()


class DeletionStateSerializer(serializers.Serializer[Any]):
    deletion = DeletionSerializer(allow_null=True)


class ClaimSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    player = PlayerNameSerializer()
    state = serializers.ChoiceField(choices=ClaimState.choices)
    asked_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)


class ClaimToAnswerSerializer(ClaimSerializer):
    """For organisers: `account` is the address and name of the account that asks."""

    account = serializers.SerializerMethodField()
    player_name = serializers.CharField(source="player.name", help_text="The real name.")

    def get_account(self, claim: Any) -> dict[str, str]:
        return {"email": claim.user.email, "name": claim.user.name}


class AnswerSerializer(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="The account is this player.")


class ConflictSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    text = serializers.CharField(help_text="What speaks against it, and what to do.")


class PassedEventSerializer(serializers.Serializer[Any]):
    event = serializers.CharField(source="event.key")
    name = serializers.CharField(source="event.name")
    games = serializers.IntegerField()


class RatingMergeSerializer(serializers.Serializer[Any]):
    """Whole ratings; null: unrated. `is_later`: they are worked out after the merge."""

    pool = serializers.CharField(source="pool.key")
    of_other = serializers.IntegerField(allow_null=True)
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    others = serializers.IntegerField(help_text="How many other players’ ratings change.")
    is_later = serializers.BooleanField()


class MergePreviewSerializer(serializers.Serializer[Any]):
    """What follows `other` to `player`. With conflicts it can’t be done."""

    player = PlayerNameSerializer(source="into")
    other = PlayerNameSerializer(source="player")
    conflicts = ConflictSerializer(many=True)
    events = PassedEventSerializer(many=True)
    games = serializers.IntegerField()
    seasons = serializers.SerializerMethodField()
    honours = serializers.SerializerMethodField()
    titles = serializers.IntegerField()
    ratings = RatingMergeSerializer(many=True)
    account_moves = serializers.BooleanField()
    account_is_left = serializers.BooleanField()
    hides_name = serializers.BooleanField(help_text="The player is shown by code then.")
    seen = serializers.CharField(help_text="What this rests on: send it with the merge.")

    def get_seasons(self, preview: Any) -> int:
        return len(preview.seasons)

    def get_honours(self, preview: Any) -> int:
        return len(preview.honours)


class MergeLookSerializer(serializers.Serializer[Any]):
    other = serializers.SlugField(help_text="Key of the player who turned out to be this one.")


class NewMergeSerializer(MergeLookSerializer):
    seen = serializers.CharField(required=False, help_text="Of the preview: refused where something changed since.")


class MergeSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    player = PlayerNameSerializer(source="into")
    other = serializers.CharField(source="player.key")
    other_name = serializers.CharField(source="player.name")
    at = serializers.DateTimeField()


class SameSerializer(serializers.Serializer[Any]):
    """The account’s player and another one are the same person, it says."""

    key = serializers.CharField()
    own = PlayerNameSerializer()
    other = PlayerNameSerializer()
    asked_at = serializers.DateTimeField()
    refused_at = serializers.DateTimeField(allow_null=True)


class FormerNameSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    until = serializers.DateTimeField()


class NewNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
