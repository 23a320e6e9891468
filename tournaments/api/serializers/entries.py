from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.enums import Role
from magistrar_site.shared.api.fields import InstantField
from tournaments.models.entry_rules import MOST_PLACES
from tournaments.services.events.settings import SETTINGS, When


class IdentifySerializer(serializers.Serializer[Any]):
    known = serializers.BooleanField(help_text="It is the known player; false: somebody new of the same name.")


class ReasonSerializer(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=300, required=False, allow_blank=True, default="", help_text="The reason.")


class SignUpSerializer(serializers.Serializer[Any]):
    """For an account without a player of its own: what he is called."""

    name = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    name_public = serializers.BooleanField(
        required=False,
        default=False,
        help_text="The player agrees that the public reads the name; otherwise a new player is shown by code.",
    )
    under_16 = serializers.BooleanField(
        required=False, default=False, help_text="The player is under 16, and always shown by code."
    )


class ShownSerializer(serializers.Serializer[Any]):
    """How a player is shown to the public; what is left out stays."""

    by_code = serializers.BooleanField(required=False, help_text="By a code instead of the name.")
    under_16 = serializers.BooleanField(required=False, help_text="Always by code; for the organisers to say.")


class CheckInStateSerializer(serializers.Serializer[Any]):
    """The newest session of checking in. `session` is 0 before the first one."""

    session = serializers.IntegerField()
    is_open = serializers.BooleanField()
    only_checked_in = serializers.BooleanField(help_text="Only who has checked in is paired.")
    here = serializers.ListField(child=serializers.CharField(), help_text="Keys of entries.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="Keys of entries.")


class CheckInChangeSerializer(serializers.Serializer[Any]):
    """What is left out stays."""

    is_open = serializers.BooleanField(required=False)
    only_checked_in = serializers.BooleanField(required=False)


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
