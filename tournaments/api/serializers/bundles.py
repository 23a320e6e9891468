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
    """`holds`: whether all facts hold, null where they weren't worked out because whoever asks may not bring the event
    in; `difference` is the first that doesn't. `refusal` is why it can't be brought in; null where it can. `notes` say
    what couldn't be proven."""

    event = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    state = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    entries = serializers.IntegerField()
    rounds = serializers.IntegerField()
    head = BundleHeadSerializer()
    holds = serializers.BooleanField(allow_null=True)
    difference = serializers.CharField(allow_blank=True)
    refusal = BundleRefusalSerializer(allow_null=True)
    notes = serializers.ListField(child=serializers.CharField())


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
        "holds": look.first is None if look.is_worked_out else None,
        "difference": str(look.first or ""),
        "refusal": {"code": refusal.code, "message": str(refusal.message)} if refusal else None,
        "notes": list(look.notes),
    }
