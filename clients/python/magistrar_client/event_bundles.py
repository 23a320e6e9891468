"""The operations at /api/v1/event-bundles/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client


class EventBundles:
    def __init__(self, client: Client) -> None:
        self._client = client

    def event_import(self, body: Any) -> Any:
        """Bring an event in: the body is its bundle. Its facts are worked out anew first; the club's owner may.
        (POST /api/v1/event-bundles/)"""
        return self._client.request("POST", "event-bundles/", body=body)

    def bundle_check(self, body: Any) -> Any:
        """What a bundle holds, whether its facts hold, and whether you could bring it in. Changes nothing. (POST
        /api/v1/event-bundles/check/)"""
        return self._client.request("POST", "event-bundles/check/", body=body)
