"""Leagues, seasons and their players as the API says them."""

from __future__ import annotations

from typing import Any

import msgspec
from rest_framework import serializers

from games.api.serializers import PlayerNameSerializer
from leagues.enums import Answer, DeciderKind, HonourKind, LeagueRoleName, Move, Origin, SeasonState
from leagues.placement.values import Reason

SEEN = "Number of the league's newest fact that you have seen; refused as `stale` where something happened since."


class LeagueSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    club = serializers.CharField(source="club.slug")
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(help_text="Markdown.")
    system = serializers.CharField()
    time_zone = serializers.CharField()
    pool = serializers.CharField(allow_blank=True)
    is_listed = serializers.BooleanField()


class NewLeagueSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    time_zone = serializers.CharField(max_length=60)
    system = serializers.CharField(max_length=40, required=False)
    edition = serializers.CharField(max_length=60, required=False, allow_blank=True)
    preset = serializers.CharField(max_length=40, required=False)
    is_rated = serializers.BooleanField(required=False)
    is_listed = serializers.BooleanField(required=False)


class LeagueChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False)
    description = serializers.CharField(max_length=20_000, required=False, allow_blank=True)
    time_zone = serializers.CharField(max_length=60, required=False)
    edition = serializers.CharField(max_length=60, required=False, allow_blank=True)
    is_listed = serializers.BooleanField(required=False)


class LeagueRoleSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(choices=LeagueRoleName.choices, allow_null=True, help_text="Null takes it.")


class LeagueClubSerializer(serializers.Serializer[Any]):
    club = serializers.CharField(max_length=60, help_text="Slug.")
    joins = serializers.BooleanField()


class LeagueSeasonSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=SeasonState.choices)
    settings = serializers.SerializerMethodField(help_text="Members as `rules` of season facts have them.")

    def get_settings(self, season: Any) -> dict[str, Any]:
        stored: dict[str, Any] = msgspec.to_builtins(season.settings)
        return stored


class SeasonPlanningSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    settings = serializers.DictField(required=False, default=dict, help_text="Those that differ.")
    seen = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)


class SeasonChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False)
    settings = serializers.DictField(required=False, default=dict, help_text="Those that change.")


class SeasonStepSerializer(serializers.Serializer[Any]):
    seen = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)
    why = serializers.CharField(max_length=1000, required=False, default="", allow_blank=True)


class PlannedPlayerSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry.key")
    player = PlayerNameSerializer(source="entry.player")
    reason = serializers.ChoiceField(choices=[reason.value for reason in Reason])
    by_hand = serializers.BooleanField()
    rating = serializers.IntegerField(allow_null=True)
    left = serializers.IntegerField(allow_null=True, help_text="Last season's division.")
    place = serializers.IntegerField(allow_null=True, help_text="Last season's place.")
    claim = serializers.IntegerField(allow_null=True, help_text="The division that the player has a right to.")


class PlannedDivisionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    players = PlannedPlayerSerializer(many=True)


class PlacementPlanSerializer(serializers.Serializer[Any]):
    """Nothing is written yet. `seen` goes into the step `place`."""

    seen = serializers.IntegerField()
    unearned = serializers.IntegerField(help_text="How many move without having earned it.")
    by_hand = serializers.IntegerField()
    refusal = serializers.SerializerMethodField(help_text="Why it can't be accepted yet; empty where it can.")
    divisions = PlannedDivisionSerializer(many=True)

    def get_refusal(self, plan: Any) -> str:
        return str(plan.refusal.message) if plan.refusal else ""


class SeasonEntrySerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    player = PlayerNameSerializer()
    origin = serializers.ChoiceField(choices=Origin.choices)
    answer = serializers.ChoiceField(choices=Answer.choices)
    is_reserve = serializers.BooleanField()
    is_claim = serializers.BooleanField()
    seeded = serializers.IntegerField(allow_null=True)
    moved_to = serializers.IntegerField(allow_null=True)
    division = serializers.IntegerField(source="division.number", allow_null=True, default=None)
    reason = serializers.CharField(allow_blank=True)
    final_place = serializers.IntegerField(allow_null=True)
    move = serializers.ChoiceField(choices=Move.choices, allow_blank=True)
    took_over = serializers.CharField(
        source="took_over.key", allow_null=True, default=None, help_text="Entry whose place this reserve took."
    )


