"""The life of an event: publish, cancel and restore, reopen, copy, change the format, delete."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.events import full_event
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.entries import ReasonSerializer
from tournaments.api.serializers.events import (
    CopySerializer,
    EventSerializer,
    FormatChangeSerializer,
    FullEventSerializer,
)
from tournaments.services.events.change_format import event_format_change
from tournaments.services.events.copy import event_copy
from tournaments.services.events.life import (
    event_cancel,
    event_cancellation_take_back,
    event_delete,
    event_publish,
    event_reopen,
)


class EventPublishView(ApiView):
    @extend_schema(operation_id="event_publish", request=None, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Let everybody see an event that was being set up. Twice is once."""
        event = event_publish(act=act_of_request(request), event=visible_event(request, slug))
        return Response(full_event(event))


class EventCancelView(ApiView):
    @extend_schema(operation_id="event_cancel", request=ReasonSerializer, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Call the event off, with a reason: its players are told. Twice is once."""
        act = act_of_request(request, why=body_params(ReasonSerializer, request)["why"])
        return Response(full_event(event_cancel(act=act, event=visible_event(request, slug))))

    @extend_schema(operation_id="event_restore", request=None, responses=FullEventSerializer)
    def delete(self, request: Request, slug: str) -> Response:
        """Take the cancellation back. Twice is once."""
        event = event_cancellation_take_back(act=act_of_request(request), event=visible_event(request, slug))
        return Response(full_event(event))


class EventReopenView(ApiView):
    @extend_schema(operation_id="event_reopen", request=ReasonSerializer, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Let a finished event run again, with a reason. Twice is once."""
        act = act_of_request(request, why=body_params(ReasonSerializer, request)["why"])
        return Response(full_event(event_reopen(act=act, event=visible_event(request, slug))))


class EventCopyView(ApiView):
    @extend_schema(operation_id="event_copy", request=CopySerializer, responses={201: EventSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Set events up like this one: one, or one for each of so many weeks."""
        wanted = body_params(CopySerializer, request)
        made = event_copy(act=act_of_request(request), event=visible_event(request, slug), **wanted)
        return Response(EventSerializer(made, many=True).data, status=201)


class EventFormatView(ApiView):
    @extend_schema(operation_id="event_format_change", request=FormatChangeSerializer, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Play in the format of another preset, until the first round is paired."""
        wanted = body_params(FormatChangeSerializer, request)
        event = event_format_change(act=act_of_request(request), event=visible_event(request, slug), **wanted)
        return Response(full_event(event))


class EventDeleteView(ApiView):
    @extend_schema(operation_id="event_delete", request=None, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Delete an event of which nothing was played."""
        event_delete(act=act_of_request(request), event=visible_event(request, slug))
        return Response(status=204)
