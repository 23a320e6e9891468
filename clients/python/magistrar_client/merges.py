"""The operations at /api/v1/merges/. Made from the schema by `python -m clients.make`."""

from __future__ import annotations

from typing import Any

from .client import Client, quoted


class Merges:
    def __init__(self, client: Client) -> None:
        self._client = client

    def player_merge_undo(self, key: str) -> Any:
        """Make them two players again. Twice is once. (DELETE /api/v1/merges/{key}/)"""
        return self._client.request("DELETE", f"merges/{quoted(key)}/")
