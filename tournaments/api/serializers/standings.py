from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import PlayerNameSerializer
from tournaments.api.serializers.points import ExactPointsSerializer, scale_field
from tournaments.api.serializers.rounds import StageFilterSerializer
from tournaments.api.serializers.scores import ScoredSerializer
from tournaments.enums import ByeKind, EntryState


class TableStageSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(
        required=False,
        default=None,
        min_value=1,
        max_value=1000,
        help_text="The newest stage that has a table, unless given.",
    )


class TableFilterSerializer(StageFilterSerializer):
    round = serializers.IntegerField(
        required=False,
        default=None,
        min_value=0,
        max_value=10_000,
        help_text="After this round; the newest, unless given.",
    )


class ColumnSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()


class StandingSerializer(ExactPointsSerializer):
    """A row of a table: points in units of the table's scale, each tie-break's value as exact text, and how each came
    about."""

    rank = serializers.IntegerField()
    entry = serializers.CharField(source="entry.key")
    number = serializers.IntegerField(
        source="entry.number", help_text="The pairing number, by which parts name opponents."
    )
    player = PlayerNameSerializer(source="entry.player")
    state = serializers.ChoiceField(source="entry.state", choices=EntryState.choices, help_text="As it is now.")
    is_counted = serializers.BooleanField()
    points = serializers.IntegerField()
    deducted = serializers.IntegerField(help_text="What an arbiter took away; `points` are without it.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    values = serializers.ListField(child=serializers.CharField())
    parts = serializers.JSONField()


class StandingsSerializer(serializers.Serializer[Any]):
    """A stage's table after a round, made from the event's facts up to `made_from`; null before there is a table."""

    stage = serializers.IntegerField()
    after_round = serializers.IntegerField(allow_null=True)
    scale = scale_field()
    made_from = serializers.IntegerField(allow_null=True)
    columns = ColumnSerializer(many=True)
    rows = StandingSerializer(many=True)


class MeetingSerializer(ScoredSerializer):
    """A game from the row's side; points in half points, null while open."""

    game = serializers.CharField(source="game_key")
    round = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(source="score_for", allow_null=True)
    score_against = serializers.IntegerField(source="score_against", allow_null=True)
    started = serializers.BooleanField()
    match = serializers.CharField(source="match_key", help_text="Of a match of several games; else empty.")
    games_won = serializers.IntegerField(allow_null=True, help_text="Likewise; else null.")
    games_lost = serializers.IntegerField(allow_null=True)
    is_forfeit = serializers.BooleanField()
    is_annulled = serializers.BooleanField()
    is_unconfirmed = serializers.BooleanField(help_text="The result waits for the opponent's word.")


class CrossCellSerializer(ScoredSerializer):
    """All meetings of two, by round; the cell's own members are those of the last one. `game` is empty for oneself and
    before the two have met."""

    game = serializers.CharField(source="last.game_key", default="")
    points = serializers.IntegerField(source="last.points", default=None, allow_null=True)
    score = serializers.IntegerField(source="last.score_for", default=None, allow_null=True)
    score_against = serializers.IntegerField(source="last.score_against", default=None, allow_null=True)
    meetings = MeetingSerializer(many=True)


class RoundCellSerializer(serializers.Serializer[Any]):
    """A round of the row's entry: a game, or a bye and what it gives in units of the line's scale."""

    round = serializers.IntegerField()
    opponent_line = serializers.IntegerField(allow_null=True, help_text="The number of the opponent's line.")
    opponent_rank = serializers.IntegerField(allow_null=True)
    opponent = serializers.CharField(source="opponent_name")
    meeting = MeetingSerializer(allow_null=True)
    bye = serializers.CharField(help_text="In words.")
    bye_kind = serializers.ChoiceField(choices=ByeKind.choices, allow_blank=True)
    bye_points = serializers.IntegerField()


class CrossRowSerializer(serializers.Serializer[Any]):
    """A line. In a round robin `cells` are in the order of the lines; in other formats they are empty and `rounds` has
    the cells by round. A line that isn't counted is one of somebody who left early."""

    line = serializers.IntegerField(help_text="From 1 on; ranks may be shared.")
    rank = serializers.IntegerField()
    entry = serializers.CharField(source="entry_key")
    player = serializers.CharField(source="player_key")
    name = serializers.CharField()
    scale = scale_field()
    points = serializers.IntegerField()
    is_counted = serializers.BooleanField()
    cells = CrossCellSerializer(many=True)
    rounds = RoundCellSerializer(many=True)
