from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import SeatNameField
from games.engine.registry import DEFAULT_JUDGE
from games.selectors.drafts import DraftRecord, draft_record
from games.selectors.games import game_by_key
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView
from tournaments.api.games import idempotency_key
from tournaments.services.results.draft import record_part_save, record_part_take_back, record_seen


def _of_default_system(shown: dict[str, Any], system: str, *names: str) -> dict[str, Any]:
    """What is shown, without the members that only games of the default system have."""
    return shown if system == DEFAULT_JUDGE else {name: said for name, said in shown.items() if name not in names}


class DraftPartSerializer(serializers.Serializer[Any]):
    """A finished part of a record that the players are still making."""

    number = serializers.IntegerField()
    part = serializers.JSONField(source="body", help_text="As in a record.")
    duel = serializers.JSONField(source="body", required=False, help_text="The same as `part`, in Magistrar alone.")
    seat = serializers.IntegerField(allow_null=True, help_text="Whose player saved it; null: the desk.")
    side = SeatNameField(seat="seat", game="game", help_text="The seat's name; empty: the desk.")
    at = serializers.DateTimeField()
    version = serializers.CharField(help_text="The idempotency key that it was saved with.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return _of_default_system(super().to_representation(instance), instance.game.system, "duel")


class DraftSerializer(serializers.Serializer[Any]):
    """`system` in the context is the game's."""

    parts = DraftPartSerializer(many=True, help_text="From the first one on, as far as they are legal.")
    duels = DraftPartSerializer(
        many=True, source="parts", required=False, help_text="The same as `parts`, in Magistrar alone."
    )
    misfits = DraftPartSerializer(
        many=True,
        help_text="Kept, but they fit the parts before them no more. Changed, they can be saved again.",
    )

    def to_representation(self, instance: DraftRecord) -> dict[str, Any]:
        return _of_default_system(super().to_representation(instance), self.context["system"], "duels")


class RecordingView(ApiView):
    is_public = False
    scope = "submit"

    @extend_schema(operation_id="recording", responses=DraftSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The record in progress of a game, for those who may hand the game in. It is no evidence until it is handed
        in as a submission."""
        record_seen(act=act_of_request(request), game_key=key)
        return _draft(key)


class RecordingDuelView(ApiView):
    scope = "submit"

    @extend_schema(
        operation_id="recording_duel_save",
        parameters=[
            OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, required=True),
            OpenApiParameter("replaces", str, description="The version that this one takes the place of."),
        ],
        request={"application/json": OpenApiTypes.OBJECT},
        responses=DraftSerializer,
    )
    def put(self, request: Request, key: str, number: int) -> Response:
        """Keep a finished part, as a record has it. What somebody else saved is replaced only where `replaces` names
        it (409 `saved_differently`). Later parts stay."""
        record_part_save(
            act=act_of_request(request),
            game_key=key,
            number=number,
            part=request.data,
            idempotency_key=idempotency_key(request),
            replaces=request.query_params.get("replaces", ""),
        )
        return _draft(key)

    @extend_schema(
        operation_id="recording_duel_take_back",
        parameters=[OpenApiParameter("version", str, required=True, description="The version that is taken back.")],
        responses=DraftSerializer,
    )
    def delete(self, request: Request, key: str, number: int) -> Response:
        """Take the last saved part off. Twice is once."""
        version = request.query_params.get("version", "")
        record_part_take_back(act=act_of_request(request), game_key=key, number=number, version=version)
        return _draft(key)


def _draft(key: str) -> Response:
    game = game_by_key(key)
    return Response(DraftSerializer(draft_record(game), context={"system": game.system}).data)
