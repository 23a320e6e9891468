from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers import ClubNameSerializer, PlayerNameSerializer, SearchSerializer
from magistrar_site.shared.api.fields import InstantField
from tournaments.enums import EntryState, EventState, StageState
from tournaments.models import Entry
from tournaments.services.entries.lists.columns import Column, Years
from tournaments.services.entries.lists.player_list import Doubt
from tournaments.services.entries.preview import EntryLine, Joining, LineStatus
from tournaments.services.events.about import LONGEST
from tournaments.services.events.copy import MOST_COPIES

# More than the list of names itself may hold; a body has to end somewhere.
LONGEST_LIST = 200_000


class EventFilterSerializer(SearchSerializer):
    club = serializers.SlugField(required=False, help_text="Slug of the club.")
    state = serializers.ChoiceField(choices=EventState.choices, required=False)


class NewEventSerializer(serializers.Serializer[Any]):
    club = serializers.SlugField(source="club_slug")
    name = serializers.CharField(max_length=200)
    starts_at = InstantField()
    time_zone = serializers.CharField(max_length=60, default="Europe/Berlin")
    preset = serializers.CharField(max_length=40)
    rated = serializers.BooleanField(default=True)
    edition = serializers.CharField(
        max_length=80, required=False, help_text="Key of the edition; left out: the one that ships with the game."
    )
    rounds = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=100,
        help_text="Left out: by the number of players.",
    )
    draft = serializers.BooleanField(
        source="is_draft", default=False, help_text="Nobody else sees it until it is published."
    )


class CopySerializer(serializers.Serializer[Any]):
    """Events like another one."""

    name = serializers.CharField(max_length=200)
    starts_at = InstantField()
    times = serializers.IntegerField(
        default=1,
        min_value=1,
        max_value=MOST_COPIES,
        help_text="One a week, at the same time on the clock.",
    )
    with_players = serializers.BooleanField(default=False)
    draft = serializers.BooleanField(
        source="is_draft", default=True, help_text="Nobody else sees it until it is published."
    )


class FormatChangeSerializer(serializers.Serializer[Any]):
    """Another preset of the same game."""

    preset = serializers.CharField(max_length=40)
    rounds = serializers.IntegerField(required=False, min_value=1, max_value=100)


class PresetSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    explanation = serializers.CharField()
    format = serializers.CharField()
    best_of = serializers.IntegerField(help_text="Games a match.")
    options = serializers.DictField()
    system = serializers.CharField(help_text="The game that is played.")
    of_any_game = serializers.BooleanField(
        help_text="Whether any other game for two can be played so, by choosing one of its editions."
    )


class EventSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    slug = serializers.CharField()
    name = serializers.CharField()
    club = ClubNameSerializer()
    state = serializers.ChoiceField(choices=EventState.choices)
    preset = serializers.CharField()
    time_zone = serializers.CharField()
    starts_at = serializers.DateTimeField()
    pool = serializers.CharField(help_text="Key of the rating pool; empty: unrated.")


class EventRowSerializer(EventSerializer):
    entries = serializers.IntegerField(source="players")
    round = serializers.IntegerField(source="round_number", allow_null=True, help_text="The newest published round.")
    planned_rounds = serializers.IntegerField(allow_null=True)


class StageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.CharField()
    options = serializers.JSONField()
    planned_rounds = serializers.IntegerField(help_text="0 until the stage has started.")
    best_of = serializers.IntegerField()
    state = serializers.ChoiceField(choices=StageState.choices)


class HeadSerializer(serializers.Serializer[Any]):
    """The newest fact of the event's chain: who knows it, knows whether anything before it was changed."""

    number = serializers.IntegerField()
    digest = serializers.CharField()


class EventAboutSerializer(serializers.Serializer[Any]):
    """The texts of an event. The description is Markdown, everything else plain text."""

    description = serializers.CharField(max_length=LONGEST["description"], required=False, allow_blank=True)
    place = serializers.CharField(max_length=LONGEST["place"], required=False, allow_blank=True)
    fee = serializers.CharField(max_length=LONGEST["fee"], required=False, allow_blank=True)
    schedule = serializers.CharField(
        max_length=LONGEST["schedule"], required=False, allow_blank=True, help_text="Times, one a line."
    )
    entering = serializers.CharField(
        max_length=LONGEST["entering"], required=False, allow_blank=True, help_text="How to take part."
    )
    contact = serializers.CharField(max_length=LONGEST["contact"], required=False, allow_blank=True)


class EditionNameSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()


class EventEditionSerializer(serializers.Serializer[Any]):
    edition = serializers.CharField(max_length=80, help_text="Key of the edition.")


class FullEventSerializer(EventSerializer):
    system = serializers.CharField(help_text="Key of the game that is played.")
    edition = EditionNameSerializer()
    rules = serializers.JSONField(help_text="Everything that results and tables depend on. Points in half points.")
    stages = StageSerializer(many=True)
    head = HeadSerializer()


class FactSerializer(serializers.Serializer[Any]):
    """One fact of the chain: ids and digests, never names. `redacted` names what only those who run the event see:
    members of the payload, "payload" for all of it, "actor"; those are null or left out. The payload of a draft is
    shown once it is published."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(allow_null=True)
    payload = serializers.JSONField(allow_null=True)
    previous = serializers.CharField()
    digest = serializers.CharField()
    redacted = serializers.ListField(child=serializers.CharField(), default=list)


class EntrySerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="The pairing number, given at the start.")
    rating = serializers.SerializerMethodField(help_text="As used for seeding, in whole points; null for none.")
    state = serializers.ChoiceField(choices=EntryState.choices)
    entered_at = serializers.DateTimeField()
    is_claim = serializers.BooleanField(
        help_text="Signed up with the name of this known player; the organiser hasn't said yet who it is."
    )
    player = PlayerNameSerializer()

    def get_rating(self, entry: Entry) -> int | None:
        return entry.rating or None


class NamesSerializer(serializers.Serializer[Any]):
    names = serializers.CharField(
        max_length=LONGEST_LIST, trim_whitespace=False, allow_blank=True, help_text="One name a line."
    )
    columns = serializers.DictField(
        child=serializers.ChoiceField(choices=[(column.value, column.value) for column in Column]),
        required=False,
        help_text="What columns hold, by their numbers from 1: where the titles don't say, or say it wrong.",
    )
    years = serializers.ChoiceField(
        choices=[(years.value, years.value) for years in Years],
        required=False,
        help_text="What numbers like 2011 behind a name are, where they may be either.",
    )

    def validate_columns(self, columns: dict[str, str]) -> dict[int, Column]:
        if not all(number.isascii() and number.isdecimal() and len(number) < 4 for number in columns):
            raise serializers.ValidationError(_("Name columns by their number, starting at 1."))
        return {int(number): Column(column) for number, column in columns.items()}


class ChoiceSerializer(serializers.Serializer[Any]):
    """Who is meant by an unclear line."""

    line = serializers.IntegerField(min_value=1)
    player = serializers.CharField(max_length=12, help_text='The key of a player, "new", "skip" or "back".')


class NewEntriesSerializer(NamesSerializer):
    choices = ChoiceSerializer(many=True, required=False)
    seen = serializers.CharField(max_length=64, required=False, help_text="Digest of the preview that is confirmed.")
    under_16 = serializers.BooleanField(
        required=False, default=False, help_text="All of the list are under 16, and shown by code."
    )


class EntryLineSerializer(serializers.Serializer[Any]):
    """What entering a line would do, and whom it may mean."""

    line = serializers.IntegerField(source="number")
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=[(status.value, status.value) for status in LineStatus])
    players = serializers.ListField(source="player_keys", child=serializers.CharField())
    rating = serializers.IntegerField(allow_null=True)
    club = serializers.CharField()
    unread_rating = serializers.CharField(
        source="unread", help_text="What stands where the rating belongs, and is none: entered without one."
    )
    doubt = serializers.ChoiceField(
        choices=[(doubt.value, doubt.value) for doubt in Doubt],
        help_text="What can't be told: whether this is a player, whether the number is a year, which letter was lost.",
    )
    left_out = serializers.ListField(child=serializers.CharField(), help_text="What else stands on the line.")
    columns = serializers.SerializerMethodField(help_text="The columns that name, rating and club came from.")
    joining = serializers.ChoiceField(
        choices=[(joining.value, joining.value) for joining in Joining],
        allow_null=True,
        help_text="With a place, on the waiting list, or late; null where nobody is entered.",
    )

    def get_columns(self, line: EntryLine) -> dict[str, list[int]]:
        return {column.value: list(places) for column, places in line.sources.items()}


class PersonalLinkSerializer(serializers.Serializer[Any]):
    """A player's personal link: `address` for people and QR codes, `token` for `Authorization: Link TOKEN`."""

    entry = serializers.CharField()
    token = serializers.CharField()
    address = serializers.URLField()
