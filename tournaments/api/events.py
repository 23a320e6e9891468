from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.editions import edition_title
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import listed, lists
from magistrar_site.shared.api.views import ApiView, asked, checked
from magistrar_site.shared.selectors.facts import facts_of, head_of
from tournaments.api.lookups import sees_drafts, shown_event
from tournaments.api.serializers.events import (
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
from tournaments.models import Event
from tournaments.selectors.event_lists import events_listed
from tournaments.selectors.stages import public_round_numbers, stages_of
from tournaments.services.editions import event_edition_set
from tournaments.services.events import event_create, event_finish, event_start
from tournaments.services.presets import PRESETS

SYSTEM = "magistrar"


def full_event(event: Event) -> dict[str, Any]:
    """An event with its stages, its rules and the head of its chain."""
    number, digest = head_of(event.stream)
    edition = event.settings.edition
    return {
        **EventSerializer(event).data,
        "edition": {"key": edition, "title": edition_title(SYSTEM, edition)},
        "rules": event.rules,
        "stages": StageSerializer(stages_of(event), many=True).data,
        "head": HeadSerializer({"number": number, "digest": digest}).data,
    }


class EventsView(ApiView):
    @lists("events", EventRowSerializer, EventFilterSerializer)
    def get(self, request: Request) -> Response:
        """Events, newest first."""
        return listed(self, events_listed(**asked(EventFilterSerializer, request)), EventRowSerializer)

    @extend_schema(operation_id="event_create", request=NewEventSerializer, responses={201: FullEventSerializer})
    def post(self, request: Request) -> Response:
        """Set an event of a club up from a preset, open for entries."""
        event = event_create(act=act_of_request(request), **checked(NewEventSerializer, request))
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
        return Response(full_event(shown_event(request, slug)))


class EventEditionView(ApiView):
    @extend_schema(operation_id="event_edition", request=EventEditionSerializer, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Choose the edition that the event is played with, until its first games are arranged. Twice is once."""
        wanted = checked(EventEditionSerializer, request)
        event = event_edition_set(act=act_of_request(request), event=shown_event(request, slug), **wanted)
        return Response(full_event(event))


class EventStartView(ApiView):
    @extend_schema(operation_id="event_start", request=None, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Close the entries, give pairing numbers, plan the rounds. Twice is once."""
        event = event_start(act=act_of_request(request), event=shown_event(request, slug))
        return Response(full_event(event))


class EventFinishView(ApiView):
    @extend_schema(operation_id="event_finish", request=None, responses=FullEventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Fix the final ranking. Twice is once."""
        event = event_finish(act=act_of_request(request), event=shown_event(request, slug))
        return Response(full_event(event))


class FactsView(ApiView):
    @lists("facts", FactSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The event's chain of facts, oldest first: what everything else can be recomputed from."""
        event = shown_event(request, slug)
        page = listed(self, facts_of(event.stream).prefetch_related(None), FactSerializer)
        if not sees_drafts(request, event):
            hide_drafts(page.data["results"], public_round_numbers(event))
        return page


def hide_drafts(facts: list[dict[str, Any]], published: set[tuple[int, int]]) -> None:
    """Take the payload out of drafts of rounds that aren't published: a draft is invisible."""
    for fact in facts:
        payload = fact["payload"]
        if fact["kind"] in {"round.drafted", "round.changed"} and (payload["stage"], payload["round"]) not in published:
            fact["payload"] = None
