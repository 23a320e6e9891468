from __future__ import annotations

from typing import Any

from rest_framework import serializers

from magistrar_site.shared.api.fields import InstantField
from tournaments.api.serializers.round_changes import KEY_LENGTH, MeetingPlaceSerializer
from tournaments.enums import ProposalState
from tournaments.services.fixtures.propose import MOST_TIMES


class PublicSeatSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry.key")
    name = serializers.CharField(source="entry.player.public_name")


class PublicFixtureSerializer(serializers.Serializer[Any]):
    """A fixture as everybody sees it. Where it is played, and what was proposed, nobody but its players and the staff
    sees."""

    match = serializers.CharField(source="key")
    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField()
    seats = PublicSeatSerializer(many=True)
    opens_at = serializers.DateTimeField(source="window_opens")
    closes_at = serializers.DateTimeField(source="window_closes")
    agreed_at = serializers.DateTimeField(allow_null=True)
    has_place = serializers.BooleanField(help_text="A place was agreed, too.")
    is_extended = serializers.BooleanField(help_text="The event’s rule has given more time.")
    is_open = serializers.BooleanField(help_text="A game is still to be played.")


class ProposalSerializer(serializers.Serializer[Any]):
    """Without `times` it asks to take the agreed time back."""

    key = serializers.CharField()
    entry = serializers.CharField(source="entry_key")
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=ProposalState.choices)
    times = serializers.ListField(child=serializers.DateTimeField())
    place = MeetingPlaceSerializer(allow_null=True)
    made_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)


class FixtureSeatSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry_key")
    name = serializers.CharField()
    away = serializers.ListField(
        child=serializers.DateField(), help_text="Days within the window on which this player can’t play."
    )


class FixtureSerializer(serializers.Serializer[Any]):
    """A fixture as its players and the staff see it. `rule`: what the event’s rule does at the end of the window:
    nothing (empty), "extend" or "both_lose"."""

    match = serializers.CharField(source="match_key")
    event = serializers.CharField(source="event_slug")
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    game = serializers.CharField(source="game_key")
    opens_at = serializers.DateTimeField(source="window.opens_at")
    closes_at = serializers.DateTimeField(source="window.closes_at")
    time_zone = serializers.CharField(source="zone")
    agreed_at = serializers.DateTimeField(allow_null=True)
    place = MeetingPlaceSerializer(allow_null=True)
    seats = FixtureSeatSerializer(many=True)
    proposals = ProposalSerializer(many=True)
    is_open = serializers.BooleanField(source="is_to_play")
    is_overdue = serializers.BooleanField()
    notice = serializers.CharField(allow_null=True, help_text="What its players are reminded of now.")
    rule = serializers.CharField(allow_blank=True)


class ProposalOrderSerializer(serializers.Serializer[Any]):
    """`answers`: the key of the other’s proposal to which this is the answer."""

    times = serializers.ListField(child=InstantField(), min_length=1, max_length=MOST_TIMES)
    place = MeetingPlaceSerializer(required=False, allow_null=True, default=None)
    answers = serializers.CharField(required=False, default="", allow_blank=True, max_length=KEY_LENGTH)


class ProposalAcceptSerializer(serializers.Serializer[Any]):
    """`starts_at` null accepts that the agreed time is taken back."""

    starts_at = InstantField(allow_null=True, required=False, default=None)


class WindowOrderSerializer(serializers.Serializer[Any]):
    """`closes_at` null: the end of the round again."""

    closes_at = InstantField(allow_null=True)
    why = serializers.CharField(required=False, default="", allow_blank=True, max_length=300)


class OverdueOrderSerializer(serializers.Serializer[Any]):
    """`winner`: the entry of the player who was available; empty: both lose."""

    winner = serializers.CharField(allow_blank=True, max_length=KEY_LENGTH)
    why = serializers.CharField(max_length=300)


class AwayDaysSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(read_only=True)
    entry = serializers.CharField(source="entry.key", read_only=True)
    first_day = serializers.DateField()
    last_day = serializers.DateField()


class OwnZoneSerializer(serializers.Serializer[Any]):
    time_zone = serializers.CharField(max_length=50)


class CalendarAddressSerializer(serializers.Serializer[Any]):
    """Shown this once."""

    address = serializers.CharField()
