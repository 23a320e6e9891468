"""Warnings, time penalties and point deductions, for the event's arbiters."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.penalties import PenaltyOrderSerializer, PenaltySerializer
from tournaments.enums import PenaltyKind
from tournaments.selectors.events import entry_by_key
from tournaments.selectors.penalties import penalties_of
from tournaments.services.entries.penalties import Given, penalty_give, penalty_take_back
from tournaments.services.permissions import require_event


class PenaltiesView(ApiView):
    is_public = False

    @lists("penalties", PenaltySerializer)
    def get(self, request: Request, slug: str) -> Response:
        """What was given and taken back in the event, newest first; for its staff."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.VIEW)
        rows = [given.penalty for given in penalties_of(event)]
        return list_response(self, rows, PenaltySerializer)

    @extend_schema(operation_id="penalty_give", request=PenaltyOrderSerializer, responses={201: PenaltySerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Give a player a warning, minutes or a point deduction. The same for the same reason in the same round is
        once."""
        said = body_params(PenaltyOrderSerializer, request)
        event, act = visible_event(request, slug), act_of_request(request).because(said.pop("why"))
        require_event(act, event, Action.RULE)
        entry = entry_by_key(said.pop("entry"))
        if entry.event_id != event.pk:
            raise NotFound("no_such_entry", _("This player isn’t entered in this event."))
        given = Given(PenaltyKind(said.pop("kind")), **said)
        penalty = penalty_give(act=act, entry=entry, given=given)
        return Response(PenaltySerializer(penalty).data, status=201)


class PenaltyView(ApiView):
    @extend_schema(operation_id="penalty_take_back", responses={200: PenaltySerializer})
    def delete(self, request: Request, slug: str, key: str) -> Response:
        """Take a penalty back: it counts for nothing and stays on record. Twice is once."""
        event = visible_event(request, slug)
        return Response(PenaltySerializer(penalty_take_back(act=act_of_request(request), event=event, key=key)).data)
