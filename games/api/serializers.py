from __future__ import annotations

from operator import attrgetter
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.enums import GameState, Grade, Outcome, ResultKind, outcome_of
from games.values.results import name_of_seat


class SearchSerializer(serializers.Serializer[Any]):
    search = serializers.CharField(
        required=False, allow_blank=True, max_length=100, help_text="Part of the name, in any case."
    )


class PlayerSearchSerializer(SearchSerializer):
    club = serializers.SlugField(required=False, help_text="Slug of the club.")


class NewClubSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    place = serializers.CharField(max_length=100, required=False, allow_blank=True)


class ClubSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField()


class FullClubSerializer(ClubSerializer):
    meets = serializers.CharField(help_text="When and where the club meets.")
    website = serializers.CharField()
    contact = serializers.CharField()
    description = serializers.CharField(help_text="Markdown.")


class ClubRowSerializer(ClubSerializer):
    players = serializers.IntegerField(source="player_count")


class ClubNameSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()


class PlayerNameSerializer(serializers.Serializer[Any]):
    """A player as everybody may see him: a code in place of a hidden name."""

    key = serializers.CharField()
    name = serializers.CharField(source="public_name")


class PlayerSerializer(PlayerNameSerializer):
    club = ClubNameSerializer(source="shown_club", allow_null=True)
    is_bot = serializers.BooleanField()


class SeatNameField(serializers.CharField):
    """What the game's system calls a seat (`white`, `black`; `1`, `2`, `3`), empty for none. `seat` leads from the row
    to the number of the seat, `game` to the game: both must be at hand, as a list would ask for each row otherwise."""

    def __init__(self, *, seat: str, game: str, **options: Any) -> None:
        self.seat, self.game = seat, game
        super().__init__(source="*", read_only=True, **options)

    def to_representation(self, row: Any) -> str:
        game = attrgetter(self.game)(row) if self.game else row
        return name_of_seat(game.system, attrgetter(self.seat)(row))


class GameSeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField(source="number")
    name = serializers.CharField(help_text="What documents call the seat.")
    player = PlayerNameSerializer()


class SeatResultSerializer(serializers.Serializer[Any]):
    """What a result means for one seat. `place` is 1 for the best and shared where ranked equally, null where everybody
    lost. `numbers` are those that the game's system declares, by key, as far as they are known."""

    seat = serializers.IntegerField(source="seat.number")
    name = SeatNameField(seat="seat.number", game="result.game")
    place = serializers.IntegerField(allow_null=True)
    outcome = serializers.SerializerMethodField()
    numbers = serializers.DictField(source="numbers_by_key", child=serializers.IntegerField())

    @extend_schema_field(serializers.ChoiceField(choices=Outcome.choices))
    def get_outcome(self, row: Any) -> str:
        return outcome_of(row.place, is_shared=row.result.winner is None).value


class ResultSerializer(serializers.Serializer[Any]):
    """A game's current result: how it came about, how well it is proven, who won ("" for a tie or a double forfeit)."""

    kind = serializers.ChoiceField(choices=ResultKind.choices)
    grade = serializers.ChoiceField(choices=Grade.choices)
    winner = SeatNameField(seat="winner", game="game")
    seats = SeatResultSerializer(many=True)
    fact_number = serializers.IntegerField()


class PartSeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)


class PartSerializer(serializers.Serializer[Any]):
    """A part of the game; what else is known of it is in the report."""

    number = serializers.IntegerField()
    winner = serializers.IntegerField(allow_null=True, help_text="A seat; null: nobody won it alone.")
    seats = PartSeatSerializer(many=True)


class FullResultSerializer(ResultSerializer):
    report = serializers.JSONField(allow_null=True)
    parts = PartSerializer(many=True)


class SubmissionRowSerializer(serializers.Serializer[Any]):
    """What was handed in, as everybody may see it: for which seat (null: desk), how well it proves the game, whether
    it counts, and if not, why."""

    key = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    side = SeatNameField(seat="seat", game="game", help_text="The seat's name; empty: the desk.")
    grade = serializers.CharField()
    at = serializers.DateTimeField()
    accepted = serializers.BooleanField()
    refusal = serializers.CharField()
    fact_number = serializers.IntegerField()


class SubmissionSerializer(SubmissionRowSerializer):
    """For who handed it in: with the engine's report."""

    game = serializers.CharField(source="game.key")
    report = serializers.JSONField()


class GameSerializer(serializers.Serializer[Any]):
    """A game's fixed set-up and how far its result has come."""

    key = serializers.CharField()
    system = serializers.CharField()
    starter = SeatNameField(seat="starter", game="", help_text="Empty: lots or the rules say so at the table.")
    edition = serializers.CharField()
    edition_digest = serializers.CharField()
    variants = serializers.JSONField()
    least_grade = serializers.CharField()
    pool = serializers.CharField()
    played_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=GameState.choices)
    is_void = serializers.BooleanField()
    seats = GameSeatSerializer(many=True)
