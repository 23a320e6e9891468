from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.services.bundle.importing import BundleLook


class BundleFilterSerializer(serializers.Serializer[Any]):
    people = serializers.BooleanField(default=True, help_text="Names of players and club.")
    texts = serializers.BooleanField(default=True, help_text="What was typed: reasons, documents.")


class BundleHeadSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    digest = serializers.CharField()


class BundleRefusalSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class BundleLookSerializer(serializers.Serializer[Any]):
    """`holds`: whether all facts hold; `difference` is the first that doesn't. `refusal` is why it can't be brought in
    by whoever asks; null where it can."""

    event = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    state = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    entries = serializers.IntegerField()
    rounds = serializers.IntegerField()
    head = BundleHeadSerializer()
    holds = serializers.BooleanField()
    difference = serializers.CharField(allow_blank=True)
    refusal = BundleRefusalSerializer(allow_null=True)


def look_shown(look: BundleLook) -> dict[str, Any]:
    refusal = look.refusal
    return {
        "event": look.event,
        "name": look.name,
        "club": look.club,
        "state": look.state,
        "starts_at": look.starts_at,
        "entries": look.entries,
        "rounds": look.rounds,
        "head": {"number": look.head[0], "digest": look.head[1]},
        "holds": look.first is None,
        "difference": str(look.first or ""),
        "refusal": {"code": refusal.code, "message": str(refusal.message)} if refusal else None,
    }
