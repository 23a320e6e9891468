from __future__ import annotations

from typing import Any

from rest_framework import serializers

from magistrar_site.accounts.services.tokens import SCOPES
from magistrar_site.shared.api.fields import InstantField


class NewTokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60, help_text="What it is for.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=[(scope, scope) for scope in SCOPES]), allow_empty=False, max_length=3
    )
    expires_at = InstantField(required=False, allow_null=True)


class TokenSerializer(serializers.Serializer[Any]):
    prefix = serializers.CharField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)
    last_used_on = serializers.DateField(allow_null=True)


class ShownOnceSerializer(TokenSerializer):
    """A new token with its secret, which isn't shown again."""

    secret = serializers.CharField(help_text="For the header `Authorization: Token SECRET`. It isn't shown again.")


class MeSerializer(serializers.Serializer[Any]):
    """Who is asking: `kind` is user, link or nobody, `key` the account's or the entry's, `scopes` a token's or null."""

    kind = serializers.CharField()
    key = serializers.CharField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField(), allow_null=True)
