from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import (
    FullResultSerializer,
    GameSerializer,
    SubmissionRowSerializer,
    SubmissionSerializer,
)
from games.engine.core.choices import Choice
from games.engine.core.seats import SeatNames
from games.engine.registry import GAME_SYSTEMS
from games.enums import GameState

RULINGS = [("version", "version"), ("abandoned", "abandoned"), ("forfeit", "forfeit"), ("bare", "bare")]


class PlaceSerializer(serializers.Serializer[Any]):
    """Where a game belongs."""

    event = serializers.CharField(source="match.round.stage.event.slug")
    stage = serializers.IntegerField(source="match.round.stage.number")
    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table")
    match = serializers.CharField(source="match.key")
    number = serializers.IntegerField(help_text="Which game of the match it is.")


class DifferenceSerializer(serializers.Serializer[Any]):
    """The first thing on which two versions of a game differ, in the letters and numbers of the formats."""

    first = serializers.CharField(help_text="Key of the submission.")
    second = serializers.CharField(help_text="Key of the submission.")
    what = serializers.CharField()
    part = serializers.IntegerField(allow_null=True, help_text="The part of the game.")
    seat = serializers.IntegerField(allow_null=True, help_text="The seat; `side` is what it is called.")
    duel = serializers.IntegerField(
        allow_null=True, required=False, help_text="The same as `part`, in Magistrar alone."
    )
    side = serializers.CharField(allow_null=True)
    position = serializers.IntegerField(allow_null=True)
    first_says = serializers.JSONField(allow_null=True)
    second_says = serializers.JSONField(allow_null=True)


class FullGameSerializer(GameSerializer):
    place = PlaceSerializer()
    conflict = DifferenceSerializer(allow_null=True, help_text="For the players and the staff; null for others.")
    elsewhere = serializers.ListField(
        child=serializers.CharField(),
        help_text="For the staff, empty for others: keys of other games for which the same record stands.",
    )
    result = FullResultSerializer(allow_null=True)
    submissions = SubmissionRowSerializer(many=True)


class HandedInSerializer(SubmissionSerializer):
    state = serializers.ChoiceField(source="game.state", choices=GameState.choices, help_text="Of the game, now.")


class GameNowSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    state = serializers.ChoiceField(choices=GameState.choices)


def _field_of(choice: Choice, names: SeatNames) -> serializers.Field[Any, Any, Any, Any]:
    """The field of one choice that a game system declares."""
    value = serializers.CharField(max_length=60)
    optional: dict[str, Any] = {"required": False, "allow_null": True, "default": None}
    if choice.chosen_for == "seat":
        seats = " and ".join(f"`{name}`" for name in names)
        return serializers.DictField(child=value, help_text=f"Of {seats}.", **optional)
    text = f"Those turned up so far, in the order of parts 1 to {choice.parts}."
    return serializers.ListField(child=value, help_text=text, max_length=choice.parts, **optional)


class SaidSerializer(serializers.Serializer[Any]):
    """What a game is played with, as a record has it; what isn't said, or the event doesn't play with, is left out or
    null. The fields are those that the game's system declares."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        of_choices = {
            choice.key: _field_of(choice, system.seat_names)
            for system in GAME_SYSTEMS.values()
            for choice in system.choices
        }
        return {**of_choices, **super().get_fields()}


class GameVariantsSerializer(SaidSerializer):
    """What is to be said; what is left out stays as it is."""

    replaces = SaidSerializer(
        required=False,
        allow_null=True,
        default=None,
        help_text="What stands there, where something of it is put right: else `said_differently`.",
    )


class WhySerializer(serializers.Serializer[Any]):
    why = serializers.CharField(required=False, default="", allow_blank=True, max_length=1000)


class DecidedSerializer(WhySerializer):
    seen = serializers.CharField(
        required=False,
        default=None,
        allow_null=True,
        max_length=64,
        help_text="From the preview: refused with `preview_changed` where something changed since.",
    )


def placing_field() -> serializers.CharField:
    """The places of a ruling, as text."""
    return serializers.CharField(
        max_length=40,
        required=False,
        default="",
        allow_blank=True,
        help_text="Seats from the best to the last: `1>3>2`; those who share a place: `1>2=3`.",
    )


class RulingSerializer(DecidedSerializer):
    """`version`: the submission counts. `abandoned`: broken off, the submission's duels count as the event's rules say.
    `forfeit`: `winner` gets the game without playing, "" where everyone forfeits.
    `bare`: played, and only the winner is known, "" for a tie.
    In place of `winner`, `placing` says which seats were placed where: all of a played game, and of a forfeited one
    those who came."""

    kind = serializers.ChoiceField(choices=RULINGS)
    winner = serializers.CharField(
        max_length=10, required=False, default="", allow_blank=True, help_text="The name of a seat, as `white`."
    )
    placing = placing_field()
    submission = serializers.CharField(
        source="submission_key", required=False, default="", allow_blank=True, max_length=12
    )
