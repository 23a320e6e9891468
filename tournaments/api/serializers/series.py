from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.enums import GameState
from tournaments.api.serializers.games import WhySerializer
from tournaments.api.serializers.scores import ScoredSerializer
from tournaments.enums import RestForfeited
from tournaments.formats.core.series import Ending

ENDINGS = [(ending.value, ending.value) for ending in Ending]


def _pair(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2, **options)


class SeriesGameSerializer(serializers.Serializer[Any]):
    """A game of a match of several. `winner` is a seat (0 or 1), null for a tie and before there is a result that
    counts. `goldens` lie in the bags of seats 0 and 1; `right_goldens` is null unless the results before now say that
    others should have."""

    number = serializers.IntegerField()
    key = serializers.CharField()
    state = serializers.ChoiceField(choices=GameState.choices)
    starts = serializers.IntegerField(allow_null=True, help_text="The seat that starts; null: the table finds out.")
    winner = serializers.IntegerField(allow_null=True)
    goldens = _pair()
    right_goldens = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    is_counted = serializers.BooleanField()
    is_surplus = serializers.BooleanField(help_text="It came after the decision.")
    is_friendly = serializers.BooleanField()


class SeriesSerializer(ScoredSerializer):
    """A match of several games; numbers by seats. `ending` says what decided it, empty while it is open; `winner` is a
    seat, null while it is open and where both forfeit."""

    best_of = serializers.IntegerField()
    needed = serializers.IntegerField(help_text="Games that win it.")
    goldens = serializers.BooleanField(source="has_goldens", help_text="Whether a lost game changes the later ones.")
    won = _pair()
    to_win = _pair()
    drawn = serializers.IntegerField()
    score = _pair(source="scores")
    winner = serializers.IntegerField(allow_null=True)
    ending = serializers.ChoiceField(choices=ENDINGS, allow_blank=True)
    rest_forfeited = serializers.ChoiceField(choices=RestForfeited.choices, allow_blank=True)
    next_game = serializers.CharField(source="next_game.key", default="", help_text="Key; empty: none is due.")
    games = SeriesGameSerializer(many=True)


class RestForfeitSerializer(WhySerializer):
    entries = serializers.ListField(
        child=serializers.CharField(max_length=12), max_length=2, help_text="Who forfeits; none takes it back."
    )


class LaterGamesSerializer(WhySerializer):
    after = serializers.IntegerField(min_value=0, max_value=99, help_text="Number of the last game that stays.")
