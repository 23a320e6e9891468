"""Whole events, out and in: docs/formats/bundle.md."""

from __future__ import annotations

from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.parsers import UnreadBody
from magistrar_site.shared.api.throttling import one_at_a_time
from magistrar_site.shared.api.views import ApiView, query_params
from magistrar_site.shared.errors import DomainError, NotAllowed
from tournaments.api.events import file_response, full_event
from tournaments.api.serializers.bundles import BundleFilterSerializer, BundleLookSerializer, look_shown
from tournaments.api.serializers.events import FullEventSerializer
from tournaments.selectors.events import event_by_slug
from tournaments.services.bundle.exporting import event_export_chunks
from tournaments.services.bundle.importing import bundle_look, event_import

BUNDLE = {"application/json": OpenApiTypes.OBJECT}


class EventBundleView(ApiView):
    is_public = False
    keeps_secret = True

    @extend_schema(
        operation_id="event_bundle",
        parameters=[BundleFilterSerializer],
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """The whole event as one file, for who runs it: a backup, or to bring it in elsewhere."""
        wanted = query_params(BundleFilterSerializer, request)
        chunks = event_export_chunks(act=act_of_request(request), event=event_by_slug(slug), **wanted)
        return file_response(chunks, f"{slug}.json")


class BundlesView(ApiView):
    throttle_scope = "import"
    parser_classes = [UnreadBody]
    answers_once = False  # an event has a key of its own: it comes in once

    @extend_schema(operation_id="event_import", request=BUNDLE, responses={201: FullEventSerializer})
    def post(self, request: Request) -> Response:
        """Bring an event in: the body is its bundle. Its facts are worked out anew first; the club's owner may."""
        act, data = act_of_request(request), bundle_sent(request)
        with one_at_a_time(str(act.actor), "import"):
            event = event_import(act=act, data=data)
        return Response(full_event(event), status=201)


class BundleCheckView(ApiView):
    throttle_scope = "import"
    parser_classes = [UnreadBody]
    answers_once = False

    @extend_schema(operation_id="bundle_check", request=BUNDLE, responses=BundleLookSerializer)
    def post(self, request: Request) -> Response:
        """What a bundle holds, whether its facts hold, and whether you could bring it in. Changes nothing."""
        act = act_of_request(request)
        if act.actor.kind != "user":
            raise NotAllowed("sign_in", _("Sign in first: the event’s club needs an owner."))
        data = bundle_sent(request)
        with one_at_a_time(str(act.actor), "import"):
            look = bundle_look(act=act, data=data)
        return Response(BundleLookSerializer(look_shown(look)).data)


def bundle_sent(request: Request) -> bytes:
    """The body, which may be longer than that of other requests. DomainError `too_large`."""
    most: int = settings.BUNDLE_MAX_BYTES
    data = bytes(request._request.read(most + 1))
    if len(data) > most:
        raise DomainError("too_large", _("That is more than can be sent at once."), status=413)
    return data
