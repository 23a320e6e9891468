from __future__ import annotations

from django.urls import path

from news.api.webhooks import (
    DeliveriesView,
    WebhookSchemaView,
    WebhookSecretView,
    WebhooksView,
    WebhookTestView,
    WebhookView,
)

WEBHOOK = "clubs/<slug:slug>/webhooks/<slug:key>/"
urlpatterns = [
    path("webhook-schema/", WebhookSchemaView.as_view(), name="webhook_schema"),
    path("clubs/<slug:slug>/webhooks/", WebhooksView.as_view(), name="webhooks"),
    path(WEBHOOK, WebhookView.as_view(), name="webhook"),
    path(f"{WEBHOOK}secret/", WebhookSecretView.as_view(), name="webhook_secret"),
    path(f"{WEBHOOK}test/", WebhookTestView.as_view(), name="webhook_test"),
    path(f"{WEBHOOK}deliveries/", DeliveriesView.as_view(), name="webhook_deliveries"),
]