class SeasonLeaveSerializer(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class SeasonTakeOverSerializer(serializers.Serializer[Any]):
    reserve = serializers.CharField(max_length=40, help_text="Key of the entry that stands by.")
    why = serializers.CharField(max_length=300)


class SeasonNamesSerializer(serializers.Serializer[Any]):
    names = serializers.CharField(max_length=20_000, help_text="One a line.")
    choices = serializers.DictField(
        child=serializers.CharField(), required=False, default=dict, help_text="Line to player's key, `new` or `skip`."
    )
    is_reserve = serializers.BooleanField(required=False, default=False)


class SeasonSignUpSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    is_reserve = serializers.BooleanField(required=False, default=False)
    name_public = serializers.BooleanField(required=False, default=False)
    under_16 = serializers.BooleanField(required=False, default=False)
    form_key = serializers.CharField(
        max_length=80, help_text="Drawn by you, 12 characters or more: sent twice, it enters once."
    )


class SeasonSignedUpSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry.key")
    token = serializers.CharField(help_text="Of the personal link.")


class SeasonEntryChangeSerializer(serializers.Serializer[Any]):
    """What is given changes. `moved_to` needs `why`."""

    answer = serializers.ChoiceField(choices=Answer.choices, required=False)
    is_reserve = serializers.BooleanField(required=False)
    seeded = serializers.IntegerField(required=False, allow_null=True)
    moved_to = serializers.IntegerField(required=False, allow_null=True)
    is_player = serializers.BooleanField(required=False, help_text="Decides a claim.")
    seen = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)
    why = serializers.CharField(max_length=1000, required=False, default="", allow_blank=True)


class SeasonAnswerSerializer(serializers.Serializer[Any]):
    answer = serializers.ChoiceField(choices=["yes", "no"])


class MatchdaySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class MatchdayMoveSerializer(serializers.Serializer[Any]):
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    with_later = serializers.BooleanField(required=False, default=False)
    why = serializers.CharField(max_length=1000)


class DeciderSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=DeciderKind.choices)
    number = serializers.IntegerField(help_text="Of the division, or of the border of a play-off.")
    entries = serializers.ListField(child=serializers.CharField())
    order = serializers.ListField(child=serializers.CharField())
    how = serializers.CharField(allow_blank=True)
    event = serializers.CharField(source="event.slug", allow_null=True, default=None)


class LeagueDecisionSerializer(serializers.Serializer[Any]):
    """`arrange` needs `starts_at`, `hand` an `order` of entries."""

    how = serializers.ChoiceField(choices=["arrange", "game", "lots", "hand"])
    starts_at = serializers.DateTimeField(required=False)
    order = serializers.ListField(child=serializers.CharField(max_length=12), required=False, default=list)
    why = serializers.CharField(max_length=1000, required=False, default="", allow_blank=True)


class SeasonCorrectionSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(max_length=12, help_text="Key.")
    kind = serializers.ChoiceField(choices=["bare", "forfeit", "version", "annul"])
    placing = serializers.CharField(max_length=20, required=False, default="", allow_blank=True, help_text='"1>2".')
    submission = serializers.CharField(max_length=12, required=False, default="", allow_blank=True)
    preview = serializers.BooleanField(required=False, default=False, help_text="Only say what would change.")
    seen = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)
    why = serializers.CharField(max_length=1000, required=False, default="", allow_blank=True)


class ChangedPlaceSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry.key")
    player = PlayerNameSerializer(source="entry.player")
    place_before = serializers.IntegerField()
    place = serializers.IntegerField()
    move_before = serializers.CharField()
    move = serializers.CharField()


class HonourSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=HonourKind.choices)
    player = PlayerNameSerializer()
    division = serializers.IntegerField(source="division.number")
    season = serializers.IntegerField(source="season.number")
    league = serializers.CharField(source="season.league.slug")
    club = serializers.CharField(source="season.league.club.slug")


class DivisionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    event = serializers.CharField(source="event.slug", allow_null=True, default=None)
