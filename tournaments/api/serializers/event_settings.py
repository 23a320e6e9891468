from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.enums import Role
from magistrar_site.shared.api.fields import InstantField
from tournaments.models.rules import MOST_PLACES
from tournaments.services.events.settings import SETTINGS, When


class SettingsSerializer(serializers.Serializer[Any]):
    """All settings as they stand. Points count in half points; `changeable` says what may still change."""

    settings = serializers.JSONField()
    changeable = serializers.DictField(child=serializers.BooleanField())
    digest = serializers.CharField(help_text="Send it back as `seen`: refused where somebody changed them since.")


class SettingsChangeSerializer(serializers.Serializer[Any]):
    """Settings by name; what is left out stays."""

    why = serializers.CharField(max_length=300, required=False, allow_blank=True, default="", help_text="The reason.")
    seen = serializers.CharField(max_length=64, required=False)
    name = serializers.CharField(max_length=200, required=False)
    time_zone = serializers.CharField(max_length=60, required=False)
    starts_at = InstantField(required=False)
    rated = serializers.BooleanField(required=False)
    best_of = serializers.IntegerField(required=False)
    options = serializers.DictField(required=False, help_text="Of the stage's format.")
    tie_breaks = serializers.ListField(child=serializers.CharField(max_length=20), required=False, max_length=20)
    opens_at = InstantField(required=False, allow_null=True)
    closes_at = InstantField(required=False, allow_null=True)
    capacity = serializers.IntegerField(required=False, min_value=0, max_value=MOST_PLACES)
    rating_from = serializers.IntegerField(required=False, allow_null=True)
    rating_below = serializers.IntegerField(required=False, allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Those above, and any other setting as JSON: the service knows what it may be."""
        fields = super().get_fields()
        for name, when in SETTINGS.items():
            text = "Only before the start." if when is When.BEFORE else ""
            fields.setdefault(name, serializers.JSONField(required=False, help_text=text))
        return fields


class EventRoleSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(source="user.email")
    role = serializers.ChoiceField(choices=Role.choices)


class RoleChangeSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(choices=Role.choices, allow_null=True, help_text="Null takes it.")
