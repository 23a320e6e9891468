"""What a player has played, as his page shows it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import PlayerSerializer
from games.enums import Grade, Outcome, ResultKind
from games.selectors.players import player_by_key
from games.selectors.record import by_mage, head_to_head, record_of, tally_of
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import lists
from magistrar_site.shared.api.tables import TableView
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.serializers.entries import ShownSerializer
from tournaments.api.serializers.events import EventSerializer
from tournaments.api.serializers.scores import ScoredSerializer
from tournaments.selectors.event_lists import places_of
from tournaments.selectors.events import events_of_player
from tournaments.services.player_names import player_shown_by, player_under_16_by


class TallySerializer(ScoredSerializer):
    """Games that were really played, and the scores of those in which they are known; `best` is null without any."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    score = serializers.IntegerField(source="score", allow_null=True)
    score_against = serializers.IntegerField(source="score_against", allow_null=True)
    best = serializers.IntegerField(allow_null=True, help_text="The highest score of one game.")


class PlayerRecordSerializer(serializers.Serializer[Any]):
    all = TallySerializer()
    starting = TallySerializer()
    responding = TallySerializer()


class OpponentSerializer(TallySerializer):
    """Against one opponent."""

    key = serializers.CharField()
    name = serializers.CharField()


class MageSerializer(TallySerializer):
    """With one mage."""

    key = serializers.CharField()
    name = serializers.CharField()


class PlayedGameSerializer(ScoredSerializer):
    """A result that counts, from the player's side. `opponent` is empty against several: `opponents` has all keys, and
    `opponent_name` all names. `event` is empty for a game of no event; `mage` without mages. `started` is null in a
    game in which nobody is said to start."""

    game = serializers.CharField(source="game_key")
    played_at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=ResultKind.choices)
    grade = serializers.ChoiceField(choices=Grade.choices)
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    opponent = serializers.CharField(source="opponent_key")
    opponent_name = serializers.CharField()
    opponents = serializers.ListField(child=serializers.CharField(), help_text="Keys of players, in order of seats.")
    score = serializers.IntegerField(source="score", allow_null=True)
    score_against = serializers.IntegerField(source="score_against", allow_null=True)
    started = serializers.BooleanField(allow_null=True)
    mage = serializers.CharField()
    event = serializers.CharField()
    stage = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)


class PlayerShownView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="player_shown", request=ShownSerializer, responses=PlayerSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Show a player by code or by name, and say whether they are under 16. What is left out stays."""
        wanted, act, player = body_params(ShownSerializer, request), act_of_request(request), player_by_key(key)
        with transaction.atomic():
            if "under_16" in wanted:
                player_under_16_by(act=act, player=player, under_16=wanted["under_16"])
            if "by_code" in wanted:
                player_shown_by(act=act, player=player, code=wanted["by_code"])
        return Response(PlayerSerializer(player_by_key(key)).data)


TALLY = {name: name for name in TallySerializer().get_fields()}


class PlayerRecordView(ApiView):
    @extend_schema(operation_id="player_record", responses=PlayerRecordSerializer)
    def get(self, request: Request, key: str) -> Response:
        """What a player's games add up to: all, those that the player started, and those that another did."""
        games = record_of(player_by_key(key))
        tallies = {
            "all": tally_of(games),
            "starting": tally_of(game for game in games if game.started),
            "responding": tally_of(game for game in games if game.started is False),
        }
        return Response(PlayerRecordSerializer(tallies).data)


class PlayerResultsView(TableView, ApiView):
    columns = {name: name for name in PlayedGameSerializer().get_fields() if name != "opponents"}

    @lists("player_results", PlayedGameSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A player's results that count, newest first. As CSV the whole table."""
        games = record_of(player_by_key(key))
        places = places_of(game.game_pk for game in games)
        rows = []
        for game in games:
            place = places.get(game.game_pk)
            stage, round_ = (place.stage_number, place.round_number) if place else (None, None)
            against = {
                "opponent_key": game.opponent.key if game.opponent else "",
                "opponent_name": ", ".join(one.name for one in game.opponents),
                "opponents": [one.key for one in game.opponents],
            }
            rows.append(
                asdict(game) | against | {"event": place.event_slug if place else "", "stage": stage, "round": round_}
            )
        return self.table(rows, PlayedGameSerializer)


class HeadToHeadView(TableView, ApiView):
    columns = {"opponent": "key", "name": "name", **TALLY}

    @lists("head_to_head", OpponentSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A player against each opponent, most games first. As CSV the whole table."""
        return self.table(head_to_head(record_of(player_by_key(key))), OpponentSerializer)


class PlayerMagesView(TableView, ApiView):
    columns = {"mage": "key", "name": "name", **TALLY}

    @lists("player_mages", MageSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A player with each mage, most games first. As CSV the whole table."""
        return self.table(by_mage(record_of(player_by_key(key))), MageSerializer)


class PlayerEventsView(TableView, ApiView):
    columns = {"event": "slug", "name": "name", "club": "club.slug", "state": "state", "starts_at": "starts_at"}

    @lists("player_events", EventSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The events that a player is or was entered in, newest first. As CSV the whole table."""
        entries = events_of_player(player_by_key(key).key)
        return self.table([entry.event for entry in entries], EventSerializer)
