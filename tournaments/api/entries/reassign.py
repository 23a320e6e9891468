"""An entry that is somebody else, looked at and done; and one that another player goes on with."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.serializers.entries import ReassignPreviewSerializer, ReassignSerializer, TakeOverSerializer
from tournaments.api.serializers.events import EntrySerializer
from tournaments.selectors.events import entry_by_key
from tournaments.services.entries.reassign import Whose, entry_reassign, reassign_preview
from tournaments.services.entries.take_over import entry_take_over


class EntryReassignView(ApiView):
    @extend_schema(operation_id="entry_reassign", request=ReassignSerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Give an entry of an event that has started to the player who really plays: its games and both players'
        ratings follow. Needs a reason. Twice is once."""
        said = body_params(ReassignSerializer, request)
        act, whose = act_of_request(request).because(said["why"]), _whose(said)
        entry = entry_reassign(act=act, entry=entry_by_key(key), whose=whose, seen=said["seen"])
        return Response(EntrySerializer(entry).data)


class EntryReassignPreviewView(ApiView):
    @extend_schema(
        operation_id="entry_reassign_preview", request=ReassignSerializer, responses=ReassignPreviewSerializer
    )
    def post(self, request: Request, key: str) -> Response:
        """What that would change. Nothing is written."""
        said = body_params(ReassignSerializer, request)
        act, whose = act_of_request(request).because(said["why"]), _whose(said)
        preview = reassign_preview(act=act, entry=entry_by_key(key), whose=whose)
        return Response(ReassignPreviewSerializer(preview).data)


class EntryTakeOverView(ApiView):
    @extend_schema(operation_id="entry_take_over", request=TakeOverSerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Let another player go on in the entry's place: they play the games that nobody has played yet. Needs a
        reason. Twice is once."""
        said = body_params(TakeOverSerializer, request)
        entry = entry_take_over(
            act=act_of_request(request).because(said["why"]),
            entry=entry_by_key(key),
            whose=Whose(said["player"], said["name"]),
            counts_former=said["counts_former"],
        )
        return Response(EntrySerializer(entry).data)


def _whose(said: dict[str, Any]) -> Whose:
    return Whose(said["player"], said["name"], renews_link=said["renew_link"])
