from __future__ import annotations

from typing import Any

from rest_framework import serializers

from news.enums import DeliveryState, HappeningType, Trouble

TYPES_HELP = "What it is told; an empty list is everything, also what is added later."


class WebhookSerializer(serializers.Serializer[Any]):
    """Where another program is told what happens in a club. The secret is shown once, when it is made."""

    key = serializers.CharField()
    url = serializers.CharField()
    types = serializers.ListField(child=serializers.ChoiceField(choices=HappeningType.choices), help_text=TYPES_HELP)
    created_at = serializers.DateTimeField()
    failing_since = serializers.DateTimeField(allow_null=True, help_text="The first failure since a success.")
    stopped_at = serializers.DateTimeField(allow_null=True)
    earlier_until = serializers.DateTimeField(allow_null=True, help_text="Until when the secret before counts too.")


class WebhookWithSecretSerializer(WebhookSerializer):
    secret = serializers.CharField(help_text="Shown this once: `whsec_` and base 64.")


class NewWebhookSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(max_length=500, help_text="It begins with https://.")
    types = serializers.ListField(
        child=serializers.ChoiceField(choices=HappeningType.choices),
        required=False,
        default=list,
        max_length=len(HappeningType),
        help_text=TYPES_HELP,
    )


class WebhookChangeSerializer(serializers.Serializer[Any]):
    """What is left out stays."""

    url = serializers.CharField(max_length=500, required=False)
    types = serializers.ListField(
        child=serializers.ChoiceField(choices=HappeningType.choices),
        required=False,
        max_length=len(HappeningType),
        help_text=TYPES_HELP,
    )
    is_stopped = serializers.BooleanField(required=False, help_text="Stop it, or resume it.")


class AttemptSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True, help_text="Of the answer; null where there was none.")
    milliseconds = serializers.IntegerField()
    trouble = serializers.ChoiceField(choices=Trouble.choices, allow_blank=True, help_text="Empty: it arrived.")


class DeliverySerializer(serializers.Serializer[Any]):
    """A message on its way, or one that was sent."""

    key = serializers.CharField()
    message = serializers.CharField(help_text="The header `webhook-id` of each attempt.")
    type = serializers.CharField()
    state = serializers.ChoiceField(choices=DeliveryState.choices)
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(help_text="When a message that waits is tried next.")
    attempts = AttemptSerializer(many=True, source="attempts.all")
