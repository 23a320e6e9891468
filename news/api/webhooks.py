"""A club's webhooks, for its owners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.services.permissions import require_club
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from news.api.serializers import (
    DeliverySerializer,
    NewWebhookSerializer,
    WebhookChangeSerializer,
    WebhookSerializer,
    WebhookWithSecretSerializer,
)
from news.models import Webhook
from news.selectors.webhooks import deliveries_of, webhook_of, webhooks_of
from news.services.webhooks.set_up import (
    webhook_add,
    webhook_change,
    webhook_remove,
    webhook_resume,
    webhook_secret_renew,
    webhook_stop,
    webhook_test,
)
from news.values.payloads import message_schema

if TYPE_CHECKING:
    from games.models import Club
    from magistrar_site.shared.acts import Act


class OwnersView(ApiView):
    """What only a club's owners may see."""

    is_public = False
    keeps_secret = True

    def act_and_club(self, request: Request, slug: str) -> tuple[Act, Club]:
        act, club = act_of_request(request), club_by_slug(slug)
        require_club(act, club, Action.MANAGE_CLUB)
        return act, club

    def act_and_webhook(self, request: Request, slug: str, key: str) -> tuple[Act, Webhook]:
        act, club = self.act_and_club(request, slug)
        return act, webhook_of(club, key)


class WebhooksView(OwnersView):
    @lists("webhooks", WebhookSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club's webhooks, oldest first."""
        _act, club = self.act_and_club(request, slug)
        return list_response(self, webhooks_of(club), WebhookSerializer)

    @extend_schema(
        operation_id="webhook_add", request=NewWebhookSerializer, responses={201: WebhookWithSecretSerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook. Its secret is in this response and nowhere else."""
        act, club = self.act_and_club(request, slug)
        webhook, secret = webhook_add(act=act, club=club, **body_params(NewWebhookSerializer, request))
        return Response({**WebhookSerializer(webhook).data, "secret": secret}, status=201)


class WebhookView(OwnersView):
    @extend_schema(operation_id="webhook", responses=WebhookSerializer)
    def get(self, request: Request, slug: str, key: str) -> Response:
        """One webhook."""
        _act, webhook = self.act_and_webhook(request, slug, key)
        return Response(WebhookSerializer(webhook).data)

    @extend_schema(operation_id="webhook_change", request=WebhookChangeSerializer, responses=WebhookSerializer)
    def patch(self, request: Request, slug: str, key: str) -> Response:
        """Change the address or the types, stop or resume it."""
        act, webhook = self.act_and_webhook(request, slug, key)
        said = body_params(WebhookChangeSerializer, request)
        is_stopped = said.pop("is_stopped", None)
        if said:
            webhook = webhook_change(act=act, webhook=webhook, **said)
        if is_stopped is not None:
            webhook = (webhook_stop if is_stopped else webhook_resume)(act=act, webhook=webhook)
        return Response(WebhookSerializer(webhook).data)

    @extend_schema(operation_id="webhook_remove", responses={204: None})
    def delete(self, request: Request, slug: str, key: str) -> Response:
        """Remove it with its log."""
        act, webhook = self.act_and_webhook(request, slug, key)
        webhook_remove(act=act, webhook=webhook)
        return Response(status=204)


class WebhookSecretView(OwnersView):
    @extend_schema(operation_id="webhook_secret_renew", request=None, responses=WebhookWithSecretSerializer)
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Make a new secret. For a day messages are signed with the one before too."""
        act, webhook = self.act_and_webhook(request, slug, key)
        webhook, secret = webhook_secret_renew(act=act, webhook=webhook)
        return Response({**WebhookSerializer(webhook).data, "secret": secret})


class WebhookTestView(OwnersView):
    @extend_schema(operation_id="webhook_test", request=None, responses={202: DeliverySerializer})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Send a test message. How it went is in the log."""
        act, webhook = self.act_and_webhook(request, slug, key)
        return Response(DeliverySerializer(webhook_test(act=act, webhook=webhook)).data, status=202)


class DeliveriesView(OwnersView):
    @lists("webhook_deliveries", DeliverySerializer)
    def get(self, request: Request, slug: str, key: str) -> Response:
        """The log of a webhook, newest first; it goes back 30 days."""
        _act, webhook = self.act_and_webhook(request, slug, key)
        return list_response(self, deliveries_of(webhook), DeliverySerializer)


class WebhookSchemaView(ApiView):
    @extend_schema(operation_id="webhook_schema", responses={200: OpenApiTypes.OBJECT})
    def get(self, _request: Request) -> Response:
        """The JSON Schema of the messages that webhooks get."""
        return Response(message_schema())
