from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.events import StageSerializer
from tournaments.enums import PairingStep
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.pairing_jobs import job_of_round
from tournaments.services.permissions import require_event
from tournaments.services.rounds.plan import rounds_plan


class PairingJobSerializer(serializers.Serializer[Any]):
    """A round that is worked out in the background. `refusal` is a sentence, in the language of who asked."""

    round = serializers.IntegerField(source="round_number")
    step = serializers.ChoiceField(choices=PairingStep.choices)
    publishes = serializers.BooleanField()
    asked_at = serializers.DateTimeField()
    refusal_code = serializers.CharField()
    refusal = serializers.CharField()


class PairingJobView(ApiView):
    is_public = False

    @extend_schema(operation_id="round_pairing", responses=PairingJobSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """How the pairing of a large field's round goes, for the event's staff."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.VIEW)
        job = job_of_round(stage_of(event), number)
        if job is None:
            raise NotFound("no_such_pairing", _("Nobody has asked for this round in the background."))
        return Response(PairingJobSerializer(job).data)


class PlannedRoundsSerializer(serializers.Serializer[Any]):
    rounds = serializers.IntegerField(min_value=1, max_value=1000)
    why = serializers.CharField(required=False, default="", allow_blank=True, max_length=1000)


class PlannedRoundsView(ApiView):
    @extend_schema(operation_id="rounds_plan", request=PlannedRoundsSerializer, responses=StageSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Plan another number of rounds of a running Swiss event, with a reason. Twice is once."""
        wanted = body_params(PlannedRoundsSerializer, request)
        act = act_of_request(request, why=wanted["why"])
        return Response(
            StageSerializer(
                rounds_plan(act=act, stage=stage_of(visible_event(request, slug)), rounds=wanted["rounds"])
            ).data
        )
