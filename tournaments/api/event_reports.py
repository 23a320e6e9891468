"""Events that were played with other programs, brought in by their tournament report files (TRF)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.events import full_event
from tournaments.api.serializers.events import ChoiceSerializer, EntryLineSerializer, FullEventSerializer
from tournaments.services.entries.preview import preview_digest
from tournaments.services.events.create import NAME_LENGTH
from tournaments.services.imports.report import MOST_LETTERS, ReportLook, report_bring_in, report_look


class ReportTextSerializer(serializers.Serializer[Any]):
    """The text of a file, TRF-16 or TRF-26, and the name of the event where it isn't the file's."""

    text = serializers.CharField(max_length=MOST_LETTERS, trim_whitespace=False)
    name = serializers.CharField(max_length=NAME_LENGTH, required=False, default="", allow_blank=True)


class NewReportSerializer(ReportTextSerializer):
    """`choices`: who is meant by an unclear name; line 3 is the player with starting number 3."""

    choices = ChoiceSerializer(many=True, required=False)
    seen = serializers.CharField(max_length=64, required=False, help_text="Digest of the preview that is confirmed.")


class ReportLookSerializer(serializers.Serializer[Any]):
    """What bringing a report in would do. `odd_points`: the starting numbers of players who have points besides those
    of their results; these points aren't brought in."""

    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    preset = serializers.CharField(source="report.preset")
    rounds = serializers.SerializerMethodField()
    games = serializers.IntegerField(source="report.games")
    forfeits = serializers.IntegerField(source="report.forfeits")
    byes = serializers.IntegerField(source="report.byes")
    open_games = serializers.IntegerField(source="report.open_games")
    odd_points = serializers.ListField(child=serializers.IntegerField(), source="report.odd_points")
    players = EntryLineSerializer(many=True, source="preview.lines")

    def get_rounds(self, look: ReportLook) -> int:
        return len(look.report.rounds)


class EventReportsView(ApiView):
    throttle_scope = "import"

    @extend_schema(operation_id="report_import", request=NewReportSerializer, responses={201: FullEventSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Make an event of a report: its players, its rounds as they were paired, its results. All of it or nothing;
        what can't be read is refused with its line. The games aren't rated."""
        wanted = body_params(NewReportSerializer, request)
        event = report_bring_in(
            act=act_of_request(request),
            club_slug=slug,
            text=wanted["text"],
            name=wanted["name"],
            choices={choice["line"]: choice["player"] for choice in wanted.get("choices", [])},
            seen=wanted.get("seen"),
        )
        return Response(full_event(event), status=201)


class EventReportCheckView(ApiView):
    @extend_schema(operation_id="report_check", request=ReportTextSerializer, responses=ReportLookSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """What bringing a report in would do, player by player. Changes nothing. The header Preview-Digest, sent back
        as `seen`, makes sure that what was shown is what is done."""
        wanted = body_params(ReportTextSerializer, request)
        look = report_look(act=act_of_request(request), club_slug=slug, text=wanted["text"], name=wanted["name"])
        shown = ReportLookSerializer(look).data
        return Response(shown, headers={"Preview-Digest": preview_digest(look.preview.lines)})
