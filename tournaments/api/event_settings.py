"""An event's settings, and who has a role in it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action, Role
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.event_settings import (
    EventRoleSerializer,
    RoleChangeSerializer,
    SettingsChangeSerializer,
    SettingsSerializer,
)
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import (
    changeable,
    event_role_set,
    event_settings_change,
    settings_digest,
    settings_of,
)
from tournaments.services.permissions import require_event, roles_of_event


def settings_data(event: Event) -> dict[str, Any]:
    stage = stage_of(event)
    settings = settings_of(stage)
    return {"settings": settings, "changeable": changeable(stage), "digest": settings_digest(settings)}


class SettingsView(ApiView):
    is_public = False

    @extend_schema(operation_id="event_settings", responses=SettingsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """All settings, for those who may see drafts."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.VIEW)
        return Response(settings_data(event))

    @extend_schema(operation_id="event_settings_change", request=SettingsChangeSerializer, responses=SettingsSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings: freely before the start, afterwards what may still change, with a reason."""
        wanted = body_params(SettingsChangeSerializer, request)
        why, seen = wanted.pop("why"), wanted.pop("seen", None)
        act, event = act_of_request(request, why=why), visible_event(request, slug)
        changed = event_settings_change(act=act, stage=stage_of(event), changes=wanted, seen=seen)
        return Response(settings_data(changed))


class EventRolesView(ApiView):
    is_public = False
    keeps_secret = True  # addresses of people

    @extend_schema(operation_id="event_roles", responses=EventRoleSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who has a role in this event beside the club's."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.MANAGE_ROLES)
        return Response(EventRoleSerializer(roles_of_event(event), many=True).data)

    @extend_schema(
        operation_id="event_role_set", request=RoleChangeSerializer, responses=EventRoleSerializer(many=True)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give an account a role in this event, change it, or take it. Twice is once."""
        wanted, event = body_params(RoleChangeSerializer, request), visible_event(request, slug)
        role = Role(wanted["role"]) if wanted["role"] else None
        event_role_set(act=act_of_request(request), event=event, email=wanted["email"], role=role)
        return Response(EventRoleSerializer(roles_of_event(event), many=True).data)
