from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.editions import edition_title
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from magistrar_site.shared.facts import FactValue
from magistrar_site.shared.selectors.facts import facts_of, head_of
from tournaments.api.lookups import sees_drafts, visible_event
from tournaments.api.serializers.events import (
    EventAboutSerializer,
    EventEditionSerializer,
    EventFilterSerializer,
    EventRowSerializer,
    EventSerializer,
    FactSerializer,
    FullEventSerializer,
    HeadSerializer,
    NewEventSerializer,
    PresetSerializer,
    StageSerializer,
)
from tournaments.log.public import public_facts, seen_of
from tournaments.models import Event
from tournaments.selectors.abouts import about_of
from tournaments.selectors.event_lists import filter_events
from tournaments.selectors.stages import stages_of
from tournaments.services.bundle.exporting import public_bundle
from tournaments.services.events.about import event_about_change
from tournaments.services.events.create import event_create
from tournaments.services.events.edition import event_edition_set
from tournaments.services.events.finish import event_finish
from tournaments.services.events.presets import PRESETS
from tournaments.services.events.start import event_start


def full_event(event: Event) -> dict[str, Any]:
    """An event with its stages, its rules and the head of its chain."""
    number, digest = head_of(event.stream)
    edition = event.settings.edition
    return {
        **EventSerializer(event).data,
        "system": event.system,
        "edition": {"key": edition, "title": edition_title(event.system, edition)},
        "rules": event.rules,
        "stages": StageSerializer(stages_of(event), many=True).data,
        "head": HeadSerializer({"number": number, "digest": digest}).data,
    }


class EventsView(ApiView):
    @lists("events", EventRowSerializer, EventFilterSerializer)
    def get(self, request: Request) -> Response:
        """Events, newest first."""
        return list_response(self, filter_events(**query_params(EventFilterSerializer, request)), EventRowSerializer)

    @extend_schema(operation_id="event_create", request=NewEventSerializer, responses={201: FullEventSerializer})
    def post(self, request: Request) -> Response:
        """Set an event of a club up from a preset, open for entries."""
        event = event_create(act=act_of_request(request), **body_params(NewEventSerializer, request))
        return Response(full_event(event), status=201)


class PresetsView(ApiView):
    @extend_schema(operation_id="presets", responses=PresetSerializer(many=True))
    def get(self, request: Request) -> Response:
        """What events can be set up from."""
        return Response(PresetSerializer(PRESETS.values(), many=True).data)


class EventView(ApiView):
    @extend_schema(operation_id="event", responses=FullEventSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """One event with its stages, rules and the head of its chain of facts."""
        return Response(full_event(visible_event(request, slug)))


class EventAboutView(ApiView):
    @extend_schema(operation_id="event_about", responses=EventAboutSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """What an event says of itself, as it was typed."""
        return Response(EventAboutSerializer(about_of(visible_event(request, slug))).data)

    @extend_schema(operation_id="event_about_change", request=EventAboutSerializer, responses=EventAboutSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Say something else of an event, at any time: the texts that are sent."""
        texts = body_params(EventAboutSerializer, request)
        about = event_about_change(act=act_of_request(request), event=visible_event(request, slug), texts=texts)
        return Response(EventAboutSerializer(about).data)


class EventEditionView(ApiView):
    @extend_schema(operation_id="event_edition", request=EventEditionSerializer, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Choose the edition that the event is played with, until its first games are arranged. Twice is once."""
        wanted = body_params(EventEditionSerializer, request)
        event = event_edition_set(act=act_of_request(request), event=visible_event(request, slug), **wanted)
        return Response(full_event(event))


class EventStartView(ApiView):
    @extend_schema(operation_id="event_start", request=None, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Close the entries, give pairing numbers, plan the rounds. Twice is once."""
        event = event_start(act=act_of_request(request), event=visible_event(request, slug))
        return Response(full_event(event))


class EventFinishView(ApiView):
    @extend_schema(operation_id="event_finish", request=None, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Fix the final ranking. Twice is once."""
        event = event_finish(act=act_of_request(request), event=visible_event(request, slug))
        return Response(full_event(event))


class FactsView(ApiView):
    @lists("facts", FactSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The event's chain of facts, oldest first: what everything else can be recomputed from."""
        event = visible_event(request, slug)
        page = list_response(self, facts_of(event.stream).prefetch_related(None), FactSerializer)
        if not sees_drafts(request, event):
            redact(page.data["results"], event)
        return page


def redact(facts: list[dict[str, Any]], event: Event) -> None:
    """Leave of the facts what everybody may see."""
    seen = seen_of(event)
    for fact in facts:
        members = {name: fact[name] for name in ("number", "kind", "payload", "actor", "at", "previous", "digest")}
        (shown,) = public_facts([FactValue(**members)], seen)
        fact["payload"] = None if "payload" in shown.redacted else shown.payload
        fact["actor"] = None if "actor" in shown.redacted else shown.actor
        fact["redacted"] = sorted(shown.redacted)


class PublicBundleView(ApiView):
    @extend_schema(operation_id="public_bundle", responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """The chain as one file that `verify_event` reads, as everybody may see it: without names, texts, and what
        pages and API refuse to strangers."""
        event = visible_event(request, slug)
        return file_response(public_bundle(event), f"{slug}-public.json")


def file_response(chunks: Iterable[bytes], name: str) -> StreamingHttpResponse:
    """A JSON file to save, sent as it is read."""
    response = StreamingHttpResponse(chunks, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
