"""An entry that is somebody else: looked at, and done."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.serializers.entries import ReassignPreviewSerializer, ReassignSerializer
from tournaments.api.serializers.events import EntrySerializer
from tournaments.selectors.events import entry_by_key
from tournaments.services.entries.reassign import Whose, entry_reassign, reassign_preview


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


def _whose(said: dict[str, Any]) -> Whose:
    return Whose(said["player"], said["name"], renews_link=said["renew_link"])
