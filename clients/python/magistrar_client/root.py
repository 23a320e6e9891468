"""The operations at /api/v1/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client


class Root:
    def __init__(self, client: Client) -> None:
        self._client = client

    def root(self) -> Any:
        """Where everything starts: the version of the service, the lists, who is asking, the OpenAPI document and
        its reference page. (GET /api/v1/)"""
        return self._client.request("GET", "")
