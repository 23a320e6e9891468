from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import PlayerNameSerializer
from tournaments.api.serializers.games import WhySerializer
from tournaments.api.serializers.standings import ColumnSerializer
from tournaments.services.stages.plan import LENGTHS


class GroupFilterSerializer(serializers.Serializer[Any]):
    group = serializers.IntegerField(
        required=False, default=None, min_value=1, max_value=1000, help_text="Of this group alone, by its number."
    )


class GroupRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Within the group; equals share one.")
    entry = serializers.CharField(source="entry_key")
    player = serializers.SerializerMethodField()
    points = serializers.IntegerField(help_text="Half points.")
    deducted = serializers.IntegerField(help_text="Half points that an arbiter took away; `points` are without them.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    values = serializers.ListField(child=serializers.CharField())
    is_counted = serializers.BooleanField()

    def get_player(self, row: Any) -> dict[str, str]:
        return {"key": row.player_key, "name": row.name}


class GroupSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    columns = ColumnSerializer(source="table.columns", many=True)
    rows = GroupRowSerializer(source="table.rows", many=True)


class GroupsSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    is_closed = serializers.BooleanField(help_text="Closed: the tables don't move any more.")
    groups = GroupSerializer(many=True)


class AdvancingSeedSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    entry = serializers.CharField()
    player = PlayerNameSerializer()
    group = serializers.IntegerField(help_text="1 where the stage has no groups.")
    rank = serializers.IntegerField()


class AdvancingSerializer(serializers.Serializer[Any]):
    """Who would go on now, in the order of the seeds. `tied` are entries between whom the table's columns don't decide
    though it matters: while there are any, the stage can't be closed."""

    stage = serializers.IntegerField()
    into = serializers.IntegerField()
    seeds = AdvancingSeedSerializer(many=True)
    tied = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class StagePlanSerializer(serializers.Serializer[Any]):
    format = serializers.CharField(max_length=40, help_text='"knockout" or "double_elimination".')
    takes = serializers.IntegerField(
        source="qualifiers", min_value=1, max_value=256, help_text="Of each group, or of the whole table."
    )
    options = serializers.DictField(required=False)
    best_of = serializers.ChoiceField(choices=LENGTHS, required=False, default=1)


class StageStepSerializer(WhySerializer):
    """Why: needed to reopen, and to close where rounds are left out."""
