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
