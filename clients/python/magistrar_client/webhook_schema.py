"""The operations at /api/v1/webhook-schema/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client


class WebhookSchema:
    def __init__(self, client: Client) -> None:
        self._client = client

    def webhook_schema(self) -> Any:
        """The JSON Schema of the messages that webhooks get. (GET /api/v1/webhook-schema/)"""
        return self._client.request("GET", "webhook-schema/")
