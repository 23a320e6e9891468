from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.core.seats import MOST_SEATS
from magistrar_site.shared.api.fields import InstantField
from tournaments.enums import ByeKind, PlaceKind, RoundAction
from tournaments.models import Round
from tournaments.selectors.rounds.clock import clock_of
from tournaments.services.fixtures.propose import LONGEST_PLACE
from tournaments.services.rounds.times import Place

CHANGES = [RoundAction.SWAP, RoundAction.TURN, RoundAction.UNPAIR, RoundAction.PAIR, RoundAction.BYE, RoundAction.MOVE]
CHANGE_CHOICES = [(action.value, action.label) for action in CHANGES]
KEY_LENGTH = 20


class SeenSerializer(serializers.Serializer[Any]):
    """`seen`: the `version` of the round that the change was decided on; refused as `stale` if it changed since."""

    seen = serializers.IntegerField(required=False, default=None, allow_null=True, min_value=0)
    why = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=1000, help_text="Needed where players have seen it."
    )


class ChangeSerializer(SeenSerializer):
    """A change by hand. swap: two `entries`; pair: as many as sit at a table of the round, in the order of the seats;
    bye: one, and its `kind`; turn, unpair, move: a `match`, and for move the `table`."""

    change = serializers.ChoiceField(choices=CHANGE_CHOICES)
    entries = serializers.ListField(
        child=serializers.CharField(max_length=KEY_LENGTH), required=False, default=list, max_length=MOST_SEATS
    )
    match = serializers.CharField(required=False, default="", allow_blank=True, max_length=KEY_LENGTH)
    table = serializers.IntegerField(required=False, default=None, allow_null=True)
    kind = serializers.ChoiceField(choices=ByeKind.choices, required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wanted = {RoundAction.SWAP: 2, RoundAction.PAIR: 2, RoundAction.BYE: 1}.get(attrs["change"], 0)
        is_table = attrs["change"] == RoundAction.PAIR and len(attrs["entries"]) > wanted
        if len(attrs["entries"]) != wanted and not is_table:
            raise serializers.ValidationError({"entries": f"This change takes {wanted}."})
        if not wanted and not attrs["match"]:
            raise serializers.ValidationError({"match": "This change takes a match."})
        if attrs["change"] == RoundAction.MOVE and attrs["table"] is None:
            raise serializers.ValidationError({"table": "Say which table."})
        return attrs


class ClockOrderSerializer(serializers.Serializer[Any]):
    """set and extend take `minutes`, schedule takes `starts_at` and, if wanted, `ends_at` (null: no end;
    left out: as before)."""

    do = serializers.ChoiceField(choices=["set", "start", "pause", "extend", "schedule"])
    minutes = serializers.IntegerField(required=False, default=0)
    starts_at = InstantField(required=False, default=None, allow_null=True)
    ends_at = InstantField(required=False, allow_null=True)
    why = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=1000, help_text="Needed to schedule a closed round."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["do"] == "schedule" and attrs["starts_at"] is None:
            raise serializers.ValidationError({"starts_at": "Say when the round starts."})
        return attrs


class MeetingPlaceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=PlaceKind.choices)
    text = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_PLACE)


def place_of(said: dict[str, Any] | None) -> Place | None:
    """The place that `MeetingPlaceSerializer` read."""
    return Place(said["kind"], said["text"]) if said else None


class AgreedTimeSerializer(serializers.Serializer[Any]):
    """`agreed_at` null takes the time back. `place` null takes the place away; left out it stays."""

    agreed_at = InstantField(allow_null=True)
    place = MeetingPlaceSerializer(required=False, allow_null=True)
    why = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=1000, help_text="Needed once the round is closed."
    )


class ClockSerializer(serializers.Serializer[Any]):
    """`remaining` in whole seconds; `ends_at` is null while the clock doesn't run."""

    minutes = serializers.IntegerField()
    remaining = serializers.SerializerMethodField()
    ends_at = serializers.DateTimeField(allow_null=True)
    is_started = serializers.BooleanField()
    is_paused = serializers.BooleanField()

    def get_remaining(self, clock: Any) -> int:
        return int(clock.remaining.total_seconds())


class WarningSerializer(serializers.Serializer[Any]):
    """`breaks_rule` tells a broken rule from a mere difference from the system's own pairing."""

    code = serializers.CharField()
    breaks_rule = serializers.BooleanField()
    entries = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_entries(self, warning: Any) -> list[str]:
        return [entry.key for entry in warning.entries]


class EnginePairSerializer(serializers.Serializer[Any]):
    """A pair of the system, who starts first; one entry alone is a bye. `why`: the steps that led to it."""

    entries = serializers.ListField(child=serializers.CharField())
    best_of = serializers.IntegerField()
    why = serializers.JSONField()


class RoundDeskSerializer(serializers.Serializer[Any]):
    """What the staff sees beside the round: its version, the clock, the system's own pairing and all warnings."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    version = serializers.IntegerField(source="fact_number")
    clock = serializers.SerializerMethodField()
    system = EnginePairSerializer(source="engine", many=True)
    warnings = WarningSerializer(many=True)

    @extend_schema_field(ClockSerializer(allow_null=True))
    def get_clock(self, round_: Round) -> dict[str, Any] | None:
        clock = clock_of(round_, timezone.now())
        return None if clock is None else ClockSerializer(clock).data
