from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers.corrections import MovedMatchSerializer
from tournaments.api.serializers.games import WhySerializer
from tournaments.formats.systems.knockout.advance import Status
from tournaments.formats.systems.knockout.bracket import Group


class BracketPlaceSerializer(serializers.Serializer[Any]):
    """A side of a match. `name` is empty where nobody sits there (yet)."""

    seed = serializers.IntegerField(allow_null=True)
    entry = serializers.CharField(source="entry_key", allow_blank=True)
    player = serializers.CharField(source="player_key", allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    will_be = serializers.CharField(source="source", allow_blank=True, help_text="Who will sit there, in words.")
    score = serializers.CharField(
        allow_blank=True, help_text="The score of a single game, games won of several; + and − by forfeit."
    )
    is_winner = serializers.BooleanField()
    left = serializers.CharField(
        allow_blank=True, help_text="In words, that this side left before the match was played to its end."
    )


class VoidedMatchSerializer(serializers.Serializer[Any]):
    """What was paired for this place before a correction sent others there: kept, but void."""

    match = serializers.CharField(source="match_key")
    names = serializers.ListField(child=serializers.CharField())
    score = serializers.CharField(allow_blank=True)
    game = serializers.CharField(source="game_key", allow_blank=True)


class BracketMatchSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="In the drawing, in the order of play.")
    round = serializers.IntegerField()
    status = serializers.ChoiceField(choices=[(status.value, status.value) for status in Status])
    live = serializers.ChoiceField(
        choices=["", "paired", "tied"], help_text='"paired": to be played; "tied": played, and nobody goes on.'
    )
    match = serializers.CharField(source="match_key", allow_blank=True)
    game = serializers.CharField(source="game_key", allow_blank=True, help_text="Of several the one that is on.")
    table = serializers.IntegerField(allow_null=True)
    best_of = serializers.IntegerField()
    decided_by = serializers.CharField(allow_blank=True, help_text="In words, where the games didn't decide it.")
    places = BracketPlaceSerializer(many=True)
    voided = VoidedMatchSerializer(many=True)


class BracketRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Within the group.")
    name = serializers.CharField()
    round = serializers.IntegerField(help_text="The stage's round in which it is played.")
    is_current = serializers.BooleanField()
    matches = BracketMatchSerializer(many=True)


class BracketGroupSerializer(serializers.Serializer[Any]):
    group = serializers.ChoiceField(choices=[(group.value, group.value) for group in Group])
    name = serializers.CharField()
    rounds = BracketRoundSerializer(many=True)


class BracketSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="stage.number")
    champion = serializers.CharField(allow_blank=True)
    is_finished = serializers.BooleanField()
    byes = serializers.ListField(
        child=serializers.CharField(), help_text="Names of those who have no match in the first round."
    )
    groups = BracketGroupSerializer(many=True)


class DecisionOnMatchSerializer(WhySerializer):
    """Who goes on: an entry, with the reason; or lots, after a tie. Neither takes a decision back."""

    goes_on = serializers.CharField(required=False, default="", allow_blank=True, max_length=12)
    by_lots = serializers.BooleanField(required=False, default=False)


class DecidedSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="key")
    goes_on = serializers.CharField(source="goes_on.key", allow_null=True, default=None)
    goes_on_by = serializers.CharField(allow_blank=True)


class MovedMatchesSerializer(serializers.Serializer[Any]):
    moved = MovedMatchSerializer(many=True)
