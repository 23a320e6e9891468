"""What players and hall are told."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.announcements import AnnouncementSerializer
from tournaments.selectors.announcements import announcements_of
from tournaments.services.announcements.announce import announce, announcement_take_back


class AnnouncementsView(ApiView):
    @lists("announcements", AnnouncementSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """What players and hall are told now, newest first."""
        return list_response(self, announcements_of(visible_event(request, slug)), AnnouncementSerializer)

    @extend_schema(operation_id="announce", request=AnnouncementSerializer, responses={201: AnnouncementSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Tell players and hall something: on pages and projector, with `by_mail` also by mail to those who agreed.
        The same text twice in a row is once."""
        said = body_params(AnnouncementSerializer, request)
        made = announce(act=act_of_request(request), event=visible_event(request, slug), **said)
        return Response(AnnouncementSerializer(made).data, status=201)


class AnnouncementView(ApiView):
    @extend_schema(operation_id="announcement_take_back", responses={204: None})
    def delete(self, request: Request, slug: str, key: str) -> Response:
        """Take an announcement back. Twice is once."""
        announcement_take_back(act=act_of_request(request), event=visible_event(request, slug), key=key)
        return Response(status=204)
