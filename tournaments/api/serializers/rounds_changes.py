from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import PlayerNameSerializer
from magistrar_site.shared.api.fields import InstantField
from tournaments.enums import ByeKind, RoundAction, Separation
from tournaments.models import FixedTable, Round
from tournaments.selectors.rounds.wishes import clock_of

CHANGES = [RoundAction.SWAP, RoundAction.TURN, RoundAction.UNPAIR, RoundAction.PAIR, RoundAction.BYE, RoundAction.MOVE]
CHANGE_CHOICES = [(action.value, action.label) for action in CHANGES]
REQUESTED = [(kind.value, kind.label) for kind in (ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL)]
KEY_LENGTH = 20


class SeenSerializer(serializers.Serializer[Any]):
    """`seen`: the `version` of the round that the change was decided on; refused as `stale` if it changed since."""

    seen = serializers.IntegerField(required=False, default=None, allow_null=True, min_value=0)
    why = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=1000, help_text="Needed where players have seen it."
    )


class ChangeSerializer(SeenSerializer):
    """A change by hand. swap, pair: two `entries` (the first starts); bye: one, and its `kind`; turn, unpair, move: a
    `match`, and for move the `table`."""

    change = serializers.ChoiceField(choices=CHANGE_CHOICES)
    entries = serializers.ListField(
        child=serializers.CharField(max_length=KEY_LENGTH), required=False, default=list, max_length=2
    )
    match = serializers.CharField(required=False, default="", allow_blank=True, max_length=KEY_LENGTH)
    table = serializers.IntegerField(required=False, default=None, allow_null=True)
    kind = serializers.ChoiceField(choices=ByeKind.choices, required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wanted = {RoundAction.SWAP: 2, RoundAction.PAIR: 2, RoundAction.BYE: 1}.get(attrs["change"], 0)
        if len(attrs["entries"]) != wanted:
            raise serializers.ValidationError({"entries": f"This change takes {wanted}."})
        if not wanted and not attrs["match"]:
            raise serializers.ValidationError({"match": "This change takes a match."})
        if attrs["change"] == RoundAction.MOVE and attrs["table"] is None:
            raise serializers.ValidationError({"table": "Say which table."})
        return attrs


class ClockOrderSerializer(serializers.Serializer[Any]):
    """set and extend take `minutes`, schedule takes `starts_at`."""

    do = serializers.ChoiceField(choices=["set", "start", "pause", "extend", "schedule"])
    minutes = serializers.IntegerField(required=False, default=0)
    starts_at = InstantField(required=False, default=None, allow_null=True)
    why = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=1000, help_text="Needed to schedule a closed round."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["do"] == "schedule" and attrs["starts_at"] is None:
            raise serializers.ValidationError({"starts_at": "Say when the round starts."})
        return attrs


class AgreedTimeSerializer(serializers.Serializer[Any]):
    """`agreed_at` null takes the time back."""

    agreed_at = InstantField(allow_null=True)
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


class ByeOrderSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, max_value=1000)
    kind = serializers.ChoiceField(choices=REQUESTED)


class ByeRequestSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry.key")
    player = PlayerNameSerializer(source="entry.player")
    round = serializers.IntegerField(source="round_number")
    kind = serializers.CharField()
    by_player = serializers.BooleanField()


class FixedTableSerializer(serializers.Serializer[Any]):
    """With a `partner` it holds only when the two meet."""

    entry = serializers.CharField(source="entry.key", max_length=KEY_LENGTH)
    partner = serializers.SerializerMethodField()
    table = serializers.IntegerField()

    def get_partner(self, row: FixedTable) -> str:
        return row.partner.key if row.partner else ""


class FixedTableOrderSerializer(serializers.Serializer[Any]):
    """`table` null takes it back."""

    entry = serializers.CharField(max_length=KEY_LENGTH)
    partner = serializers.CharField(required=False, default="", allow_blank=True, max_length=KEY_LENGTH)
    table = serializers.IntegerField(allow_null=True)


class SeparatedPairSerializer(serializers.Serializer[Any]):
    first = serializers.CharField(source="first.key")
    second = serializers.CharField(source="second.key")
    how = serializers.CharField()


class SeparationOrderSerializer(serializers.Serializer[Any]):
    """`how` empty lets them meet again."""

    first = serializers.CharField(max_length=KEY_LENGTH)
    second = serializers.CharField(max_length=KEY_LENGTH)
    how = serializers.ChoiceField(choices=Separation.choices, allow_blank=True)


class PrizeSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(read_only=True)
    name = serializers.CharField(max_length=80)
    places = serializers.IntegerField(required=False, default=1)
    rating_from = serializers.IntegerField(required=False, default=None, allow_null=True)
    rating_below = serializers.IntegerField(required=False, default=None, allow_null=True)
    club = serializers.SlugField(
        source="club.slug", required=False, allow_null=True, max_length=60, help_text="Members of this club only."
    )
