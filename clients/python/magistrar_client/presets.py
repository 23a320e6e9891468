"""The operations at /api/v1/presets/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client


class Presets:
    def __init__(self, client: Client) -> None:
        self._client = client

    def presets(self) -> Any:
        """What events can be set up from. (GET /api/v1/presets/)"""
        return self._client.request("GET", "presets/")
