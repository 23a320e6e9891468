from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import PlayerSerializer
from magistrar_site.shared.acts import KEY_LENGTH
from tournaments.enums import ChallengeOutcome
from tournaments.formats.systems.ladder import MoveCause, RefusalCode

ENDS = (
    *("won", "lost", "drawn", "forfeit_won", "forfeit_lost", "unplayed"),
    *(each.value for each in ChallengeOutcome if each.value),
)


class LadderPlayerSerializer(serializers.Serializer[Any]):
    """An entry with its player."""

    entry = serializers.CharField(source="key")
    player = PlayerSerializer()


class LadderRowSerializer(serializers.Serializer[Any]):
    """`moved`: places gained in the last seven days, lost ones negative; null for who wasn't on the ladder then."""

    place = serializers.IntegerField()
    entry = serializers.CharField(source="entry.key")
    player = PlayerSerializer(source="entry.player")
    moved = serializers.IntegerField(allow_null=True)
    is_away = serializers.BooleanField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()


class ChallengeSerializer(serializers.Serializer[Any]):
    """`deadline`: until when an open challenge is to be answered, or played once it is accepted. `how`: how one that is
    over ended, from the challenger's side; empty for open ones."""

    key = serializers.CharField()
    challenger = LadderPlayerSerializer()
    challenged = LadderPlayerSerializer()
    made_at = serializers.DateTimeField()
    is_accepted = serializers.BooleanField()
    is_open = serializers.BooleanField()
    deadline = serializers.DateTimeField(allow_null=True)
    agreed_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    how = serializers.ChoiceField(choices=ENDS, allow_blank=True)
    match = serializers.CharField(allow_blank=True)
    game = serializers.CharField(allow_blank=True)


class LadderMoveSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    entry = serializers.CharField(source="entry.key")
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    cause = serializers.ChoiceField(choices=[each.value for each in MoveCause], source="cause.value")


class LadderSerializer(serializers.Serializer[Any]):
    """`recent` and `moves` are the latest fifteen, newest first."""

    rows = LadderRowSerializer(many=True)
    open = ChallengeSerializer(many=True)
    recent = ChallengeSerializer(many=True)
    moves = LadderMoveSerializer(many=True)


class ChallengeOrderSerializer(serializers.Serializer[Any]):
    challenger = serializers.CharField(max_length=KEY_LENGTH, help_text="Key of an entry.")
    challenged = serializers.CharField(max_length=KEY_LENGTH, help_text="Key of an entry.")


class ChallengeRulingSerializer(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=[(each.value, each.label) for each in ChallengeOutcome if each.value])
    why = serializers.CharField(max_length=300)


class OrderShiftSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class ShiftsSerializer(serializers.Serializer[Any]):
    """Who would stand elsewhere."""

    shifts = OrderShiftSerializer(many=True)


class RungSerializer(serializers.Serializer[Any]):
    """`refusal` is why the player can't be challenged now, `possible_from` the moment from which that is gone at the
    latest; both null where they can be challenged."""

    place = serializers.IntegerField()
    entry = serializers.CharField(source="entry.key")
    player = PlayerSerializer(source="entry.player")
    is_away = serializers.BooleanField()
    refusal = serializers.ChoiceField(
        choices=[each.value for each in RefusalCode], allow_null=True, source="refusal.code.value", default=None
    )
    possible_from = serializers.DateTimeField(allow_null=True, source="refusal.possible_from", default=None)


class OwnLadderSerializer(serializers.Serializer[Any]):
    """The ladder for one player. `holiday_left`: days of this calendar year; `away`: days to come."""

    place = serializers.IntegerField(allow_null=True)
    rungs = RungSerializer(many=True)
    to_answer = ChallengeSerializer(many=True)
    open = ChallengeSerializer(many=True, source="mine")
    holiday_left = serializers.IntegerField(source="left")
    away = serializers.ListField(child=serializers.DateField())


class HolidaySerializer(serializers.Serializer[Any]):
    first = serializers.DateField()
    last = serializers.DateField()
